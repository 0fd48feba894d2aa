package import FilterSyntax

/// The key paths that a tree reads of a row, and the row that holds nothing but their values.
///
/// A reader that finds single values without reading the whole row makes this row instead: the tree has the same value
/// for it, and the same errors.
package struct RowProjection: Sendable {
  /// The longest key path that is read; a reader goes as deep as it is long.
  package static let maximumDepth = 32

  /// The key paths, none of which leads through another one.
  package let paths: [[String]]
  private let root: Node

  /// An object of the row, or the value at a path.
  private indirect enum Node {
    case value(Int)
    case object(FilterObject.Shape, [Node])
  }

  /// The projection for a predicate; nil if it can read more than paths of names.
  package init?(_ tree: AST.Predicate) { self.init(KeyReads(tree)) }

  /// The projection for an expression; nil if it can read more than paths of names.
  package init?(_ tree: AST.Expression) {
    // The value of an expression is read whole, as an argument is.
    self.init(KeyReads(.call(AST.FunctionCall("", [tree]))))
  }

  private init?(_ reads: KeyReads) {
    var found: [[Exact]] = []
    guard reads.computed.isEmpty else { return nil }
    for read in reads.reads where read.extent != .way {
      guard !read.path.isEmpty, read.path.count <= Self.maximumDepth else { return nil }
      if !found.contains(read.path) { found.append(read.path) }
    }
    found = found.filter { path in
      !found.contains { $0.count < path.count && path.starts(with: $0) }
    }
    paths = found.map { $0.map(\.wrappedValue) }
    root = Self.node(Array(found.enumerated().map { ($0.element[...], $0.offset) }))
  }

  /// The node of paths below one value, each with its number.
  private static func node(_ paths: [(path: ArraySlice<Exact>, number: Int)]) -> Node {
    if let first = paths.first, first.path.isEmpty { return .value(first.number) }
    var keys: [Exact] = []
    var below: [[(path: ArraySlice<Exact>, number: Int)]] = []
    for (path, number) in paths {
      guard let key = path.first else { continue }
      let index = keys.firstIndex(of: key) ?? keys.count
      if index == keys.count {
        keys.append(key)
        below.append([])
      }
      below[index].append((path.dropFirst(), number))
    }
    return .object(FilterObject.Shape(keys.map(\.wrappedValue)), below.map(node))
  }

  /// The row of the values at the paths, which `value` returns by number; nil if one of them is nil.
  package func row(_ value: (Int) -> FilterValue?) -> FilterValue? { Self.value(of: root, value) }

  // Nodes nest no deeper than the longest path.
  private static func value(of node: Node, _ value: (Int) -> FilterValue?) -> FilterValue? {
    switch node {
    case .value(let number): return value(number)
    case .object(let shape, let nodes):
      var values: [FilterValue] = []
      values.reserveCapacity(nodes.count)
      for node in nodes {
        guard let value = Self.value(of: node, value) else { return nil }
        values.append(value)
      }
      return .object(FilterObject(shape: shape, values: values))
    }
  }
}
