import FilterSyntax
import Synchronization

/// The tree of a predicate. The tree of a join is made at its first use, so that joins in a loop do not copy
/// the operands each time.
enum PredicateTree: Sendable {
  case whole(AST.Predicate)
  case joined(JoinedTree)

  /// The tree.
  var predicate: AST.Predicate {
    switch self {
    case .whole(let predicate): predicate
    case .joined(let join): join.predicate
    }
  }

  /// Whether it is a compound of `connective`.
  func isCompound(of connective: AST.Compound.Connective) -> Bool {
    switch self {
    case .whole(.compound(let node)): node.connective == connective
    case .whole: false
    case .joined(let join): join.connective == connective
    }
  }

  /// Appends the operands of a compound of `connective`, or the tree alone.
  fileprivate func append(
    to operands: inout [AST.Predicate], of connective: AST.Compound.Connective
  ) {
    switch self {
    case .whole(.compound(let node)) where node.connective == connective:
      operands += node.operands
    case .joined(let join) where join.connective == connective: join.append(to: &operands)
    case .whole, .joined: operands.append(predicate)
    }
  }

  /// The nesting of joins.
  fileprivate var depth: Int {
    if case .joined(let join) = self { join.depth } else { 0 }
  }
}

/// Two trees and their connective.
final class JoinedTree: Sendable {
  private final class Whole: Sendable {
    let predicate: AST.Predicate

    init(_ predicate: AST.Predicate) { self.predicate = predicate }
  }

  let connective: AST.Compound.Connective
  fileprivate let depth: Int
  private let left: PredicateTree
  private let right: PredicateTree
  private let whole = AtomicLazyReference<Whole>()

  /// The limit on nested joins, which are made and released recursively.
  private static let maximumDepth = 64

  init(
    _ connective: AST.Compound.Connective, _ left: PredicateTree, _ right: PredicateTree
  ) {
    let isDeep = max(left.depth, right.depth) >= Self.maximumDepth
    self.connective = connective
    self.left = isDeep ? .whole(left.predicate) : left
    self.right = isDeep ? .whole(right.predicate) : right
    depth = max(self.left.depth, self.right.depth) + 1
  }

  /// The tree, made at its first use. If two threads make it, both use the same one.
  var predicate: AST.Predicate {
    if let whole = whole.load() { return whole.predicate }
    var operands: [AST.Predicate] = []
    append(to: &operands)
    return whole.storeIfNil(Whole(.compound(AST.Compound(connective, operands)))).predicate
  }

  fileprivate func append(to operands: inout [AST.Predicate]) {
    if let whole = whole.load(), case .compound(let node) = whole.predicate {
      operands += node.operands
      return
    }
    left.append(to: &operands, of: connective)
    right.append(to: &operands, of: connective)
  }
}
