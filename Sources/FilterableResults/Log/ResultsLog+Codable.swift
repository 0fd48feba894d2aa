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

/// A step of the log with the type of its items.
private enum CodedStep<Item: Codable>: Codable {
  case remove(Item, at: StorePosition)
  case insert(Item, at: StorePosition)
  case replace(Item, at: StorePosition)
  case move(from: StorePosition, to: StorePosition)
  case removeSection(CodedValue, at: Int)
  case insertSection(CodedValue, title: String?, at: Int)
  case moveSection(from: Int, to: Int)
  case setTitle(String?, at: Int)
  case load(sections: [LoggedSection]?, isFlat: Bool)

  struct LoggedSection: Codable {
    let key: CodedValue
    let title: String?
    let items: [Item]
  }

  init(_ step: StoreStep) {
    switch step {
    case .remove(let row, let position): self = .remove(row.item(), at: position)
    case .insert(let row, let position): self = .insert(row.item(), at: position)
    case .replace(let row, let position): self = .replace(row.item(), at: position)
    case .move(let from, let to): self = .move(from: from, to: to)
    case .removeSection(let key, let index): self = .removeSection(CodedValue(key), at: index)
    case .insertSection(let key, let title, let index):
      self = .insertSection(CodedValue(key), title: title, at: index)
    case .moveSection(let from, let to): self = .moveSection(from: from, to: to)
    case .setTitle(let title, let index): self = .setTitle(title, at: index)
    case .load(let contents):
      let sections = contents.map { contents in
        contents.sections.list.map { section in
          LoggedSection(
            key: CodedValue(section.key), title: section.title,
            items: section.tree.ids.map { contents.rows.item($0, as: Item.self) })
        }
      }
      self = .load(sections: sections, isFlat: contents?.isFlat ?? true)
    }
  }

  var step: StoreStep {
    switch self {
    case .remove(let item, let position): .remove(StoredRow(item), at: position)
    case .insert(let item, let position): .insert(StoredRow(item), at: position)
    case .replace(let item, let position): .replace(StoredRow(item), at: position)
    case .move(let from, let to): .move(from: from, to: to)
    case .removeSection(let key, let index): .removeSection(key.value, at: index)
    case .insertSection(let key, let title, let index):
      .insertSection(key.value, title: title, at: index)
    case .moveSection(let from, let to): .moveSection(from: from, to: to)
    case .setTitle(let title, let index): .setTitle(title, at: index)
    case .load(nil, _): .load(nil)
    case .load(let sections?, let isFlat): .load(Self.contents(sections, isFlat: isFlat))
    }
  }

  private static func contents(_ sections: [LoggedSection], isFlat: Bool) -> StoreContents {
    var start: RowID = 0
    let stored = sections.enumerated().map { index, section in
      let ids = start..<start + RowID(section.items.count)
      start = ids.upperBound
      return RowSection(
        id: index, key: section.key.value, title: section.title,
        tree: RowTree(hidden: Array(ids)))
    }
    return StoreContents(
      rows: RowTable(sections.flatMap(\.items)), sections: SectionTree(stored), isFlat: isFlat)
  }
}
