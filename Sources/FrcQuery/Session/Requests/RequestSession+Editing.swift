internal import FilterEngine
internal import FilterableResults

extension RequestSession {
  func set(_ members: RequestMembers) throws(ToolError) -> Answer {
    let (items, sections) = (members["items"], members["sections"])
    guard items == nil || sections == nil else {
      throw .request("'items' and 'sections' exclude each other", .conflictingMembers)
    }
    if case .null = try members.value(sections == nil ? "items" : "sections") {
      return try edit(.setItems(nil))
    }
    if sections == nil { return try edit(.setItems(try rows(members))) }
    var stored: [StoredSection<OpenRow>] = []
    for value in try members.list("sections") {
      let members = try RequestMembers(value, "a section")
      try members.allow(["name", "items"], of: "a section")
      stored.append(StoredSection(members["name"], items: try rows(members)))
    }
    return try edit(.setSections(stored))
  }

  func remove(_ members: RequestMembers) throws(ToolError) -> Answer {
    guard members.isGiven("at") else {
      guard let key = members["key"] else { throw .missing("'key' or 'at'") }
      return try edit(.removeKey(key))
    }
    guard !members.isGiven("key") else {
      throw .request("'key' and 'at' exclude each other", .conflictingMembers)
    }
    return try edit(.remove(at: try members.position("at")))
  }

  func replace(_ members: RequestMembers) throws(ToolError) -> Answer {
    let item = try row(members)
    guard members.isGiven("at") else { return try edit(.replace(item)) }
    return try edit(.replaceRow(at: try members.position("at"), with: item))
  }
}

extension Operation {
  /// Edits that name rows and sections by their positions.
  static let positions: [Operation] = [
    Operation("move", ["from", "to"], #"{"op":"move","from":[0,1],"to":[1,0]}"#) {
      session, members throws(ToolError) in
      try session.edit(.move(from: try members.position("from"), to: try members.position("to")))
    },
    Operation(
      "section.add", ["name", "items"], #"{"op":"section.add","name":"B","items":[…]}"#
    ) { session, members throws(ToolError) in
      try session.edit(.insertSection(try session.section(members), at: nil))
    },
    Operation(
      "section.insert", ["name", "items", "at"],
      #"{"op":"section.insert","name":"B","items":[…],"at":1}"#
    ) { session, members throws(ToolError) in
      try session.edit(
        .insertSection(try session.section(members), at: try members.number("at")))
    },
    Operation("section.remove", ["at"], #"{"op":"section.remove","at":1}"#) {
      session, members throws(ToolError) in
      try session.edit(.removeSection(at: try members.number("at")))
    },
    Operation(
      "section.replace", ["at", "items"], #"{"op":"section.replace","at":1,"items":[…]}"#
    ) { session, members throws(ToolError) in
      try session.edit(
        .replaceSection(at: try members.number("at"), with: try session.rows(members)))
    },
    Operation("section.move", ["from", "to"], #"{"op":"section.move","from":0,"to":1}"#) {
      session, members throws(ToolError) in
      try session.edit(
        .moveSection(from: try members.number("from"), to: try members.number("to")))
    },
  ]
}

extension RequestSession {
  fileprivate func section(
    _ members: RequestMembers
  ) throws(ToolError) -> StoredSection<OpenRow> {
    let hasItems = members.isGiven(RequestMembers.itemsKey)
    return StoredSection(members["name"], items: hasItems ? try rows(members) : [])
  }
}
