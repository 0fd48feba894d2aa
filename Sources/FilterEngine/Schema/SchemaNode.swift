import FilterSyntax

/// What is known of the values of a key.
final class SchemaNode {
  let depth: Int
  private(set) var kinds: [FilterKind] = []
  private(set) var elementKinds: [FilterKind] = []

  /// The texts of enumerations, and whether there are others.
  private var cases: [String] = []
  private var knownCases: Set<ByteKey> = []
  var hasAnyText = false
  var description: String?

  /// The place of a keyword that describes keys of other names, and of one that permits none; nil without it.
  var opened, closed: String?
  private(set) var children: [(name: String, node: SchemaNode)] = []
  private var places: [ByteKey: Int] = [:]

  init(depth: Int) { self.depth = depth }

  func child(_ name: String) -> SchemaNode? { places[ByteKey(name)].map { children[$0].node } }

  func makeChild(_ name: String) -> SchemaNode {
    let node = SchemaNode(depth: depth + 1)
    places[ByteKey(name)] = children.count
    children.append((name, node))
    return node
  }

  /// Leaves an object that has any key.
  func removeChildren() { (children, places, closed) = ([], [:], nil) }

  /// Throws if keys cannot be told apart by their names.
  func checkNames() throws(KeySchema.Mistake) {
    if let opened, !children.isEmpty {
      throw KeySchema.Mistake(
        pointer: opened,
        message: "keys of other names than those in 'properties' are not read: list them there")
    }
    if let closed, opened == nil, children.isEmpty {
      throw KeySchema.Mistake(
        pointer: closed, message: "it permits no key, and there is none in 'properties'")
    }
    for (_, node) in children { try node.checkNames() }
  }

  func add(_ kinds: [FilterKind], isElement: Bool) {
    for kind in kinds where kind != .null {
      if isElement {
        if !elementKinds.contains(kind) { elementKinds.append(kind) }
      } else if !self.kinds.contains(kind) {
        self.kinds.append(kind)
      }
    }
  }

  func add(cases: [String]) {
    for text in cases where knownCases.insert(ByteKey(text)).inserted { self.cases.append(text) }
  }

  /// The texts that values can be; nil for any.
  private var caseTexts: [String]? { hasAnyText || cases.isEmpty ? nil : cases }

  func addKeys(to keys: inout [KeySchema.DescribedKey], below names: [String]) {
    for (name, node) in children {
      let names = names + [name]
      var key = KeySchema.DescribedKey(names)
      (key.kinds, key.elementKinds, key.cases) = (node.kinds, node.elementKinds, node.caseTexts)
      key.description = node.description
      keys.append(key)
      node.addKeys(to: &keys, below: names)
    }
  }
}
