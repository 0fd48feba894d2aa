import FilterSyntax

/// Key paths, as a tree by their keys.
package struct KeyTree: Sendable {
  /// Whether a path ends here, which permits everything below.
  package private(set) var isWhole = false

  private(set) var children = NamedTable<KeyTree>()

  /// Everything.
  static let all = KeyTree(isWhole: true)

  /// Each key of a table with everything below it; everything if the type has no table.
  init(of layout: RowLayout) {
    guard case .fields(let table) = layout.storage else {
      isWhole = true
      return
    }
    for field in table.fields { children.set(field.name, .all) }
  }

  private init(isWhole: Bool) { self.isWhole = isWhole }

  /// The paths of texts such as `owner.name`.
  init(_ paths: [String]) throws(SyntaxError) {
    for path in paths { insert(try Self.keys(of: path)[...]) }
  }

  /// The keys of a path; empty for `SELF`.
  @inline(never)
  static func keys(of path: String) throws(SyntaxError) -> [AST.KeyPath.Component] {
    let tree = try AST.Expression(parsing: path)
    switch tree {
    case .selfReference: return []
    case .keyPath(let node):
      if case .selfReference = node.base, node.components.allSatisfy({ $0.kind == .key }) {
        return node.components
      }
    default: break
    }
    throw SyntaxError(.expected(.key), at: tree.range, in: path)
  }

  @inline(never)
  private mutating func insert(_ keys: ArraySlice<AST.KeyPath.Component>) {
    guard let first = keys.first else {
      isWhole = true
      return
    }
    children.change(first.name, from: KeyTree(isWhole: false)) { $0.insert(keys.dropFirst()) }
  }

  /// The tree below a key, by its UTF-8; nil if the path leads nowhere.
  package func below(_ key: some Collection<UInt8>) -> KeyTree? {
    isWhole ? self : children[String(decoding: key, as: UTF8.self)]
  }

  /// The tree below a path; nil if the path leads nowhere.
  @inline(never)
  func below(_ path: [String]) -> KeyTree? {
    var tree = self
    for key in path where !tree.isWhole {
      guard let next = tree.children[key] else { return nil }
      tree = next
    }
    return tree
  }

  /// The paths that are in both.
  func intersection(_ other: KeyTree) -> KeyTree {
    if isWhole { return other }
    if other.isWhole { return self }
    var result = KeyTree(isWhole: false)
    for (name, tree) in zip(children.names, children.entries) {
      if let other = other.children[name] { result.children.set(name, tree.intersection(other)) }
    }
    return result
  }

  /// The paths that permit everything below them.
  var paths: [[String]] {
    if isWhole { return [[]] }
    return zip(children.names, children.entries).flatMap { name, tree in
      tree.paths.map { [name] + $0 }
    }
  }

  /// The names of the keys that can continue a path.
  var names: [String] { children.names.sorted() }
}
