import FilterEngine
import FilterSyntax
import Foundation
import TestSupport
import Testing

@testable import FilterSQL

/// Random rules of permission whose parts are known at a request: the rest as a condition of a database, with what is left of
/// it in memory, says of each row what the whole rule says of the row with the known keys.
struct RuleDifferential {
  /// What a search has tried.
  struct Tally {
    var decided = 0
    var failed = 0
    var open = 0

    /// Rests that a database tests in part, and those that it tests alone.
    var pushed = 0
    var exact = 0

    /// Whether each way was tried. Few rules fail for every row.
    var hasAll: Bool { [decided, open, pushed, exact].allSatisfy { $0 > 0 } }
  }

  /// A rule whose rest is compared.
  struct Rule {
    let whole: FilterPredicate<FilterValue>

    /// The rule without the filter that its policy joins.
    let alone: FilterPredicate<FilterValue>

    let known: [String: FilterValue]
  }

  /// What a rule says of the rows: those that match and those that fail, whose messages may differ.
  private struct Outcome: Equatable {
    var matches: [Int64] = []
    var failures: [Int64] = []
  }

  let differential: Differential
  private(set) var tally: Tally

  /// Compares the rest of the rule without the filter of the policy, which is a mistake that has to be found.
  var forgetsPolicy = false

  /// Rules over the rows of a differential; `tally` is what was tried before over others.
  init(_ differential: Differential, tally: Tally = Tally()) {
    (self.differential, self.tally) = (differential, tally)
  }

  // MARK: - Rules

  /// What rules compare: keys of the rows, and of the user of the request.
  static func vocabulary() throws -> PredicateVocabulary {
    var vocabulary = try SQLVocabulary.vocabulary()
    vocabulary.numbers += ["user.id", "user.level", "user.id", "user.level"]
    vocabulary.texts += ["user.name", "user.role", "user.name", "user.role"]
    vocabulary.numberLists += ["user.teams"]
    vocabulary.textLists += ["user.words"]
    return vocabulary
  }

  /// A random rule with a filter that always holds, and random known keys; nil where it cannot be compiled.
  func rule(_ random: inout SeededGenerator, _ vocabulary: PredicateVocabulary) -> Rule? {
    var generator = PredicateGenerator(SeededGenerator(seed: random.next()), vocabulary)
    generator.isReckless = true
    if case .text(let text)? = random.pick(differential.table.items)[5] { generator.hint = text }
    var policy = FilterPolicy.unrestricted
    policy.always = [generator.predicate(1)]
    let tree = generator.predicate(2)
    guard let alone = try? FilterPredicate<FilterValue>(tree),
      let whole = try? FilterPredicate<FilterValue>(tree, options: FilterOptions(policy: policy))
    else { return nil }
    return Rule(whole: whole, alone: alone, known: known(&random))
  }

  /// The user or some of its keys, with values of the rows, and now and then keys of the rows themselves.
  private func known(_ random: inout SeededGenerator) -> [String: FilterValue] {
    func value(_ key: String) -> FilterValue {
      guard case .object(let row) = random.pick(differential.table.values) else { return .null }
      return row[key] ?? .null
    }
    var user: [(key: String, value: FilterValue)] = [
      ("id", value("whole")), ("level", value("other")), ("name", value("name")),
      ("role", value("code")),
    ]
    user.append(("teams", .list(FilterList((0..<random.below(4)).map { _ in value("whole") }))))
    user.append(("words", .list(FilterList((0..<random.below(4)).map { _ in value("code") }))))
    var known: [String: FilterValue] = [:]
    if random.chance(60) {
      known["user"] = .object(FilterObject(user))
    } else {
      for (key, value) in user where random.chance(70) { known["user.\(key)"] = value }
    }
    guard random.chance(40) else { return known }
    for key in ["whole", "other", "flag", "name", "code", "born", "price", "token", "owner"]
    where random.chance(25) {
      known[key] = value(key)
    }
    return known
  }

  /// A row with the values of known keys.
  private static func row(_ value: FilterValue, knowing known: [String: FilterValue]) -> FilterValue
  {
    guard case .object(let object) = value else { return value }
    var members = object.members.map { (key: $0.key, value: known[$0.key] ?? $0.value) }
    let parts = known.filter { $0.key.hasPrefix("user.") }.sorted { $0.key < $1.key }
    if let user = known["user"] {
      members.append((key: "user", value: user))
    } else if !parts.isEmpty {
      let user = FilterObject(parts.map { (key: String($0.key.dropFirst(5)), value: $0.value) })
      members.append((key: "user", value: .object(user)))
    }
    return .object(FilterObject(members))
  }

  // MARK: - Comparison

  /// What differs between a rule and its rest; nil if nothing does.
  ///
  /// `keys` runs a statement and returns the keys of its rows in order.
  mutating func difference(
    _ rule: Rule, _ keys: (SQLTranslation, SQLSelect) throws -> [Int64]
  ) throws -> String? {
    let rows = differential.table.values
    let complete = rows.map { Self.row($0, knowing: rule.known) }
    let all = rows.indices.map { Int64($0 + 1) }
    let expected = outcome(rule.whole, complete, all)
    let divided = forgetsPolicy ? rule.alone : rule.whole
    let found: Outcome
    var said: String
    switch try divided.residual(knowing: rule.known) {
    case .decided(let answer):
      tally.decided += 1
      (found, said) = (answer ? Outcome(matches: all) : Outcome(), "\(answer)")
    case .failed(let error):
      tally.failed += 1
      (found, said) = (Outcome(failures: all), error.description)
    case .open(let rest, let read):
      said = rest.syntax.sourceText
      // A rest that reads known keys is for rows that have them.
      let memory = outcome(rest, read.isEmpty ? rows : complete, all)
      guard read.isEmpty, memory == expected else {
        found = memory
        break
      }
      tally.open += 1
      let translation = differential.translation(rest.syntax)
      if translation.condition.constant == nil { tally.pushed += 1 }
      if translation.isExact { tally.exact += 1 }
      let select = SQLSelect(translation, columns: ["id"])
      said += "\n\(differential.dialect.name): \(select.text) \(select.parameters)"
      let came = try keys(translation, select)
      found =
        try translation.residual.map { residual in
          let left = try FilterPredicate<FilterValue>(
            residual, options: FilterOptions(rules: rest.options.rules))
          return outcome(left, rows, came)
        } ?? Outcome(matches: came)
    }
    guard found != expected else { return nil }
    return """
      \(rule.whole.syntax.sourceText)
      knowing \(rule.known)
      rest: \(said)
      expected \(expected), found \(found)
      """
  }

  private func outcome(
    _ predicate: FilterPredicate<FilterValue>, _ rows: [FilterValue], _ keys: [Int64]
  ) -> Outcome {
    let matcher = FilterMatcher(
      predicate, bindings: differential.bindings, now: differential.now)
    var outcome = Outcome()
    for key in keys {
      do throws(EvaluationError) {
        if try matcher.matches(rows[Int(key) - 1]) { outcome.matches.append(key) }
      } catch {
        outcome.failures.append(key)
      }
    }
    return outcome
  }
}
