import FilterSyntax

extension KeySchema {
  /// A mistake in a schema.
  package struct Mistake: Error, CustomStringConvertible {
    /// The place as a JSON pointer, such as `#/properties/age/type`
    package let pointer: String
    package let message: String

    package var description: String { "\(pointer): \(message)" }
  }

  /// The keys that a JSON Schema describes, of the version 2020-12 or an earlier one.
  ///
  /// It reads `type`, `format` for dates and UUIDs, `enum`, `const`, `properties`, `items`, `prefixItems`,
  /// `contains`, `description`, references within the document, `allOf`, `anyOf`, `oneOf`, and `then` and `else`;
  /// other keywords are ignored, as the standard says. An object without properties has any key, and one with properties
  /// has no others: a schema for other names, in `additionalProperties` or `patternProperties`, is refused beside them. A
  /// reference that leads to itself ends at its second use, where any key can follow.
  ///
  /// With `readsFormats` texts of dates and UUIDs are values of these kinds, as an app has them that decodes its rows.
  /// Without it they are texts, as rows of JSON have them.
  ///
  /// - Throws: The mistake of the document, in a keyword that is read or in a reference.
  package init(
    jsonSchema document: FilterValue, policy: FilterPolicy? = nil, readsFormats: Bool = true
  ) throws(Mistake) {
    let reader = SchemaReader(document, readsFormats: readsFormats)
    try reader.read()
    try reader.root.checkNames()
    guard !reader.root.children.isEmpty else {
      throw Mistake(pointer: "#", message: "it describes no properties")
    }
    var keys: [DescribedKey] = []
    reader.root.addKeys(to: &keys, below: [])
    self.init(keys, policy: policy)
  }
}

/// Collects the keys of a JSON Schema, level by level.
private final class SchemaReader {
  typealias Mistake = KeySchema.Mistake

  /// References can multiply keys and schemas without end.
  private static let (maximumKeys, maximumParts, maximumDepth) = (5_000, 100_000, 32)

  /// The most references that lead to a schema one after another.
  private static let maximumReferences = 128

  /// The most bytes of the places of all schemas: 16 MiB.
  private static let maximumBytes = 1 << 24

  let root = SchemaNode(depth: 0)
  private let document: FilterValue
  private var keyCount = 0
  private var byteCount = 0

  /// The schemas that are to be read next.
  private var waiting: [Part] = []

  private let readsFormats: Bool

  init(_ document: FilterValue, readsFormats: Bool) {
    (self.document, self.readsFormats) = (document, readsFormats)
  }

  /// A schema, with its place in the document.
  private struct Part {
    var schema: FilterValue
    var pointer: String
    let node: SchemaNode

    /// Whether it describes the elements of the lists of the node
    var isElement = false

    /// The references that lead to it from the root
    var references: [String] = []

    /// Whether another part says what texts there are
    var isRefined = false

    func at(_ schema: FilterValue, _ path: String) -> Part {
      var part = self
      (part.schema, part.pointer) = (schema, pointer + "/" + path)
      return part
    }
  }

  func read() throws(Mistake) {
    waiting = [Part(schema: document, pointer: "#", node: root)]
    var count = 0
    while !waiting.isEmpty {
      let parts = waiting
      waiting = []
      count += parts.count
      guard count <= Self.maximumParts else {
        throw Mistake(
          pointer: parts[0].pointer,
          message: "references lead to more than \(Self.maximumParts) schemas")
      }
      for part in parts { try read(part) }
    }
  }

  private func read(_ part: Part) throws(Mistake) {
    byteCount += part.pointer.utf8.count
    guard byteCount <= Self.maximumBytes else {
      throw Mistake(
        pointer: String(part.pointer.prefix(200)),
        message: "the places of all schemas have more than \(Self.maximumBytes) bytes")
    }
    if case .bool = part.schema { return }
    guard case .object(let schema) = part.schema else {
      throw Mistake(
        pointer: part.pointer, message: "a schema is an object, true or false")
    }
    if let text = try self.text("description", of: schema, part), part.node.description == nil {
      part.node.description = text
    }
    var parts: [Part] = []
    for name in ["allOf", "anyOf", "oneOf"] {
      for (index, schema) in try list(name, of: schema, part).enumerated() {
        parts.append(part.at(schema, "\(name)/\(index)"))
      }
    }
    for name in ["then", "else"] {
      if let schema = schema[name] { parts.append(part.at(schema, name)) }
    }
    for name in ["$dynamicRef", "$recursiveRef"] where schema[name] != nil {
      throw Mistake(pointer: "\(part.pointer)/\(name)", message: "it is not read: write $ref")
    }
    if let reference = try referred(in: schema, part) { parts.append(reference) }
    try readValues(schema, part, isRefined: part.isRefined || !parts.isEmpty)
    try readMembers(schema, part)
    waiting += parts
  }

