import Foundation

@testable import FilterSQL

/// A mistake in the algebra, which a search over random predicates has to find.
enum AlgebraFault: String, CaseIterable {
  /// NOT does not exchange the sides
  case negationKeepsSides
  /// AND and OR also test the operands after one that can fail
  case joinGoesOnAfterFailure
  /// A union leaves out the operands that have no part
  case unionLeavesOut
  /// A join is exact although an operand is not
  case joinIsExact
  /// A comparison that can fail is taken for one that cannot
  case failureIsHidden
  /// The residual leaves out the operands whose part is a superset
  case residualDropsInexact
  /// The residual leaves out the operands after one that can fail
  case residualDropsUnreached
}

/// The algebra with a mistake, or as it is.
struct FaultyAlgebra<Part: PushdownPart> {
  let fault: AlgebraFault?

  private let plain = PushdownAlgebra<Part>()

  /// The algebra that the fault does not apply to, or that already has it.
  private var base: PushdownAlgebra<Part> {
    PushdownAlgebra(losesFailures: fault == .joinGoesOnAfterFailure)
  }

  init(_ fault: AlgebraFault?) { self.fault = fault }

  func leaf(_ leaf: Pushdown<Part>, exact: Pushdown<Part>) -> Pushdown<Part> {
    fault == .failureIsHidden ? exact : leaf
  }

  func not(_ operand: Pushdown<Part>) -> Pushdown<Part> {
    fault == .negationKeepsSides ? operand : base.not(operand)
  }

  func and(_ operands: [Pushdown<Part>]) -> Pushdown<Part> {
    let node = base.and(operands)
    let known = operands.filter { $0.block.part != nil }
    return planted(node, pass: node.pass, block: known.isEmpty ? .none : base.and(known).block)
  }

  func or(_ operands: [Pushdown<Part>]) -> Pushdown<Part> {
    let node = base.or(operands)
    let known = operands.filter { $0.pass.part != nil }
    return planted(node, pass: known.isEmpty ? .none : base.or(known).pass, block: node.block)
  }

  func residual(of operands: [Pushdown<Part>]) -> [Int] {
    switch fault {
    case .residualDropsInexact: Array(operands.indices.dropFirst(plain.reach(of: operands)))
    case .residualDropsUnreached: PushdownAlgebra(losesFailures: true).residual(of: operands)
    default: base.residual(of: operands)
    }
  }

  private func planted(
    _ node: Pushdown<Part>, pass: PushedSide<Part>, block: PushedSide<Part>
  ) -> Pushdown<Part> {
    switch fault {
    case .unionLeavesOut: Pushdown(pass: pass, block: block, canFail: node.canFail)
    case .joinIsExact:
      Pushdown(
        pass: node.pass.part.map { .exact($0) } ?? .none,
        block: node.block.part.map { .exact($0) } ?? .none, canFail: node.canFail)
    default: node
    }
  }
}

/// A mistake in a form of SQL, planted into the text of a statement.
enum FormFault: String, CaseIterable {
  /// A range between columns that ignores NULL has no test that no bound is NULL
  case boundsAreNotNull
  /// A value of another storage class does not come back, although it fails where it is ordered
  case otherClassesPass
  /// A document that repeats a name, or writes it with escapes, does not come back
  case namesAreUnique
  /// A document does not come back if a value on the way to a member is not an object
  case membersAreInObjects
  /// Bounds of numbers in documents are as narrow as those of doubles
  case documentsAreDoubles
  /// A list or an object in a document is compared as its text
  case containersAreTexts
  /// A text in a document ends at NUL
  case textsEndAtNUL

  /// The statement with the mistake.
  func planted(
    in select: SQLSelect, _ dialect: SQLDialect
  ) -> (text: String, parameters: [SQLValue]) {
    var (text, parameters) = (select.text, select.parameters)
    switch self {
    case .boundsAreNotNull:
      if text.contains("least(") { text = text.replacing(#/ AND "\w+" IS NOT NULL/#, with: "") }
    case .otherClassesPass:
      text = text.replacing(#/(>=|<) x?''/#) { "\($0.output.0) AND 0" }
        .replacing("ELSE TRUE END", with: "ELSE FALSE END")
    case .namesAreUnique:
      text = text.replacing(#"'\') > 0"#, with: #"'\') > 999999"#)
        .replacing(") > 1", with: ") > 999999")
    case .membersAreInObjects:
      text = text.replacing("NOT IN ('object', 'null')", with: "IN ('none')")
    case .documentsAreDoubles:
      // A bound is a double beside the one that is asked about.
      for match in text.matches(of: #/\)::numeric (>=|<=) \$(\d+)::numeric/#) {
        guard let index = Int(match.output.2), case .text(let digits) = parameters[index - 1],
          let bound = Double(digits)
        else { continue }
        parameters[index - 1] = .text(
          DecimalText.text(match.output.1 == ">=" ? bound.nextUp : bound.nextDown))
      }
    case .containersAreTexts: text = text.replacing("IN ('array', 'object')", with: "IN ('none')")
    case .textsEndAtNUL: text = text.replacing(#"'\u0000') > 0"#, with: #"'\u0000') > 999999"#)
    }
    return (text, parameters)
  }
}
