import FilterEngine
import FilterSyntax
import Foundation
import TestSupport
import Testing

@testable import FilterSQL

/// The same predicate in memory and by a database, row for row and failure for failure.
struct Differential {
  /// What a predicate says of the rows: the keys of those that match, and what those that fail report.
  struct Outcome: Equatable {
    var matches: [Int64] = []
    var failures: [Int64: String] = [:]

    /// What the predicate says of some of the rows.
    func among(_ keys: [Int64]) -> Outcome {
      let keys = Set(keys)
      return Outcome(
        matches: matches.filter(keys.contains), failures: failures.filter { keys.contains($0.key) })
    }
  }

  let table: HostileTable
  let declaration: SQLTableDeclaration
  let dialect: SQLDialect
  let bindings = FormTests.bindings.merging(["text": .string("a")]) { $1 }
  let now = Date(timeIntervalSinceReferenceDate: 1.5)

  init(
    _ table: HostileTable, _ dialect: SQLDialect, declaration: SQLTableDeclaration? = nil
  ) throws {
    self.table = table
    self.dialect = dialect
    self.declaration = try declaration ?? HostileTable.declaration(dialect)
  }

  /// A random predicate that can be compiled; nil where it is none.
  static func predicate(
    _ random: inout SeededGenerator, _ vocabulary: PredicateVocabulary, _ table: HostileTable
  ) -> FilterPredicate<FilterValue>? {
    var generator = PredicateGenerator(SeededGenerator(seed: random.next()), vocabulary)
    generator.isReckless = true
    if case .text(let text)? = random.pick(table.items)[5] { generator.hint = text }
    return try? FilterPredicate<FilterValue>(generator.predicate(2))
  }

  func translation(
    _ predicate: AST.Predicate, failures: SQLTranslation.Failures = .exact
  ) -> SQLTranslation {
    SQLTranslation(
      predicate, table: declaration, dialect: dialect, constants: constants, failures: failures)
  }

  private var constants: ConstantReader {
    ConstantReader(bindings: bindings, now: now, options: .standard)
  }

  /// All rows in memory.
  func inMemory(_ predicate: AST.Predicate) throws -> Outcome {
    try inMemory(FilterPredicate(predicate))
  }

  /// All rows in memory.
  func inMemory(_ predicate: FilterPredicate<FilterValue>) -> Outcome {
    outcome(predicate, keys: table.items.indices.map { Int64($0 + 1) })
  }

  /// The rows that came back, as the residual decides.
  func outcome(_ residual: AST.Predicate?, keys: [Int64]) throws -> Outcome {
    guard let residual else { return Outcome(matches: keys) }
    return outcome(try FilterPredicate(residual), keys: keys)
  }

  private func outcome(_ predicate: FilterPredicate<FilterValue>, keys: [Int64]) -> Outcome {
    var outcome = Outcome()
    let matcher = FilterMatcher(predicate, bindings: bindings, now: now)
    for key in keys {
      do throws(EvaluationError) {
        if try matcher.matches(table.values[Int(key) - 1]) { outcome.matches.append(key) }
      } catch {
        outcome.failures[key] = error.description
      }
    }
    return outcome
  }

  /// Whether one of some predicates differs, by default those of the vocabulary.
  func differs(
    on texts: [String] = SQLVocabulary.predicates,
    _ keys: (SQLTranslation, SQLSelect) throws -> [Int64]
  ) throws -> Bool {
    try texts.contains { text in
      let predicate = try AST.Predicate(parsing: text, arguments: SyntaxArguments())
      guard (try? FilterPredicate<FilterValue>(predicate)) != nil else { return false }
      return try difference(predicate, nil, keys) != nil
    }
  }