  // MARK: - Kinds

  private static let kinds: [String: FilterKind] = [
    "string": .string, "number": .number, "integer": .number, "boolean": .boolean,
    "array": .list, "object": .object, "null": .null,
  ]

  private static let formats: [String: FilterKind] = [
    "date-time": .date, "date": .date, "uuid": .uuid,
  ]

  /// Reads what the values are.
  private func readValues(
    _ schema: FilterObject, _ part: Part, isRefined: Bool
  ) throws(Mistake) {
    var kinds = try types(of: schema, part)
    var cases: [FilterValue]?
    if let value = schema["const"] { cases = [value] }
    if case .list(let list)? = schema["enum"] {
      cases = list.elements
    } else if schema["enum"] != nil {
      throw Mistake(pointer: part.pointer + "/enum", message: "a list is expected")
    }
    if kinds.isEmpty {
      if let cases {
        kinds = cases.map(\.kind)
      } else if schema["properties"] != nil {
        kinds = [.object]
      } else if schema["items"] != nil || schema["prefixItems"] != nil {
        kinds = [.list]
      }
    }
    if cases == nil, let format = try text("format", of: schema, part),
      let known = Self.formats[format]
    {
      let kind = readsFormats ? known : .string
      kinds = kinds.isEmpty ? [kind] : kinds.map { $0 == .string ? kind : $0 }
    }
    part.node.add(kinds, isElement: part.isElement)
    guard kinds.contains(.string) else { return }
    if let cases {
      part.node.add(
        cases: cases.compactMap { if case .string(let text) = $0 { text } else { nil } })
    } else if !isRefined {
      part.node.hasAnyText = true
    }
  }

  private func types(of schema: FilterObject, _ part: Part) throws(Mistake) -> [FilterKind] {
    guard let type = schema["type"] else { return [] }
    let names: [FilterValue] = if case .list(let list) = type { list.elements } else { [type] }
    var kinds: [FilterKind] = []
    for name in names {
      guard case .string(let name) = name, let kind = Self.kinds[name] else {
        let known = Self.kinds.keys.sorted().joined(separator: ", ")
        throw Mistake(
          pointer: part.pointer + "/type", message: "a type is one of \(known), or a list of them")
      }
      kinds.append(kind)
    }
    return kinds
  }

  // MARK: - Members and elements

  private func readMembers(_ schema: FilterObject, _ part: Part) throws(Mistake) {
    if let properties = schema["properties"] {
      guard case .object(let properties) = properties else {
        throw Mistake(pointer: part.pointer + "/properties", message: "an object is expected")
      }
      for (name, schema) in properties.members {
        guard let node = try child(name, of: part.node) else { continue }
        waiting.append(
          Part(
            schema: schema, pointer: part.pointer + "/properties/" + Self.escaped(name), node: node,
            references: part.references))
      }
    }
    try readOtherNames(schema, part)
    for name in ["items", "contains", "additionalItems"] {
      guard let schema = schema[name] else { continue }
      // Before 2020-12 the schemas of the first elements were here.
      if case .list(let list) = schema {
        for (index, schema) in list.elements.enumerated() {
          addElement(part.at(schema, "\(name)/\(index)"))
        }
      } else {
        addElement(part.at(schema, name))
      }
    }
    for (index, schema) in try list("prefixItems", of: schema, part).enumerated() {
      addElement(part.at(schema, "prefixItems/\(index)"))
    }
  }

  /// Reads whether there are keys beside `properties`. True says no more than the absence of the keyword.
  private func readOtherNames(_ schema: FilterObject, _ part: Part) throws(Mistake) {
    for name in ["additionalProperties", "unevaluatedProperties", "patternProperties"] {
      guard let value = schema[name] else { continue }
      let pointer = "\(part.pointer)/\(name)"
      switch value {
      case .bool(let isPermitted) where name != "patternProperties":
        // Keys of an object that is too deep are not read.
        guard !isPermitted, part.node.depth < Self.maximumDepth else { continue }
        part.node.closed = part.node.closed ?? pointer
      case .object(let object):
        // An empty schema is true.
        if !object.shape.keys.isEmpty { part.node.opened = part.node.opened ?? pointer }
      default:
        let expected = name == "patternProperties" ? "an object" : "a schema"
        throw Mistake(pointer: pointer, message: "\(expected) is expected")
      }
    }
  }

