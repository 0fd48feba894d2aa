/// An operation of a JSON Patch, RFC 6902, to be encoded as JSON.
public struct JSONPatchOperation<Item: Codable>: Encodable {
  /// The content that is added or that replaces another.
  indirect enum Value: Encodable {
    case row(ResultsRow<Item>)
    case section(ResultsSection<Item>)
    case sections([ResultsSection<Item>]?)
    case text(String)
    case flag(Bool)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .row(let row): try container.encode(row)
      case .section(let section): try container.encode(section)
      case .sections(let sections): try container.encode(sections)
      case .text(let text): try container.encode(text)
      case .flag(let flag): try container.encode(flag)
      }
    }
  }

  /// `add`, `remove`, `replace` or `move`.
  package let op: String

  /// The target in the document, a JSON Pointer such as `/sections/0/rows/3`.
  package let path: String

  /// The source of `move`, a JSON Pointer.
  package let from: String?

  let value: Value?

  init(_ op: String, _ path: String, from: String? = nil, _ value: Value? = nil) {
    self.op = op
    self.path = path
    self.from = from
    self.value = value
  }
}

extension ResultsChange where Item: Codable {
  /// The change as a JSON Patch for the document that the old snapshot is encoded as, so that a list in a browser can
  /// follow a controller.
  ///
  /// Each operation counts in the result of the operations before it.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var jsonPatch: [JSONPatchOperation<Item>] {
    guard !isReload else {
      return [JSONPatchOperation("replace", "/sections", .sections(new.loadedSections))]
    }
    let heads = patch.sections.filter { !changeset.insertedSections.contains($0.place) }
    return sequence.compactMap(operation)
      + heads.flatMap { headOperations(of: $0.section, at: $0.place) }
  }

  private func operation(_ step: SequentialChange) -> JSONPatchOperation<Item>? {
    switch step {
    case .deleteSection(let place): JSONPatchOperation("remove", pointer(place))
    case .moveSection(let from, let to):
      JSONPatchOperation("move", pointer(to), from: pointer(from))
    case .insertSection(let place, let final):
      new.section(at: final).map { JSONPatchOperation("add", pointer(place), .section($0)) }
    case .deleteItem(let path): JSONPatchOperation("remove", pointer(path))
    case .moveItem(let from, let to):
      JSONPatchOperation("move", pointer(to), from: pointer(from))
    case .insertItem(let path, let final):
      new.row(at: final).map { JSONPatchOperation("add", pointer(path), .row($0)) }
    case .updateItem(let path):
      new.row(at: path).map { JSONPatchOperation("replace", pointer(path), .row($0)) }
    case .updateSection: nil
    }
  }

  /// The operations that update the members of a kept section. A member without a value is not in the document.
  private func headOperations(
    of section: ResultsSection<Item>, at place: Int
  ) -> [JSONPatchOperation<Item>] {
    guard let old = old.section(forKey: section.key).flatMap(old.section(at:)) else { return [] }
    let members: [(name: String, old: String?, new: String?)] = [
      ("title", old.title, section.title), ("indexTitle", old.indexTitle, section.indexTitle),
    ]
    var operations: [JSONPatchOperation<Item>] = []
    for member in members where member.old != member.new {
      let path = pointer(place) + "/" + member.name
      operations.append(
        member.new.map { JSONPatchOperation("add", path, .text($0)) }
          ?? JSONPatchOperation("remove", path))
    }
    if old.isCollapsed != section.isCollapsed {
      let path = pointer(place) + "/isCollapsed"
      operations.append(
        section.isCollapsed
          ? JSONPatchOperation("add", path, .flag(true)) : JSONPatchOperation("remove", path))
    }
    return operations
  }

  private func pointer(_ section: Int) -> String { "/sections/\(section)" }

  private func pointer(_ path: ResultsPath) -> String {
    "/sections/\(path.section)/rows/\(path.item)"
  }
}
