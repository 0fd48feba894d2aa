import FilterSyntax

/// The keys of an item whose values are known before its other keys are.
struct KnownKeys {
  private let values: [[AST.KeyPath.Component]: AST.Constant]

  /// The number of steps of the longest key path.
  private let maximumCount: Int

  /// Keys that are written as `a.b`, and as in a filter if they have a backquote.
  ///
  /// - Throws: `SyntaxError` for a text that is not a path of keys.
  init(_ known: [String: any FilterValueConvertible]) throws(SyntaxError) {
    var values: [[AST.KeyPath.Component]: AST.Constant] = [:]
    for (text, value) in known {
      guard case .keyPath(let node) = try KeyPathSyntax.tree(of: text),
        case .selfReference = node.base, node.components.allSatisfy({ $0.kind == .key })
      else { throw SyntaxError(.expected(.key), at: SourceRange(0, text.utf8.count), in: text) }
      values[node.components] = value.filterValue.constant
    }
    self.values = values
    maximumCount = values.keys.map(\.count).max() ?? 0
  }

  /// The expression for the value of a key path that begins with a known one, of which the longest counts; nil for any
  /// other key path.
  func expression(of node: AST.KeyPath) -> AST.Expression? {
    guard case .selfReference = node.base else { return nil }
    for count in (1...max(1, maximumCount)).reversed() where count <= node.components.count {
      guard let value = values[Array(node.components.prefix(count))] else { continue }
      let rest = Array(node.components.dropFirst(count))
      return rest.isEmpty
        ? Self.expression(of: value, node.range)
        : .keyPath(
          AST.KeyPath(
            base: .literal(AST.Literal(value, range: node.range)), rest, range: node.range))
    }
    return nil
  }

  /// The expression for a value: a list as a text spells it if all of its elements have literals, so that the text reads
  /// back to the same tree.
  static func expression(of value: AST.Constant, _ range: SourceRange) -> AST.Expression {
    if case .list(let elements) = value, value.isWritten {
      return .aggregate(AST.Aggregate(elements.map { expression(of: $0, range) }, range: range))
    }
    return .literal(AST.Literal(value, range: range))
  }

  /// The key paths, in order, that an evaluation of `tree` may read.
  ///
  /// - Complexity: O(n · k) in the number of reads and of key paths.
  func paths(readBy tree: AST.Predicate) -> [String] {
    guard !values.isEmpty else { return [] }
    let reads = KeyReads(tree)
    let read = values.keys.map { $0.map(\.name) }.filter { known in
      !reads.computed.isEmpty
        || reads.reads.contains { read in
          let path = read.path.map(\.wrappedValue)
          return path.begins(with: known) || read.extent == .whole && known.begins(with: path)
        }
    }
    return read.map(KeyPathSyntax.text(of:)).sorted()
  }
}

extension [String] {
  /// Whether the first keys are these, byte for byte.
  fileprivate func begins(with keys: [String]) -> Bool {
    count >= keys.count && zip(self, keys).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }
}

extension AST.Constant {
  /// Whether a text can spell the value and everything in it.
  fileprivate var isWritten: Bool {
    switch self {
    case .null, .boolean, .integer, .text: true
    case .double(let value): value.isFinite
    case .list(let elements): elements.allSatisfy(\.isWritten)
    default: false
    }
  }
}
