internal import FilterEngine
internal import FilterableResults

extension PipeResults {
  /// An edit of rows.
  func rowEdit(_ request: PipeRequest) throws(PipeError) -> ValueEdit {
    let members = request.members
    switch request.operation {
    case .set: return try set(members)
    case .add:
      return .add(
        try members.value("item"), toSection: try members.optionalNumber("section"))
    case .insert: return .insert(try members.value("item"), at: try members.path("at"))
    case .remove: return try remove(members)
    case .replace:
      let item = try members.value("item")
      guard members.isGiven("at") else { return .replace(item) }
      return .replaceRow(at: try members.path("at"), with: item)
    case .move: return .move(from: try members.path("from"), to: try members.path("to"))
    default:
      let isSorted = try members.flag("sorted") ?? false
      return .merge(
        try members.list("items"), sortedBy: isSorted ? controller.configuration.rows.sort : [])
    }
  }

  private func set(_ members: PipeMembers) throws(PipeError) -> ValueEdit {
    let (items, sections) = (members["items"], members["sections"])
    guard items == nil || sections == nil else {
      throw PipeError(.request, "'items' and 'sections' exclude each other")
    }
    if case .null = try members.value(sections == nil ? "items" : "sections") {
      return .setItems(nil)
    }
    if sections == nil { return .setItems(try members.list("items")) }
    var stored: [StoredSection<FilterValue>] = []
    for value in try members.list("sections") {
      let members = try PipeMembers(value, "a section")
      try members.allow(["name", "items"], of: "a section")
      stored.append(StoredSection(members["name"], items: try members.list("items")))
    }
    return .setSections(stored)
  }

  private func remove(_ members: PipeMembers) throws(PipeError) -> ValueEdit {
    guard members.isGiven("at") else {
      guard let key = members["key"] else {
        throw PipeError(.request, "'key' or 'at' is missing")
      }
      return .removeKey(key)
    }
    guard !members.isGiven("key") else {
      throw PipeError(.request, "'key' and 'at' exclude each other")
    }
    return .remove(at: try members.path("at"))
  }

  /// An edit of the store's sections.
  func sectionEdit(_ request: PipeRequest) throws(PipeError) -> ValueEdit {
    let members = request.members
    switch request.operation {
    case .addSection: return .insertSection(try section(members), at: nil)
    case .insertSection:
      return .insertSection(try section(members), at: try members.number("at"))
    case .removeSection: return .removeSection(at: try members.number("at"))
    case .replaceSection:
      return .replaceSection(at: try members.number("at"), with: try members.list("items"))
    default:
      return .moveSection(from: try members.number("from"), to: try members.number("to"))
    }
  }

  private func section(
    _ members: PipeMembers
  ) throws(PipeError) -> StoredSection<FilterValue> {
    StoredSection(members["name"], items: try members.optionalList("items"))
  }
}