  /// Whether a predicate differs if its comparisons are joined by an algebra with a mistake.
  ///
  /// `keys` runs a statement with its values and the parts that the engine tests.
  func differs(
    _ predicate: AST.Predicate, _ fault: AlgebraFault?,
    _ keys: (String, [SQLValue], [SQLRowTest]) throws -> [Int64]
  ) throws -> Bool {
    // A predicate that assigns variables is not translated.
    guard !predicate.description.contains(":=") else { return false }
    let algebra = FaultyAlgebra<SQLCondition>(fault)
    var translator = Translator(table: declaration, dialect: dialect, constants: constants)
    func translate(_ predicate: AST.Predicate) -> Pushdown<SQLCondition> {
      switch predicate {
      case .not(let node): return algebra.not(translate(node.operand))
      case .compound(let node):
        let operands = node.operands.map(translate)
        return node.connective == .and ? algebra.and(operands) : algebra.or(operands)
      case .literal, .comparison: return translator.translate(predicate)
      }
    }
    var operands = [predicate]
    if case .compound(let node) = predicate, node.connective == .and { operands = node.operands }
    let pushdowns = operands.map(translate)
    var writer = SQLWriter(dialect, usesAliases: translator.usesAliases)
    let id = SQLText(SQLColumnReference(alias: 0, name: "id"))
    writer.write("SELECT \(id) FROM \(SQLText(pieces: [.table(declaration.name, alias: 0)]))")
    for join in translator.frames[0] { writer.write(join.text) }
    writer.write(" WHERE \(filter: algebra.and(pushdowns).pass.part ?? .always)")
    writer.write(" ORDER BY \(id)")
    let residual = algebra.residual(of: pushdowns).map { operands[$0] }
    let found = try outcome(
      residual.isEmpty ? nil : .compound(AST.Compound(.and, residual)),
      keys: try keys(writer.text, writer.parameters, translator.tests))
    return try found != inMemory(predicate)
  }

  /// Records each random predicate that differs. A hundred predicates share their rows.
  ///
  /// - Parameters:
  ///   - fill: Fills a database with the rows of a table, whose number is the second argument.
  ///   - keys: Runs a statement of a translation.
  static func search(
    _ dialect: SQLDialect, rounds: Int, rows: Int,
    fill: (HostileTable, UInt64) throws -> Void,
    keys: (SQLTranslation, SQLSelect) throws -> [Int64]
  ) throws {
    let vocabulary = try SQLVocabulary.vocabulary()
    var world: (seed: UInt64, differential: Differential)?
    var (pushed, exact) = (0, 0)
    for seed in RandomSearch.seeds(rounds) {
      var random = SeededGenerator(seed: seed)
      if world?.seed != seed / 100 {
        let table = HostileTable(seed: seed / 100, rows: rows, dialect)
        try fill(table, seed / 100)
        world = (seed / 100, try Differential(table, dialect))
      }
      guard let (_, differential) = world,
        let predicate = Self.predicate(&random, vocabulary, differential.table)
      else { continue }
      let difference = try differential.difference(predicate.syntax) { translation, select in
        if translation.condition.constant == nil { pushed += 1 }
        if translation.isExact { exact += 1 }
        return try keys(translation, select)
      }
      if let difference { Issue.record("FRC_SEED=\(seed): \(difference)") }
    }
    #expect(pushed > 0 && exact > 0)
  }

  /// What differs of a sample of the predicates that are written down, each with its opposite.
  func differencesOfForms(
    _ keys: (SQLTranslation, SQLSelect) throws -> [Int64]
  ) throws -> [String] {
    var differences: [String] = []
    let texts = try FormTests.predicates() + SQLVocabulary.predicates
    for text in RandomSearch.sample(texts, oneOf: 8) {
      let predicate = try AST.Predicate(parsing: text, arguments: SyntaxArguments())
      guard (try? FilterPredicate<FilterValue>(predicate)) != nil else { continue }
      for tree in [predicate, .not(AST.Negation(predicate))] {
        if let difference = try difference(tree, nil, keys) { differences.append(difference) }
      }
    }
    return differences
  }

  /// What differs, if anything does.
  ///
  /// - Parameter expected: What the predicate says of all rows in memory, if it is known.
  func difference(
    _ predicate: AST.Predicate, _ expected: Outcome? = nil,
    _ keys: (SQLTranslation, SQLSelect) throws -> [Int64]
  ) throws -> String? {
    let translation = translation(predicate)
    let select = SQLSelect(translation, columns: ["id"])
    let came = try keys(translation, select)
    let expected = try expected ?? inMemory(predicate)
    // A residual that is the whole predicate says the same of a row as before.
    let found =
      translation.residual == predicate
      ? expected.among(came) : try outcome(translation.residual, keys: came)
    guard found != expected else { return nil }
    let lost = Set(expected.matches).subtracting(found.matches).sorted()
    let added = Set(found.matches).subtracting(expected.matches).sorted()
    let row = lost.first ?? added.first
    return """
      \(predicate)
      \(dialect.name): \(select.text) \(select.parameters)
      residual: \(translation.residual?.description ?? "none")
      matches lost \(lost), added \(added); failures \(expected.failures.count) in memory, \
      \(found.failures.count) found
      \(row.map { "\(table.values[Int($0) - 1])" } ?? "")
      """
  }
}
