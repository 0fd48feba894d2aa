internal import FilterEngine
internal import FoundationEssentials

/// A value as it is coded: under the name of its kind.
struct CodedValue: Codable {
  let value: FilterValue

  private enum Kind: String, CodingKey {
    case bool, int, double, decimal, string, date, data, uuid, list, set, object, keys
  }

  init(_ value: FilterValue) { self.value = value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Kind.self)
    guard let kind = container.allKeys.first(where: { $0 != .keys }) else {
      value = .null
      return
    }
    switch kind {
    case .bool: value = .bool(try container.decode(Bool.self, forKey: kind))
    case .int: value = .int(try container.decode(Int64.self, forKey: kind))
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
      guard keys.count == values.count else {
        throw DecodingError.dataCorruptedError(
          forKey: .keys, in: container, debugDescription: "a key for each value")
      }
      value = .object(FilterObject(zip(keys, values).map { (key: $0, value: $1) }))
    }
  }

  func encode(to encoder: any Encoder) throws {
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
    case .wide, .item:
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: "this kind of value has no coded form"))
    }
  }
}
