internal import FilterEngine

extension ResultsRow: Codable where Item: Codable {
  private enum Kind: String, CodingKey {
    case item, group, extra, value
  }

  /// Decodes a row, whose kind is the name of a member.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Kind.self)
    if container.contains(.item) {
      self = .item(try container.decode(Item.self, forKey: .item))
    } else if container.contains(.group) {
      self = .group(
        ResultsGroup(
          section: try container.decode(CodedValue.self, forKey: .value).value,
          items: try container.decode([Item].self, forKey: .group)))
    } else {
      self = .extra(
        ResultsExtra(
          id: try container.decode(CodedValue.self, forKey: .extra).value,
          value: try container.decode(CodedValue.self, forKey: .value).value))
    }
  }

  /// Encodes the row as an object with a member for its kind.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Kind.self)
    switch self {
    case .item(let item): try container.encode(item, forKey: .item)
    case .group(let group):
      try container.encode(group.items, forKey: .group)
      try container.encode(CodedValue(group.section), forKey: .value)
    case .extra(let extra):
      try container.encode(CodedValue(extra.id), forKey: .extra)
      try container.encode(CodedValue(extra.value), forKey: .value)
    }
  }
}

extension ResultsSection: Codable where Item: Codable {
  private enum Part: String, CodingKey {
    case key, title, indexTitle, isCollapsed, rows
  }

  /// Decodes a section from its key, titles and rows.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Part.self)
    self.init(
      key: try container.decode(CodedValue.self, forKey: .key).value,
      title: try container.decodeIfPresent(String.self, forKey: .title),
      indexTitle: try container.decodeIfPresent(String.self, forKey: .indexTitle),
      isCollapsed: try container.decodeIfPresent(Bool.self, forKey: .isCollapsed) ?? false,
      rows: try container.decode([ResultsRow<Item>].self, forKey: .rows))
  }

  /// Encodes the section as an object of its key, titles and rows.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Part.self)
    try container.encode(CodedValue(key), forKey: .key)
    try container.encodeIfPresent(title, forKey: .title)
    try container.encodeIfPresent(indexTitle, forKey: .indexTitle)
    if isCollapsed { try container.encode(true, forKey: .isCollapsed) }
    try container.encode(rows, forKey: .rows)
  }
}

extension ResultsSnapshot: Codable where Item: Codable {
  private enum Part: String, CodingKey {
    case sections
  }

  /// Decodes a snapshot from its sections; null if no data was loaded.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Part.self)
    self.init(sections: try container.decode([ResultsSection<Item>]?.self, forKey: .sections))
  }

  /// Encodes the snapshot as an object of its sections; null if no data is loaded.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Part.self)
    try container.encode(loadedSections, forKey: .sections)
  }
}
