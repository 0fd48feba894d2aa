/// Writes the members of an object.
struct ValueKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: EncodedNode
  let codingPath: [any CodingKey]

  mutating func encodeNil(forKey key: Key) { node.member(key.stringValue).set(.null) }

  mutating func encode(_ value: Int128, forKey key: Key) {
    encoder(key).node.set(value.filterValue)
  }

  mutating func encode(_ value: UInt128, forKey key: Key) {
    encoder(key).node.set(value.filterValue)
  }

  mutating func encode(_ value: some Encodable, forKey key: Key) throws {
    try encoder(key).encode(value)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder(key, isNested: true).container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(key, isNested: true).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    ValueEncoder(node: node.member("super", isNested: true), codingPath: codingPath)
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    encoder(key, isNested: true)
  }

  private func encoder(_ key: Key, isNested: Bool = false) -> ValueEncoder {
    ValueEncoder(
      node: node.member(key.stringValue, isNested: isNested), codingPath: codingPath + [key])
  }
}

/// Writes the elements of a list.
struct ValueUnkeyedContainer: UnkeyedEncodingContainer {
  let node: EncodedNode
  let codingPath: [any CodingKey]
  var count: Int { node.count }

  mutating func encodeNil() { node.append().set(.null) }

  mutating func encode(_ value: Int128) { node.append().set(value.filterValue) }

  mutating func encode(_ value: UInt128) { node.append().set(value.filterValue) }

  mutating func encode(_ value: some Encodable) throws { try encoder().encode(value) }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder(isNested: true).container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder(isNested: true).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { encoder(isNested: true) }

  private func encoder(isNested: Bool = false) -> ValueEncoder {
    ValueEncoder(node: node.append(isNested: isNested), codingPath: codingPath)
  }
}

/// Writes one value.
struct ValueSingleContainer: SingleValueEncodingContainer {
  let encoder: ValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func encodeNil() { encoder.node.set(.null) }
  mutating func encode(_ value: Bool) { encoder.node.set(value.filterValue) }
  mutating func encode(_ value: String) { encoder.node.set(value.filterValue) }
  mutating func encode(_ value: Double) { encoder.node.set(value.filterValue) }
  mutating func encode(_ value: Float) { encoder.node.set(value.filterValue) }
  mutating func encode(_ value: Int) { encoder.node.set(value.filterValue) }
  mutating func encode(_ value: Int8) { encoder.node.set(value.filterValue) }
  mutating func encode(_ value: Int16) { encoder.node.set(value.filterValue) }
  mutating func encode(_ value: Int32) { encoder.node.set(value.filterValue) }
  mutating func encode(_ value: Int64) { encoder.node.set(value.filterValue) }
  mutating func encode(_ value: Int128) { encoder.node.set(value.filterValue) }
  mutating func encode(_ value: UInt) { encoder.node.set(value.filterValue) }
  mutating func encode(_ value: UInt8) { encoder.node.set(value.filterValue) }
  mutating func encode(_ value: UInt16) { encoder.node.set(value.filterValue) }
  mutating func encode(_ value: UInt32) { encoder.node.set(value.filterValue) }
  mutating func encode(_ value: UInt64) { encoder.node.set(value.filterValue) }
  mutating func encode(_ value: UInt128) { encoder.node.set(value.filterValue) }
  mutating func encode(_ value: some Encodable) throws { try encoder.encode(value) }
}
