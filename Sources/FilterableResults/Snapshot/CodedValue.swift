internal import EssentialFoundation
internal import FilterEngine

/// A value as an object with a member for its kind. An item is coded as an object of its keys.
struct CodedValue: Codable {
  let value: FilterValue

  /// The maximum nesting, so that deep data and cycles of items do not overflow a small stack.
  private static let depthLimit = 200

  private enum Kind: String, CodingKey {
    case bool, int, wide, double, decimal, string, date, data, uuid, list, set, object, keys
  }

  init(_ value: FilterValue) { self.value = value }

  init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= Self.depthLimit else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "values are nested too deep"))
    }
    let container = try decoder.container(keyedBy: Kind.self)
    func corrupted(_ key: Kind, _ reason: String) -> DecodingError {
      .dataCorruptedError(forKey: key, in: container, debugDescription: reason)
    }
    guard let kind = container.allKeys.first(where: { $0 != .keys }) else {
      guard container.allKeys.isEmpty else { throw corrupted(.keys, "keys without values") }
      value = .null
      return
    }
    switch kind {
    case .bool: value = .bool(try container.decode(Bool.self, forKey: kind))
    case .int: value = .int(try container.decode(Int64.self, forKey: kind))
    case .wide:
      let digits = try container.decode(String.self, forKey: kind)
      guard let wide = FilterValue(integerDigits: digits.utf8), case .wide = wide else {
        throw corrupted(kind, "no integer outside 64 bits")
      }
      value = wide
    case .double:
      value = .double(Double(bitPattern: try container.decode(UInt64.self, forKey: kind)))
    case .decimal: value = .decimal(try container.decode(Decimal.self, forKey: kind))
    case .string: value = .string(try container.decode(String.self, forKey: kind))
    case .date: value = .date(try container.decode(Date.self, forKey: kind))
    case .data: value = .data(try container.decode(Data.self, forKey: kind))
    case .uuid: value = .uuid(try container.decode(UUID.self, forKey: kind))
    case .list: value = .list(try container.decode([CodedValue].self, forKey: kind).map(\.value))
    case .set:
      value = .set(FilterSet(try container.decode([CodedValue].self, forKey: kind).map(\.value)))
    case .object, .keys:
      let values = try container.decode([CodedValue].self, forKey: .object).map(\.value)
      let keys = try container.decode([String].self, forKey: .keys)
      guard keys.count == values.count else { throw corrupted(.keys, "a key for each value") }
      value = .object(FilterObject(zip(keys, values).map { (key: $0, value: $1) }))
    }
  }

  func encode(to encoder: any Encoder) throws {
    guard encoder.codingPath.count <= Self.depthLimit, !value.isTooDeep else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: "values are nested too deep"))
    }
    var container = encoder.container(keyedBy: Kind.self)
    switch value {
    case .null: break
    case .bool(let value): try container.encode(value, forKey: .bool)
    case .int(let value): try container.encode(value, forKey: .int)
    case .double(let value): try container.encode(value.bitPattern, forKey: .double)
    case .decimal(let value): try container.encode(value, forKey: .decimal)
    case .string(let value): try container.encode(value, forKey: .string)
    case .date(let value): try container.encode(value, forKey: .date)
    case .data(let value): try container.encode(value, forKey: .data)
    case .uuid(let value): try container.encode(value, forKey: .uuid)
    case .list(let values): try container.encode(values.map(CodedValue.init), forKey: .list)
    case .set(let set): try container.encode(set.elements.map(CodedValue.init), forKey: .set)
    case .object(let object):
      try container.encode(object.shape.keys, forKey: .keys)
      try container.encode(object.values.map(CodedValue.init), forKey: .object)
    case .wide(let value): try container.encode(value.description, forKey: .wide)
    case .item(let item):
      // The type is not known when the value is decoded, which gives an object of its keys.
      try container.encode(item.filterKeys, forKey: .keys)
      try container.encode(
        item.filterKeys.map { CodedValue(item.filterValue(forKey: $0) ?? .null) }, forKey: .object)
    }
  }
}
