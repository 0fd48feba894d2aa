internal import EssentialFoundation

extension FilterValue {
  /// Makes a value of an encodable type.
  ///
  /// Keyed containers become objects in the order of encoding, unkeyed ones lists. Dates, data, UUIDs,
  /// decimal numbers and sets stay what they are, URLs become strings. Throws what `encode(to:)`
  /// throws, and `EncodingError` beyond 200 steps down, containers and values counted.
  public init(encoding value: some Encodable) throws {
    let node = EncodedNode(depth: 0)
    try ValueEncoder(node: node, codingPath: []).encode(value)
    let result = node.value
    guard !result.isTooDeep else { throw ValueEncoder.tooDeep(value, []) }
    self = result
  }
}

/// Encodes into a node.
struct ValueEncoder: Encoder {
  let node: EncodedNode
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.beginObject()
    return KeyedEncodingContainer(ValueKeyedContainer(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.beginList()
    return ValueUnkeyedContainer(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    ValueSingleContainer(encoder: self)
  }

  /// Encodes a value into the node.
  func encode(_ value: some Encodable) throws {
    switch value {
    // Types whose own encoding is not wanted.
    case let value as Date: node.set(.date(value))
    case let value as Data: node.set(.data(value))
    case let value as UUID: node.set(.uuid(value))
    case let value as Decimal: node.set(.decimal(value))
    case let value as URL: node.set(.string(value.absoluteString))
    case let value as FilterValue: node.set(value)
    case is any EncodedAsSet:
      try encodeItself(value)
      if case .list(let elements) = node.value { node.set(.set(FilterSet(elements.elements))) }
    default: try encodeItself(value)
    }
  }

  static func tooDeep(_ value: Any, _ codingPath: [any CodingKey]) -> EncodingError {
    EncodingError.invalidValue(
      value,
      EncodingError.Context(
        codingPath: codingPath,
        debugDescription: "nested deeper than \(FilterValue.maximumConversionDepth) levels"))
  }

  private func encodeItself(_ value: some Encodable) throws {
    guard node.depth <= FilterValue.maximumConversionDepth else {
      throw Self.tooDeep(value, codingPath)
    }
    // Each nested call counts, including one through a single value container, which adds no key.
    node.depth += 1
    try value.encode(to: self)
    node.depth -= 1
  }
}

/// A set, which encodes itself as a list.
private protocol EncodedAsSet {}

extension Set: EncodedAsSet {}
