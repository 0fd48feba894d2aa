import TestSupport
import Testing

@testable import FilterSQL

/// The algebra of pass and block over random trees: leaves that are true of some rows, false of others and fail on
/// the rest, whose sides are given exactly, as random supersets or not at all.
@Suite struct AlgebraTests {
  @Test func noRowIsLostAndTheResidualDecides() {
    for seed in RandomSearch.seeds(20_000) {
      let violation = Self.violation(seed, nil)
      #expect(violation == nil, "FRC_SEED=\(seed)")
    }
  }

  @Test(arguments: AlgebraFault.allCases)
  func theSearchFindsAFault(_ fault: AlgebraFault) {
    #expect((0..<UInt64(20_000)).contains { Self.violation($0, fault) != nil })
  }

  @Test func aNodeThatCanFailIsNotExact() {
    let side = PushedSide.exact(RowSet.everything)
    let node = Pushdown(pass: side, block: side, canFail: true)
    #expect(node.pass.precision == .superset && node.block.precision == .superset)
  }

  /// What a caller that gives up failures gets: the same matches, and maybe fewer failures.
  @Test func matchesStayWhereFailuresMayBeLost() {
    for seed in RandomSearch.seeds(5_000) {
      var random = SeededGenerator(seed: seed)
      let operands = Self.operands(&random)
      var algebra = PushdownAlgebra<RowSet>()
      algebra.losesFailures = true
      let pushdowns = operands.map { $0.pushdown(algebra.not, algebra.and, algebra.or) }
      let fetched = algebra.and(pushdowns).pass.part ?? .everything
      let residual = algebra.residual(of: pushdowns)
      for row in 0..<RowSet.rows {
        let isMatch = Node.all(operands).answer(row) == .yes
        let comesBack = fetched.contains(row)
        let isFound = comesBack && Node.all(residual.map { operands[$0] }).answer(row) == .yes
        #expect(isMatch == isFound, "FRC_SEED=\(seed)")
      }
    }
  }

  /// What is wrong in a random tree, if anything is.
  private static func violation(_ seed: UInt64, _ fault: AlgebraFault?) -> String? {
    var random = SeededGenerator(seed: seed)
    let operands = Self.operands(&random)
    let algebra = FaultyAlgebra<RowSet>(fault)
    let pushdowns = operands.map {
      $0.pushdown(algebra.not, algebra.and, algebra.or) { algebra.leaf($0, exact: $1) }
    }
    let whole = algebra.and(pushdowns)
    let tree = Node.all(operands)
    if let violation = sides(of: whole, tree) { return violation }
    let residual = algebra.residual(of: pushdowns).map { operands[$0] }
    for row in 0..<RowSet.rows {
      let answer = tree.answer(row)
      guard whole.pass.part?.contains(row) ?? true else {
        if answer != .no { return "row \(row) is lost" }
        continue
      }
      let rest = Node.all(residual).answer(row)
      // Of a row that is false, the residual may find nothing else.
      if rest != answer { return "the residual of row \(row) is \(rest), and not \(answer)" }
    }
    return nil
  }

  private static func sides(of whole: Pushdown<RowSet>, _ tree: Node) -> String? {
    for row in 0..<RowSet.rows {
      let answer = tree.answer(row)
      for (side, opposite) in [(whole.pass, Answer.no), (whole.block, Answer.yes)] {
        guard let part = side.part else { continue }
        if answer != opposite, !part.contains(row) { return "row \(row) is not covered" }
        if side.precision == .exact, part.contains(row), answer == opposite || answer == .failure {
          return "row \(row) is covered by what is exact"
        }
      }
    }
    return nil
  }

  private static func operands(_ random: inout SeededGenerator) -> [Node] {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in Node(&random, depth: 2) }
  }
}

enum Answer { case yes, no, failure }

/// Some of a few rows.
struct RowSet: PushdownPart {
  static let rows = 6
  static let everything = RowSet(bits: (1 << rows) - 1)
  var bits: UInt8

  func contains(_ row: Int) -> Bool { bits >> row & 1 == 1 }

  static func all(_ parts: [RowSet]) -> RowSet {
    RowSet(bits: parts.reduce(everything.bits) { $0 & $1.bits })
  }

  static func any(_ parts: [RowSet]) -> RowSet {
    RowSet(bits: parts.reduce(0) { $0 | $1.bits })
  }
}

/// A random predicate.
private indirect enum Node {
  case leaf([Answer], Pushdown<RowSet>, exact: Pushdown<RowSet>)
  case not(Node)
  case all([Node])
  case any([Node])

  init(_ random: inout SeededGenerator, depth: Int) {
    if depth > 0, random.chance(60) {
      let operands = (0..<Int.random(in: 2...3, using: &random)).map { _ in
        Node(&random, depth: depth - 1)
      }
      switch random.below(3) {
      case 0: self = .not(operands[0])
      case 1: self = .all(operands)
      default: self = .any(operands)
      }
      return
    }
    let canFail = random.chance(40)
    let answers = (0..<RowSet.rows).map { _ in
      random.pick(canFail ? [Answer.yes, .no, .failure] : [.yes, .no])
    }
    func side(_ opposite: Answer) -> PushedSide<RowSet> {
      var bits: UInt8 = 0
      for (row, answer) in answers.enumerated() where answer != opposite { bits |= 1 << row }
      switch random.below(3) {
      case 0: return .none
      // The constructor of a node makes a superset of it where the node can fail.
      case 1: return .exact(RowSet(bits: bits))
      default:
        let more = UInt8(truncatingIfNeeded: random.next()) & RowSet.everything.bits
        return .superset(RowSet(bits: bits | more))
      }
    }
    let (pass, block) = (side(.no), side(.yes))
    self = .leaf(
      answers, Pushdown(pass: pass, block: block, canFail: canFail),
      exact: Pushdown(pass: pass, block: block, canFail: false))
  }

  func answer(_ row: Int) -> Answer {
    switch self {
    case .leaf(let answers, _, _): return answers[row]
    case .not(let operand):
      return switch operand.answer(row) {
      case .yes: .no
      case .no: .yes
      case .failure: .failure
      }
    case .all(let operands):
      return operands.lazy.map { $0.answer(row) }.first { $0 != .yes } ?? .yes
    case .any(let operands):
      return operands.lazy.map { $0.answer(row) }.first { $0 != .no } ?? .no
    }
  }

  typealias Side = Pushdown<RowSet>

  func pushdown(
    _ not: (Side) -> Side, _ and: ([Side]) -> Side, _ or: ([Side]) -> Side,
    leaf: (Side, Side) -> Side = { leaf, _ in leaf }
  ) -> Side {
    switch self {
    case .leaf(_, let side, let exact): leaf(side, exact)
    case .not(let operand): not(operand.pushdown(not, and, or, leaf: leaf))
    case .all(let operands): and(operands.map { $0.pushdown(not, and, or, leaf: leaf) })
    case .any(let operands): or(operands.map { $0.pushdown(not, and, or, leaf: leaf) })
    }
  }
}
