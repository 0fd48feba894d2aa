extension AST.Constant: Codable {
  /// A member names the kind and holds the value.
  private enum CodingKeys: String, CodingKey {
    case null, boolean, integer, double, text, seconds, bytes, decimal, uuid, list, set, map
  }

  /// Whether a coded constant of some kind has a member of this name.
  package static func isKind(_ name: String) -> Bool { CodingKeys(rawValue: name) != nil }

  /// A key and its value.
  private struct Member: Codable {
    var key: String
    var value: AST.Constant
  }

  /// Reads a constant of any kind.
  ///
  /// - Throws: `DecodingError` for data that is not a constant.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let kind = container.allKeys.first, container.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "a constant has one member, its kind"))
    }
    switch kind {
    case .null: self = .null
    case .boolean: self = .boolean(try container.decode(Bool.self, forKey: kind))
    case .integer: self = .integer(try container.decode(Int64.self, forKey: kind))
    // Doubles are coded as bits: many formats lack infinity, and none preserves every NaN.
    case .double:
      self = .double(Double(bitPattern: try container.decode(UInt64.self, forKey: kind)))
    case .seconds:
      self = .seconds(Double(bitPattern: try container.decode(UInt64.self, forKey: kind)))
    case .text: self = .text(try container.decode(String.self, forKey: kind))
    case .bytes: self = .bytes(try container.decode([UInt8].self, forKey: kind))
    case .decimal: self = .decimal(try container.decode(String.self, forKey: kind))
    case .uuid: self = .uuid(try container.decode(String.self, forKey: kind))
    case .list: self = .list(try container.decode([AST.Constant].self, forKey: kind))
    case .set: self = .set(try container.decode([AST.Constant].self, forKey: kind))
    case .map:
      self = .map(
        try container.decode([Member].self, forKey: kind).map { (key: $0.key, value: $0.value) })
    }
  }

  /// Writes the constant. Reading it gives the same bits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .null: try container.encode(true, forKey: .null)
    case .boolean(let value): try container.encode(value, forKey: .boolean)
    case .integer(let value): try container.encode(value, forKey: .integer)
    case .double(let value): try container.encode(value.bitPattern, forKey: .double)
    case .seconds(let value): try container.encode(value.bitPattern, forKey: .seconds)
    case .text(let value): try container.encode(value, forKey: .text)
    case .bytes(let value): try container.encode(value, forKey: .bytes)
    case .decimal(let value): try container.encode(value, forKey: .decimal)
    case .uuid(let value): try container.encode(value, forKey: .uuid)
    case .list(let values): try container.encode(values, forKey: .list)
    case .set(let values): try container.encode(values, forKey: .set)
    case .map(let members):
      try container.encode(
        members.map { Member(key: $0.key, value: $0.value) }, forKey: .map)
    }
  }
}
