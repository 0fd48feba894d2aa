/// What a client of the pipe shows: sections of rows, kept up by the change sets alone.
struct ShownList: Equatable {
  struct Section: Equatable {
    var name: String
    var rows: [String]
  }

  /// Nil before there is data
  var sections: [Section]?

  init(sections: [Section]?) { self.sections = sections }

  /// What an answer to `snapshot` shows.
  init(_ answer: JSONNode) {
    guard let node = answer["sections"], node != .null else {
      sections = nil
      return
    }
    sections = node.elements.map { section in
      Section(
        name: section["name"]?.text ?? "?", rows: section["items"]?.elements.map(\.text) ?? ["?"])
    }
  }

  struct Misfit: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }
}

/// A place, or the places before and after.
struct Place: Hashable, Comparable {
  let section: Int
  let row: Int

  init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  init(_ node: JSONNode) throws {
    guard node.elements.count == 2, let section = node.elements[0].integer,
      let row = node.elements[1].integer
    else { throw ShownList.Misfit("\(node.text) is no place") }
    self.section = section
    self.row = row
  }

  static func < (lhs: Place, rhs: Place) -> Bool {
    (lhs.section, lhs.row) < (rhs.section, rhs.row)
  }
}

/// A delivery as it was answered, its lists in their orders.
struct Delivery {
  var deletedSections: [Int] = []
  var insertedSections: [Int] = []
  var movedSections: [(from: Int, to: Int)] = []
  var updatedSections: [(from: Int, to: Int)] = []
  var deleted: [Place] = []
  var inserted: [Place] = []
  var moved: [(from: Place, to: Place)] = []
  var updated: [(from: Place, to: Place)] = []

  var structuralCount: Int {
    deletedSections.count + insertedSections.count + movedSections.count + deleted.count
      + inserted.count + moved.count
  }

  init(_ node: JSONNode) throws {
    let known = [
      "deletedSections", "insertedSections", "movedSections", "updatedSections", "deleted",
      "inserted", "moved", "updated",
    ]
    let members = known + ["facets", "aggregates", "failed", "sectionAggregates"]
    guard node.keys == members.filter(node.keys.contains), !node.keys.isEmpty else {
      throw ShownList.Misfit("members \(node.keys)")
    }
    for key in node.keys {
      guard let value = node[key], !value.elements.isEmpty || !value.keys.isEmpty else {
        throw ShownList.Misfit("'\(key)' is empty")
      }
    }
    let list = { (key: String) in node[key]?.elements ?? [] }
    deletedSections = list("deletedSections").compactMap(\.integer)
    insertedSections = list("insertedSections").compactMap(\.integer)
    movedSections = try list("movedSections").map(Self.sections)
    updatedSections = try list("updatedSections").map(Self.sections)
    deleted = try list("deleted").map(Place.init)
    inserted = try list("inserted").map(Place.init)
    moved = try list("moved").map(Self.places)
    updated = try list("updated").map(Self.places)
    let isOrdered =
      Self.ascends(deletedSections.reversed()) && Self.ascends(insertedSections)
      && Self.ascends(movedSections.map(\.to)) && Self.ascends(updatedSections.map(\.to))
      && Self.ascends(deleted.reversed()) && Self.ascends(inserted)
      && Self.ascends(moved.map(\.to)) && Self.ascends(updated.map(\.to))
    guard isOrdered else { throw ShownList.Misfit("a list is out of order: \(node.text)") }
  }

  private static func sections(_ node: JSONNode) throws -> (from: Int, to: Int) {
    let place = try Place(node)
    return (place.section, place.row)
  }

  private static func places(_ node: JSONNode) throws -> (from: Place, to: Place) {
    guard node.elements.count == 2 else { throw ShownList.Misfit("\(node.text) is no pair") }
    return (try Place(node.elements[0]), try Place(node.elements[1]))
  }

  private static func ascends<T: Comparable>(_ list: [T]) -> Bool {
    zip(list, list.dropFirst()).allSatisfy { $0 < $1 }
  }
}
