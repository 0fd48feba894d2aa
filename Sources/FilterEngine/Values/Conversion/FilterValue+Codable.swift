internal import EssentialFoundation

/// A value is coded as plain data, such as JSON: `null`, truth values, numbers, strings, lists and objects are
/// themselves. An object of one member whose key begins with `$` holds what plain data lacks:
///
/// | tag | value |
/// |---|---|
/// | `{"$date": 0}` | a date: seconds since 2001-01-01T00:00:00Z |
/// | `{"$data": "…"}` | data, in base64 |
/// | `{"$uuid": "…"}` | a UUID |
/// | `{"$set": […]}` | a set |
/// | `{"$float": "nan"}` | a double that JSON lacks: `nan`, `inf`, `-inf` |
/// | `{"$int": "…"}` | the digits of an integer outside 64 bits |
/// | `{"$decimal": "1.10"}` | a decimal number |
/// | `{"$object": {…}}` | an object that looks like a tag |
///
/// A decoded value equals the encoded one. JSON has one kind of number, so a double such as 3.0 comes back as
/// the integer 3. The members of a decoded object are in the order of their keys.
///
/// An integer that is plain data is exact up to `UInt64.max`. What `JSONDecoder` reads of more digits is the
/// nearest double; `JSONReader` of `FilterJSON` reads integers of any size.
extension FilterValue: Codable {
  private enum Tag: String, CaseIterable {
    case date = "$date"
    case data = "$data"
    case uuid = "$uuid"
    case set = "$set"
    case float = "$float"
    case int = "$int"
    case decimal = "$decimal"
    case object = "$object"
  }

  private struct MemberKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
    init(_ tag: Tag) { stringValue = tag.rawValue }
  }

  /// Reads plain data and tags.
  ///
  /// - Throws: `DecodingError` for a tag whose content it cannot hold, and beyond 200 levels.
  public init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= Self.maximumConversionDepth else {
      throw Self.corrupted(decoder, "nested deeper than \(Self.maximumConversionDepth) levels")
    }
    if let scalar = Self.scalar(from: try decoder.singleValueContainer()) {
      self = scalar
    } else if var list = try? decoder.unkeyedContainer() {
      var elements: [FilterValue] = []
      while !list.isAtEnd { elements.append(try list.decode(FilterValue.self)) }
      self = .list(elements)
    } else {
      let object = try decoder.container(keyedBy: MemberKey.self)
      if object.allKeys.count == 1, let tag = Tag(rawValue: object.allKeys[0].stringValue) {
        self = try Self.tagged(tag, in: object, decoder)
      } else {
        self = try Self.plainObject(in: object)
      }
    }
  }

  private static func scalar(from container: any SingleValueDecodingContainer) -> FilterValue? {
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let value = try? container.decode(Int64.self) { return .int(value) }
    if let value = try? container.decode(UInt64.self) { return FilterValue(integer: value) }
    if let value = try? container.decode(Double.self) { return .double(value) }
    return (try? container.decode(String.self)).map { .string($0) }
  }

  private static func plainObject(in container: KeyedDecodingContainer<MemberKey>) throws
    -> FilterValue
  {
    var members: [(key: String, value: FilterValue)] = []
    for name in container.allKeys.map(\.stringValue).sorted() {
      let key = MemberKey(stringValue: name)
      members.append((name, try container.decode(FilterValue.self, forKey: key)))
    }
    return .object(FilterObject(members))
  }

  private static func tagged(
    _ tag: Tag, in container: KeyedDecodingContainer<MemberKey>, _ decoder: any Decoder
  ) throws -> FilterValue {
    if tag == .object {
      return try plainObject(
        in: container.nestedContainer(keyedBy: MemberKey.self, forKey: MemberKey(tag)))
    }
    let content = try container.decode(FilterValue.self, forKey: MemberKey(tag))
    guard let value = value(of: tag, content) else {
      throw corrupted(decoder, "\(tag.rawValue) cannot hold \(content)")
    }
    return value
  }

  private static func value(of tag: Tag, _ content: FilterValue) -> FilterValue? {
    switch (tag, content) {
    case (.date, .int(let seconds)): .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
    case (.date, .double(let seconds)): .date(Date(timeIntervalSinceReferenceDate: seconds))
    case (.data, .string(let text)): Data(base64Encoded: text).map { .data($0) }
    case (.uuid, .string(let text)): UUID(uuidString: text).map { .uuid($0) }
    case (.set, .list(let list)): .set(FilterSet(list.elements))
    case (.float, .string("nan")): .double(.nan)
    case (.float, .string("inf")): .double(.infinity)
    case (.float, .string("-inf")): .double(-.infinity)
    case (.int, .int): content
    case (.int, .string(let digits)): FilterValue(integerDigits: digits.utf8)
    case (.decimal, .int(let number)): .decimal(Decimal(number))
    case (.decimal, .string("NaN")): .decimal(.nan)
    case (.decimal, .string(let text)): decimal(text)
    default: nil
    }
  }

  private static func decimal(_ text: String) -> FilterValue? {
    // Foundation parses a prefix; here the whole text must be a number.
    guard text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }), Double(text) != nil else {
      return nil
    }
    return Decimal(string: text).map { .decimal($0) }
  }

  private static func corrupted(_ decoder: any Decoder, _ words: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: words))
  }

  /// Writes plain data, and tags for other values. An item becomes an object of its keys, without keys whose
  /// values are items.
  ///
  /// - Throws: `EncodingError` beyond 200 levels.
  public func encode(to encoder: any Encoder) throws {
    guard !isTooDeep, encoder.codingPath.count <= Self.maximumConversionDepth else {
      throw ValueEncoder.tooDeep(self, encoder.codingPath)
    }
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value): try value.encode(to: encoder)
    case .int(let value): try value.encode(to: encoder)
    case .double(let value) where value.isFinite: try value.encode(to: encoder)
    case .double(let value):
      try encode(.float, .string(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf"), to: encoder)
    case .wide(let value): try encode(.int, .string(value.description), to: encoder)
    case .decimal(let value): try encode(.decimal, .string(value.description), to: encoder)
    case .string(let value): try value.encode(to: encoder)
    case .date(let value):
      try encode(.date, .double(value.timeIntervalSinceReferenceDate), to: encoder)
    case .data(let value): try encode(.data, .string(value.base64EncodedString()), to: encoder)
    case .uuid(let value): try encode(.uuid, .string(value.uuidString), to: encoder)
    case .list(let list): try list.elements.encode(to: encoder)
    case .set(let set): try encode(.set, .list(set.elements), to: encoder)
    case .object(let object): try Self.encode(object, to: encoder)
    case .item: try FilterValue(constant: constant).encode(to: encoder)
    }
  }

  private func encode(_ tag: Tag, _ content: FilterValue, to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberKey.self)
    try container.encode(content, forKey: MemberKey(tag))
  }

  private static func encode(_ object: FilterObject, to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberKey.self)
    let keys = object.shape.keys
    if keys.count == 1, Tag(rawValue: keys[0]) != nil {
      container = container.nestedContainer(keyedBy: MemberKey.self, forKey: MemberKey(.object))
    }
    for (key, value) in object.members {
      try container.encode(value, forKey: MemberKey(stringValue: key))
    }
  }
}
