internal import FilterEngine

extension ResultsLog: Codable where Item: Codable {
  private enum CodingKeys: CodingKey {
    case undo, redo, limit
  }

  /// Decodes a log that `encode(to:)` encoded.
  ///
  /// - Throws: A `DecodingError` if the data is not a log.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let edits = { (key: CodingKeys) in
      try container.decode([[CodedStep<Item>]].self, forKey: key).map { $0.map(\.step) }
    }
    self.init(
      StoreLog(
        undoable: try edits(.undo), redoable: try edits(.redo),
        limit: try container.decodeIfPresent(Int.self, forKey: .limit)))
  }

  /// Encodes the limit and the edits, including the items that they replaced or removed.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let coded = { (steps: [StoreStep]) in steps.map { CodedStep<Item>($0) } }
    try container.encode(edits.undoable.map(coded), forKey: .undo)
    try container.encode(edits.redoable.map(coded), forKey: .redo)
    try container.encodeIfPresent(limit, forKey: .limit)
  }
}

/// A step of the log with the type of its items, as an object with a member for its kind.
// Coded by hand: the compiler would make a type of keys, with all that belongs to it, for each kind.
private struct CodedStep<Item: Codable>: Codable {
  let step: StoreStep

  private enum Kind: String, CodingKey {
    case remove, insert, replace, move, removeSection, insertSection, moveSection, setTitle, load
  }

  private enum Member: String, CodingKey {
    case value = "_0"
    case at, from, to, title, sections, isFlat
  }

  init(_ step: StoreStep) { self.step = step }

  init(from decoder: any Decoder) throws {
    let kinds = try decoder.container(keyedBy: Kind.self)
    guard let kind = kinds.allKeys.first, kinds.allKeys.count == 1 else {
      throw DecodingError.typeMismatch(
        CodedStep.self,
        DecodingError.Context(
          codingPath: kinds.codingPath,
          debugDescription: "Invalid number of keys found, expected one."))
    }
    let members = try kinds.nestedContainer(keyedBy: Member.self, forKey: kind)
    var row: StoredRow {
      get throws { StoredRow(try members.decode(Item.self, forKey: .value)) }
    }
    var key: FilterValue {
      get throws { try members.decode(CodedValue.self, forKey: .value).value }
    }
    func position(_ member: Member = .at) throws -> StorePosition {
      try members.decode(StorePosition.self, forKey: member)
    }
    func index(_ member: Member = .at) throws -> Int {
      try members.decode(Int.self, forKey: member)
    }
    func title(_ member: Member) throws -> String? {
      try members.decodeIfPresent(String.self, forKey: member)
    }
    switch kind {
    case .remove: step = .remove(try row, at: try position())
    case .insert: step = .insert(try row, at: try position())
    case .replace: step = .replace(try row, at: try position())
    case .move: step = .move(from: try position(.from), to: try position(.to))
    case .removeSection: step = .removeSection(try key, at: try index())
    case .insertSection:
      step = .insertSection(try key, title: try title(.title), at: try index())
    case .moveSection: step = .moveSection(from: try index(.from), to: try index(.to))
    case .setTitle: step = .setTitle(try title(.value), at: try index())
    case .load:
      let sections = try members.decodeIfPresent([LoggedSection<Item>].self, forKey: .sections)
      let isFlat = try members.decode(Bool.self, forKey: .isFlat)
      step = .load(sections.map { StoreContents($0, isFlat: isFlat) })
    }
  }

  func encode(to encoder: any Encoder) throws {
    var kinds = encoder.container(keyedBy: Kind.self)
    func members(_ kind: Kind) -> KeyedEncodingContainer<Member> {
      kinds.nestedContainer(keyedBy: Member.self, forKey: kind)
    }
    func encode(_ row: StoredRow, _ position: StorePosition, as kind: Kind) throws {
      var members = members(kind)
      try members.encode(row.item(as: Item.self), forKey: .value)
      try members.encode(position, forKey: .at)
    }
    switch step {
    case .remove(let row, let position): try encode(row, position, as: .remove)
    case .insert(let row, let position): try encode(row, position, as: .insert)
    case .replace(let row, let position): try encode(row, position, as: .replace)
    case .move(let from, let to):
      var members = members(.move)
      try members.encode(from, forKey: .from)
      try members.encode(to, forKey: .to)
    case .removeSection(let key, let index):
      var members = members(.removeSection)
      try members.encode(CodedValue(key), forKey: .value)
      try members.encode(index, forKey: .at)
    case .insertSection(let key, let title, let index):
      var members = members(.insertSection)
      try members.encode(CodedValue(key), forKey: .value)
      try members.encodeIfPresent(title, forKey: .title)
      try members.encode(index, forKey: .at)
    case .moveSection(let from, let to):
      var members = members(.moveSection)
      try members.encode(from, forKey: .from)
      try members.encode(to, forKey: .to)
    case .setTitle(let title, let index):
      var members = members(.setTitle)
      try members.encodeIfPresent(title, forKey: .value)
      try members.encode(index, forKey: .at)
    case .load(let contents):
      var members = members(.load)
      try members.encodeIfPresent(
        contents?.sections.list.map { LoggedSection<Item>($0, contents?.rows) }, forKey: .sections)
      try members.encode(contents?.isFlat ?? true, forKey: .isFlat)
    }
  }
}

/// A section with its rows, as it was before an edit replaced everything.
private struct LoggedSection<Item: Codable>: Codable {
  let key: CodedValue
  let title: String?
  let items: [Item]

  init(_ section: RowSection, _ rows: RowTable?) {
    key = CodedValue(section.key)
    title = section.title
    items = section.tree.ids.compactMap { rows?.item($0, as: Item.self) }
  }
}

extension StoreContents {
  fileprivate init<Item>(_ sections: [LoggedSection<Item>], isFlat: Bool) {
    var start: RowID = 0
    let stored = sections.enumerated().map { index, section in
      let ids = start..<start + RowID(section.items.count)
      start = ids.upperBound
      return RowSection(
        id: index, key: section.key.value, title: section.title,
        tree: RowTree(hidden: Array(ids)))
    }
    self.init(
      rows: RowTable(sections.flatMap(\.items)), sections: SectionTree(stored), isFlat: isFlat)
  }
}
