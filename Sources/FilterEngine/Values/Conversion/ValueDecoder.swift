import EssentialFoundation

extension FilterValue {
  /// Makes a value of a decodable type, as `init(encoding:)` has made this of one.
  ///
  /// Objects and typed items are keyed containers, lists and sets unkeyed ones. A number becomes any type of numbers that
  /// has it exactly. Dates, data, UUIDs and decimals are themselves, and URLs are texts.
  ///
  /// - Throws: A `DecodingError` with the path of the first value that is missing or of another kind.
  /// - Complexity: O(n) in the size of the value.
  public func decode<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try ValueDecoder(value: self, codingPath: []).decode(type)
  }
}

/// Decodes a value.
private struct ValueDecoder: Decoder {
  let value: FilterValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard try decodesItself(type) else {
      if let type = type as? any FilterValueConvertible.Type,
        let result = converted(to: type) as? Value
      {
        return result
      }
      throw mismatch(type)
    }
    return try type.init(from: self)
  }

  /// Whether the type's own decoding is that of its values here.
  private func decodesItself(_ type: any Decodable.Type) throws -> Bool {
    switch (type, value) {
    case (is FilterValue.Type, _), (is Date.Type, .date), (is Data.Type, .data),
      (is UUID.Type, .uuid), (is Decimal.Type, _), (is URL.Type, .string):
      return false
    default:
      guard codingPath.count <= FilterValue.maximumConversionDepth else {
        throw corrupted("nested deeper than \(FilterValue.maximumConversionDepth) levels")
      }
      return true
    }
  }

  private func converted<Value: FilterValueConvertible>(to type: Value.Type) -> Value? {
    value.converted(to: type)
  }

  /// A scalar, whose type has the value exactly.
  func scalar<Value: FilterValueConvertible>(_ type: Value.Type) throws -> Value {
    guard let result = value.converted(to: type) else { throw mismatch(type) }
    return result
  }

  func mismatch(_ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: "expected \(type), found \(value.kind.phrase)")
    return value.kind == .null
      ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  func corrupted(_ words: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: words))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard value.kind == .object else { throw mismatch([String: FilterValue].self) }
    return KeyedDecodingContainer(KeyedValues(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = value.elements else { throw mismatch([FilterValue].self) }
    return ListedValues(decoder: self, elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleValue(decoder: self) }
}

private struct SingleValue: SingleValueDecodingContainer {
  let decoder: ValueDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.value.kind == .null }
  func decode(_ type: Bool.Type) throws -> Bool { try decoder.scalar(type) }
  func decode(_ type: String.Type) throws -> String { try decoder.scalar(type) }
  func decode(_ type: Double.Type) throws -> Double { try decoder.scalar(type) }
  func decode(_ type: Float.Type) throws -> Float { try decoder.scalar(type) }
  func decode(_ type: Int.Type) throws -> Int { try decoder.scalar(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try decoder.scalar(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try decoder.scalar(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try decoder.scalar(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try decoder.scalar(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try decoder.scalar(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try decoder.scalar(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.scalar(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.scalar(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.scalar(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.scalar(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try decoder.scalar(type) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
}

private struct KeyedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ValueDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    switch decoder.value {
    case .object(let object): object.shape.keys.compactMap(Key.init(stringValue:))
    case .item(let item): item.filterKeys.compactMap(Key.init(stringValue:))
    default: []
    }
  }

  func contains(_ key: Key) -> Bool { decoder.value.member(key.stringValue) != nil }

  private func member(_ key: any CodingKey) throws -> ValueDecoder {
    guard let value = decoder.value.member(key.stringValue) else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "there is no key '\(key.stringValue)'"))
    }
    return ValueDecoder(value: value, codingPath: codingPath + [key])
  }

  func decodeNil(forKey key: Key) throws -> Bool { try member(key).value.kind == .null }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try member(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try member(PlainKey("super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }
}

private struct ListedValues: UnkeyedDecodingContainer {
  let decoder: ValueDecoder
  let elements: [FilterValue]
  private(set) var currentIndex = 0

  init(decoder: ValueDecoder, elements: [FilterValue]) {
    self.decoder = decoder
    self.elements = elements
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  private mutating func next(_ type: Any.Type) throws -> ValueDecoder {
    let path = codingPath + [PlainKey(currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type, DecodingError.Context(codingPath: path, debugDescription: "the list has ended"))
    }
    currentIndex += 1
    return ValueDecoder(value: elements[currentIndex - 1], codingPath: path)
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd else { _ = try next(FilterValue.self); return true }
    guard elements[currentIndex].kind == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let before = currentIndex
    do {
      return try next(type).decode(type)
    } catch {
      // A value that was not decoded can be read as another type.
      currentIndex = before
      throw error
    }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next([String: FilterValue].self).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next([FilterValue].self).unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next((any Decoder).self) }
}

/// A key by name or position.
private struct PlainKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) { (stringValue, intValue) = (name, nil) }
  init(_ index: Int) { (stringValue, intValue) = ("\(index)", index) }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(intValue) }
}
