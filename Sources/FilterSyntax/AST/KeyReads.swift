/// The key paths of an item that a tree reads, in any form.
///
/// A key can be read through a key path, an element of a subquery, a variable that `:=` binds, an index, a
/// branch of `TERNARY`, an element of a list in the text, a parenthesis, an argument of a function. So each
/// node has an *origin*: the key paths of the item that its value may come from. Every value that a node can
/// have comes from its origin, or from nothing of the item.
package struct KeyReads: Sendable {
  /// One read.
  package struct Read: Sendable {
    /// The part of a value that is read.
    package enum Extent: Sendable {
      /// Nothing: the path leads through the value to one below it
      case way
      /// Whether it is nil, and how many elements it has
      case shape
      /// All of it, and everything below it
      case whole
    }

    /// The keys from the item to the value; empty for the item itself.
    package let path: [Exact]

    package let extent: Extent

    /// The part of the text that reads.
    package let range: SourceRange

    /// The ranges of the last steps of the path in the text.
    package let steps: [SourceRange]
  }

  /// The reads, in the order of the text.
  package internal(set) var reads: [Read] = []

  /// The ranges of keys that are computed, and so not known before a row is read.
  package internal(set) var computed: [SourceRange] = []

  /// The reads of a comparison that is not inside an expression.
  package struct Comparison: Sendable {
    /// The key paths of the item that a side may come from.
    package let left: [[Exact]], right: [[Exact]]

    /// The key paths that the elements of its subqueries may come from, but not those inside of a subquery's predicate.
    package let subqueries: [[Exact]]

    /// The indices of its reads.
    package let reads: Range<Int>
  }

  /// The comparisons that are not inside an expression, in the order of the text.
  package internal(set) var comparisons: [Comparison] = []

  /// The texts of the key paths, each once, in the order of the text.
  package internal(set) var keyPaths: [String] = []

  private var known: Set<Exact> = []

  /// The reads of a predicate.
  ///
  /// - Complexity: O(n) in the number of nodes. Variables that are bound to each other take a few passes.
  package init(_ tree: AST.Predicate) { self = Self.of(.predicate(tree)) }

  /// The reads of an expression.
  package init(_ tree: AST.Expression) { self = Self.of(.expression(tree)) }

  private init() {}

  /// The number of passes over the variables. If their origins still change after these, they are unknown.
  private static let passes = 8

  private static func of(_ root: Node) -> KeyReads {
    var assigned: [Exact: KeyOrigin] = [:]
    for pass in 0...passes {
      var walk = KeyWalk(KeyReads(), assigned: assigned, isLast: pass == passes)
      walk.run(root)
      if pass == passes || walk.assigned == assigned { return walk.reads }
      assigned = walk.assigned
    }
    return KeyReads()
  }

  mutating func add(_ text: String) {
    if known.insert(Exact(wrappedValue: text)).inserted { keyPaths.append(text) }
  }
}

/// The origin of a value.
struct KeyOrigin: Hashable, Sendable {
  /// The key paths; none for a value that does not come from the item.
  var paths: [[Exact]] = []

  /// Whether the value is a list or set that the text makes, and never an object.
  var isList = false

  /// The greatest number of paths that are kept apart.
  static let most = 64

  /// The origin of the item itself.
  static let item = KeyOrigin(paths: [[]])

  mutating func merge(_ other: KeyOrigin) {
    for path in other.paths where !paths.contains(path) { paths.append(path) }
  }

  /// Goes on to a key of the value. Takes constant time for each path while the paths are not shared.
  mutating func go(to key: Exact) {
    for index in paths.indices { paths[index].append(key) }
    isList = false
  }
}
