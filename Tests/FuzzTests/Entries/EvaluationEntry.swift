import FilterEngine
import FilterSyntax
import Foundation

@testable import FilterJSON

extension FuzzEntry {
  /// A predicate of the first line, evaluated in every way over items of the bytes behind it.
  static let evaluation = FuzzEntry("evaluation") { bytes in
    var data = FuzzedData(bytes)
    guard let text = data.textLine() else { return }
    try Evaluation(text, &data)?.check()
  }
}

/// What one evaluation says: an answer, or the family of the error.
enum FuzzOutcome: Equatable {
  case answer(Bool)
  case failure(EvaluationError.Kind)

  init(_ evaluate: () throws(EvaluationError) -> Bool) {
    do throws(EvaluationError) {
      self = .answer(try evaluate())
    } catch {
      self = .failure(error.kind)
    }
  }

  var isFailure: Bool { if case .failure = self { true } else { false } }
}

/// A predicate and what it is evaluated with.
private struct Evaluation {
  let text: String
  let predicate: FilterPredicate<FilterValue>
  let hasArguments: Bool
  let items: [FuzzItem]
  let bindings: [String: FilterValue]
  let now = Date(timeIntervalSinceReferenceDate: 700_000_000)

  init?(_ text: String, _ data: inout FuzzedData) {
    self.text = text
    let strict = data.byte() == UInt8(ascii: "s")
    var arguments: [FilterValue] = []
    if text.utf8.contains(UInt8(ascii: "%")) {
      for _ in 0..<data.below(4) { arguments.append(data.value()) }
    }
    hasArguments = !arguments.isEmpty
    guard
      let predicate = try? FilterPredicate<FilterValue>(
        text: text, arguments: arguments,
        options: FilterOptions(rules: strict ? .strict : .standard)),
      !predicate.description.isUnsteady
    else { return nil }
    self.predicate = predicate
    var bindings: [String: FilterValue] = [:]
    for name in predicate.usedVariables where data.flag() { bindings[name] = data.value() }
    self.bindings = bindings
    var items: [FuzzItem] = []
    for _ in 0...data.below(4) { items.append(FuzzItem(&data, hint: text)) }
    self.items = items
  }

  func check() throws {
    let objects = items.map(\.object)
    let outcomes = objects.map { outcome(predicate, $0) }
    try checkTyped(outcomes)
    try checkLines(objects)
    try checkSpellings(objects, outcomes)
  }

  private func outcome<Item: Filterable>(
    _ predicate: FilterPredicate<Item>, _ item: Item
  ) -> FuzzOutcome {
    FuzzOutcome { () throws(EvaluationError) in
      try predicate.matches(item, bindings: bindings, now: now)
    }
  }

  // MARK: - Typed items

  private func checkTyped(_ outcomes: [FuzzOutcome]) throws {
    // The compiler knows what no item of the type can be asked, which is no difference.
    guard
      let typed = try? FilterPredicate<FuzzItem>(
        predicate.syntax, options: FilterOptions(rules: predicate.rules))
    else { return }
    for (item, expected) in zip(items, outcomes) {
      let found = outcome(typed, item)
      // `SELF[1]` is an error of an item and an answer of an object.
      if found.isFailure, readsItemsAsObjects { continue }
      guard found == expected || found.isFailure && expected.isFailure else {
        throw FuzzMismatch(
          "\(text): \(found) of an item, \(expected) of its object \(item.object)\n"
            + typed.explain())
      }
    }
    // Rows beyond one block, so that masks are joined.
    let numbers = (0..<67).map { $0 % items.count }
    let rows = numbers.map { items[$0] }
    let expected = numbers.filter { outcomes[$0] == .answer(true) }.count
    var failures = 0
    let tolerant = rows.filter(typed, bindings: bindings, now: now) { _, _ in failures += 1 }
    try expectSame(tolerant.count, expected, "\(text): rows of a tolerant filter")
    if readsItemsAsObjects { return }
    try expectSame(failures, numbers.count { outcomes[$0].isFailure }, "\(text): failures")
    let filtered = Result { () throws(EvaluationError) in
      try (
        rows.filter(typed, bindings: bindings, now: now).count,
        rows.count(where: typed, bindings: bindings, now: now)
      )
    }
    switch filtered {
    case .success((let filtered, let counted)):
      try expectSame(failures, 0, "\(text): a filter without a failure")
      try expectSame(filtered, expected, "\(text): filtered rows")
      try expectSame(counted, expected, "\(text): counted rows")
    case .failure(let error):
      if failures == 0 { throw FuzzMismatch("\(text): a filter fails with \(error)") }
    }
  }

  private var readsItemsAsObjects: Bool {
    predicate.syntax.sourceText.contains("[")
  }

  // MARK: - Lines of JSON

  private func checkLines(_ objects: [FilterValue]) throws {
    let writer = JSONWriter()
    var text: [UInt8] = []
    var expected: [JSONLineFilter.Answer] = []
    for object in objects {
      let line = writer.bytes(object)
      let value = try JSONReader().read(line)
      switch outcome(predicate, value) {
      case .answer(let answer): expected.append(answer ? .yes : .no)
      case .failure: expected.append(.failed(nil))
      }
      text += line + [UInt8(ascii: "\n")]
    }
    let filter = JSONLineFilter(JSONLinePredicate(predicate, bindings: bindings), now: now)
    var found: [JSONLineFilter.Answer] = []
    text.withUnsafeBytes { bytes in
      filter.answers(bytes) { answer in
        if case .failed = answer { found.append(.failed(nil)) } else { found.append(answer) }
      }
    }
    try expectSame(
      found, expected, "\(self.text) over lines\n\(String(decoding: text, as: UTF8.self))")
  }

  // MARK: - Spellings

  private func checkSpellings(_ objects: [FilterValue], _ outcomes: [FuzzOutcome]) throws {
    let coded = try JSONEncoder().encode(predicate)
    let decoded = try JSONDecoder.ofFilters.decode(
      FilterPredicate<FilterValue>.self, from: coded)
    try expectSame(decoded, predicate, "\(text), coded and decoded")
    try check(decoded, "coded and decoded", objects, outcomes)
    guard !hasArguments else { return }
    let source = predicate.syntax.sourceText
    let printed = try FilterPredicate<FilterValue>(
      text: source, options: FilterOptions(rules: predicate.rules))
    try expectSame(printed, predicate, source)
    try check(printed, source, objects, outcomes)
    // The description writes odd keys as they are, and 2.0 as 2, whose arithmetic is another.
    guard !source.contains("`"), !source.contains(".0") else { return }
    let description = predicate.description
    let brief = try FilterPredicate<FilterValue>(
      text: description, options: FilterOptions(rules: predicate.rules))
    try check(brief, description, objects, outcomes)
  }

  private func check(
    _ other: FilterPredicate<FilterValue>, _ what: String, _ objects: [FilterValue],
    _ outcomes: [FuzzOutcome]
  ) throws {
    for (object, expected) in zip(objects, outcomes) {
      try expectSame(outcome(other, object), expected, "\(text) as \(what) of \(object)")
    }
  }
}