  private func addElement(_ part: Part) {
    var part = part
    (part.isElement, part.isRefined) = (true, false)
    waiting.append(part)
  }

  private func child(_ name: String, of node: SchemaNode) throws(Mistake) -> SchemaNode? {
    if let child = node.child(name) { return child }
    guard node.depth < Self.maximumDepth else { return nil }
    guard keyCount < Self.maximumKeys else {
      guard node !== root else {
        throw Mistake(
          pointer: "#", message: "it describes more than \(Self.maximumKeys) properties")
      }
      // With some of its keys it would refuse the others.
      node.removeChildren()
      return nil
    }
    keyCount += 1
    return node.makeChild(name)
  }

  // MARK: - References

  /// The schema that a reference leads to; nil for none, and for one that leads back here.
  private func referred(in schema: FilterObject, _ part: Part) throws(Mistake) -> Part? {
    guard let reference = try text("$ref", of: schema, part) else { return nil }
    guard let target = target(of: reference) else {
      throw Mistake(
        pointer: part.pointer + "/$ref",
        message: reference.begins(with: "#")
          ? "nothing is at '\(reference.shown)'"
          : "'\(reference.shown)' is not within this document")
    }
    guard !part.references.contains(reference) else {
      // Any key can follow.
      if case .object(let schema) = target {
        let kinds = try types(of: schema, part)
        part.node.add(
          kinds.isEmpty && schema["properties"] != nil ? [.object] : kinds,
          isElement: part.isElement)
      }
      return nil
    }
    guard part.references.count < Self.maximumReferences else {
      throw Mistake(
        pointer: part.pointer + "/$ref",
        message: "more than \(Self.maximumReferences) references lead here one after another")
    }
    return Part(
      schema: target, pointer: reference, node: part.node, isElement: part.isElement,
      references: part.references + [reference], isRefined: part.isRefined)
  }

  /// The value at a pointer such as `#/$defs/name`.
  private func target(of reference: String) -> FilterValue? {
    if reference == "#" { return document }
    guard reference.begins(with: "#/") else { return nil }
    var value = document
    for step in reference.dropping(2).parts(at: "/") {
      let step = Self.unescaped(step)
      switch value {
      case .object(let object):
        guard let member = object[step] else { return nil }
        value = member
      case .list(let list):
        guard let index = Int(step), list.elements.indices.contains(index) else { return nil }
        value = list.elements[index]
      default: return nil
      }
    }
    return value
  }

  /// A step of a pointer without its escapes: `%20`, then `~1` and `~0`.
  private static func unescaped(_ step: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(step.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let number = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        rest = rest.dropFirst(2)
        bytes.append(number)
      } else {
        bytes.append(byte)
      }
    }
    var text: [UInt8] = []
    rest = bytes[...]
    while let byte = rest.popFirst() {
      switch (byte, rest.first) {
      case (UInt8(ascii: "~"), UInt8(ascii: "1")): text.append(UInt8(ascii: "/"))
      case (UInt8(ascii: "~"), UInt8(ascii: "0")): text.append(byte)
      default:
        text.append(byte)
        continue
      }
      rest.removeFirst()
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func escaped(_ name: String) -> String {
    name.writing("~0", for: "~").writing("~1", for: "/")
  }

  // MARK: - Keywords

  private func text(
    _ name: String, of schema: FilterObject, _ part: Part
  ) throws(Mistake) -> String? {
    guard let value = schema[name] else { return nil }
    guard case .string(let text) = value else {
      throw Mistake(pointer: "\(part.pointer)/\(name)", message: "a text is expected")
    }
    return text
  }

  private func list(
    _ name: String, of schema: FilterObject, _ part: Part
  ) throws(Mistake) -> [FilterValue] {
    guard let value = schema[name] else { return [] }
    guard case .list(let list) = value else {
      throw Mistake(pointer: "\(part.pointer)/\(name)", message: "a list is expected")
    }
    return list.elements
  }
}
