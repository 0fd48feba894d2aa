internal import FilterEngine
internal import FilterableResults

extension PipeResults {
  /// An edit of rows.
  func rowEdit(_ request: PipeRequest) throws(PipeError) -> Edit {
    let members = request.members
    switch request.operation {
    case .set: return try set(members)
    case .add:
      let item = try members.value("item")
      let section = try members.optionalNumber("section")
      return { controller throws(ResultsError) in
        try controller.add(item, toSection: section)
      }
    case .insert:
      let item = try members.value("item")
      let path = try members.path("at")
      return { controller throws(ResultsError) in try controller.insert(item, at: path) }
    case .remove: return try remove(members)
    case .replace:
      let item = try members.value("item")
      guard members["at"] != nil else { return { $0.replace(item) } }
      let path = try members.path("at")
      return { controller throws(ResultsError) in try controller.replace(at: path, with: item) }
    case .move:
      let (from, to) = (try members.path("from"), try members.path("to"))
      return { controller throws(ResultsError) in try controller.move(from: from, to: to) }
    default:
      let items = try members.list("items")
      let isSorted = try members.flag("sorted") ?? false
      return { controller throws(ResultsError) in
        try controller.merge(
          items, sortedBy: isSorted ? controller.configuration.sort : [])
      }
    }
  }

  private func set(_ members: PipeMembers) throws(PipeError) -> Edit {
    let (items, sections) = (members["items"], members["sections"])
    guard items == nil || sections == nil else {
      throw PipeError(.request, "'items' and 'sections' exclude each other")
    }
    if case .null = try members.value(sections == nil ? "items" : "sections") {
      return { controller throws(ResultsError) in try controller.setItems(nil) }
    }
    if sections == nil {
      let items = try members.list("items")
      return { controller throws(ResultsError) in try controller.setItems(items) }
    }
    var stored: [StoredSection<FilterValue>] = []
    for value in try members.list("sections") {
      let members = try PipeMembers(value, "a section")
      try members.allow(["name", "items"], of: "a section")
      stored.append(StoredSection(members["name"], items: try members.list("items")))
    }
    return { [stored] controller throws(ResultsError) in try controller.setSections(stored) }
  }

  private func remove(_ members: PipeMembers) throws(PipeError) -> Edit {
    guard members["at"] != nil else {
      guard let key = members["key"] else {
        throw PipeError(.request, "'key' or 'at' is missing")
      }
      return { $0.remove(key: key) }
    }
    guard members["key"] == nil else {
      throw PipeError(.request, "'key' and 'at' exclude each other")
    }
    let path = try members.path("at")
    return { controller throws(ResultsError) in try controller.remove(at: path) }
  }

  /// An edit of the store's sections.
  func sectionEdit(_ request: PipeRequest) throws(PipeError) -> Edit {
    let members = request.members
    switch request.operation {
    case .addSection, .insertSection:
      let section = StoredSection(members["name"], items: try members.optionalList("items"))
      let isAdded = request.operation == .addSection
      let place = isAdded ? nil : try members.number("at")
      return { controller throws(ResultsError) in
        try controller.insertSection(section, at: place)
      }
    case .removeSection:
      let place = try members.number("at")
      return { controller throws(ResultsError) in try controller.removeSection(at: place) }
    case .replaceSection:
      let place = try members.number("at")
      let items = try members.list("items")
      return { controller throws(ResultsError) in
        try controller.replaceSection(at: place, with: items)
      }
    default:
      let (from, to) = (try members.number("from"), try members.number("to"))
      return { controller throws(ResultsError) in
        try controller.moveSection(from: from, to: to)
      }
    }
  }
}
