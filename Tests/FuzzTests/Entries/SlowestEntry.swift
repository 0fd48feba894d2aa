import FilterEngine
import FilterJSON
import FilterSyntax
import Foundation

@testable import FrcQuery

extension FuzzEntry {
  /// A predicate of the first line, a byte for the way in which it is evaluated, and texts of the item.
  ///
  /// The fuzzer measures one way and looks for slow ones. Run as a test, the entry compares the answers of all ways.
  static let slowest = FuzzEntry(
    "slowest",
    measured: { bytes in
      guard let run = SlowRun(bytes, .measured) else { return nil }
      return MeasuredWork(name: "\(run.way)", time: SlowRun.time) { _ = run.outcome(of: run.way) }
    }
  ) { bytes in
    try SlowRun(bytes, .compared)?.check()
  }
}

/// How a predicate can come to be evaluated.
enum SlowWay: CaseIterable {
  /// One object
  case value
  /// One struct
  case typed
  /// Structs beyond one block
  case block
  /// Lines of JSON
  case lines
  /// Records of CSV
  case csv
  /// A request of the pipe
  case pipe
}

/// What a way says of its row or rows.
enum SlowOutcome: Equatable {
  case answer(Bool)
  case failure
  /// The work was too much, which another way may notice or not
  case limit

  init(_ evaluate: () throws(EvaluationError) -> Bool) {
    do throws(EvaluationError) {
      self = .answer(try evaluate())
    } catch {
      self.init(error)
    }
  }

  init(_ error: EvaluationError) {
    self = error.isLimit || error.kind == .pattern ? .limit : .failure
  }

  /// The outcome of the only row.
  init(_ matches: JSONLineMatches, _ failure: EvaluationError? = nil) {
    if let error = matches.end ?? failure ?? matches.firstFailure?.error {
      self.init(error)
    } else {
      self = .answer(matches.matchCount > 0)
    }
  }
}

extension EvaluationLimits {
  /// The limits that the time of a measured run is held against.
  static var measured: EvaluationLimits {
    var limits = EvaluationLimits.standard
    limits.steps = 100_000
    limits.time = SlowRun.time
    return limits
  }

  /// Fewer steps, as each input is evaluated in all ways, in a debug build.
  static var compared: EvaluationLimits {
    var limits = EvaluationLimits.measured
    limits.steps = 5_000
    limits.regularExpressions.tries = 5_000
    return limits
  }
}

/// One input, with the rows for each way.
struct SlowRun {
  /// The time that an evaluation may take.
  static let time = Duration.milliseconds(100)

  let text: String
  let way: SlowWay

  private let limits: EvaluationLimits
  private let item: FuzzItem
  private let object: FilterValue
  private let line: [UInt8]
  private let csv: [UInt8]
  private let now = Date(timeIntervalSinceReferenceDate: 700_000_000)

  init?(_ bytes: [UInt8], _ limits: EvaluationLimits) {
    // The texts of the fuzzer are short, so that the predicate has nearly all bytes.
    guard bytes.count <= 4_096 else { return nil }
    var data = FuzzedData(bytes)
    guard let text = data.textLine(), !text.isUnsteady else { return nil }
    self.text = text
    self.limits = limits
    way = data.pick(SlowWay.allCases)
    item = FuzzItem(slow: &data, hint: text)
    object = item.object
    line = JSONWriter().bytes(object) + [UInt8(ascii: "\n")]
    let cells = [item.text, item.other].map { "\"\($0.replacing("\"", with: "\"\""))\"" }
    csv = Array("text,other,int,double\n\(cells.joined(separator: ",")),12,1.5\n".utf8)
  }

  /// The predicate for items of a type; nil if it is not one.
  ///
  /// All ways but the pipe make theirs here: what limits the making of a predicate is an argument of this call.
  private func predicate<Item: Filterable>(of type: Item.Type) -> FilterPredicate<Item>? {
    try? FilterPredicate<Item>(text: text, options: FilterOptions(limits: limits))
  }

  // MARK: - The ways

  /// The outcome of a way; nil if there is no predicate or no row.
  func outcome(of way: SlowWay) -> SlowOutcome? {
    switch way {
    case .value: predicate(of: FilterValue.self).map { outcome($0, object) }
    case .typed: predicate(of: FuzzItem.self).map { outcome($0, item) }
    case .block:
      predicate(of: FuzzItem.self).map { predicate in
        SlowOutcome { () throws(EvaluationError) in
          let rows = Array(repeating: item, count: 67)
          return try rows.count(where: predicate, now: now, limits: limits) == rows.count
        }
      }
    case .lines: predicate(of: FilterValue.self).map(outcomeOfLine)
    case .csv: predicate(of: FilterValue.self).flatMap(outcomeOfRecord)
    case .pipe: outcomeOfRequest()
    }
  }

  private func outcome<Item: Filterable>(
    _ predicate: FilterPredicate<Item>, _ item: Item
  ) -> SlowOutcome {
    SlowOutcome { () throws(EvaluationError) in
      try predicate.matches(item, now: now, limits: limits)
    }
  }

  private func outcomeOfLine(_ predicate: FilterPredicate<FilterValue>) -> SlowOutcome {
    let filter = JSONLineFilter(
      JSONLinePredicate(predicate, limits: limits), now: now, limits: limits)
    var matches = JSONLineMatches()
    line.withUnsafeBytes { filter.filter($0, JSONLineFilter.Request(), into: &matches) }
    return SlowOutcome(matches)
  }

  private func outcomeOfRecord(_ predicate: FilterPredicate<FilterValue>) -> SlowOutcome? {
    let query = Query(
      text: text, predicate: predicate, bindings: [:], form: InputForm(format: .csv),
      output: .jsonl,
      selection: Selection(nil), sortKeys: [], section: nil, limit: nil, offset: 0,
      isCount: false, isInverted: false, skipsErrors: false, limits: limits.beginning())
    let source = ByteSource(bytes: csv, name: "csv")
    guard let input = try? DelimitedInput(source, separator: UInt8(ascii: ","), query),
      let part = try? input.parts()(0)?.get(),
      let found = try? input.scanner()().scan(part, from: nil, JSONLineFilter.Request())
    else { return nil }
    return found.bad == nil ? SlowOutcome(found.matches, found.failed?.error) : nil
  }

  private func outcomeOfRequest() -> SlowOutcome? {
    let request = FilterValue.object(
      FilterObject([("op", "evaluate"), ("filter", .string(text)), ("item", object)]))
    let session = PipeSession(libraries: .standard, limits: limits)
    let answer = session.answer(JSONWriter(style: .tagged).bytes(request))
    guard case .object(let members)? = try? JSONReader().read(answer) else { return nil }
    if case .bool(let result)? = members["result"] { return .answer(result) }
    guard case .object(let error)? = members["error"], error["kind"] == "evaluation" else {
      return nil
    }
    let limits: [FilterValue] = [
      "too-many-steps", "too-many-elements", "too-many-bytes", "string-too-long", "time-limit",
      "pattern-gave-up", "unusable-pattern", "pattern-too-long",
    ]
    return error["code"].map(limits.contains) == true ? .limit : .failure
  }

  // MARK: - The comparison

  /// All ways say the same of the same row, unless the work is too much.
  func check() throws {
    guard let predicate = predicate(of: FilterValue.self) else { return }
    let ofObject = outcome(predicate, object)
    for way in [SlowWay.typed, .block] {
      // `SELF[1]` is an error of an item and an answer of an object.
      let found = outcome(of: way)
      if found == .failure, text.contains("[") { continue }
      try expect(found, ofObject, way)
    }
    try expect(outcome(of: .pipe), ofObject, .pipe)
    let ofLine = outcome(predicate, try JSONReader().read(line))
    try expect(outcome(of: .lines), ofLine, .lines)
    let records = DelimitedReader(
      ByteSource(bytes: csv, name: "csv"), separator: UInt8(ascii: ","))
    if let row = try records.next() {
      try expect(outcome(of: .csv), outcome(predicate, row), .csv)
    }
  }

  private func expect(_ found: SlowOutcome?, _ expected: SlowOutcome, _ way: SlowWay) throws {
    guard let found, found != .limit, expected != .limit else { return }
    try expectSame(found, expected, "\(text) as \(way)")
  }
}

extension FuzzItem {
  /// An item with lists and long texts, two of which the next bytes may replace.
  fileprivate init(slow data: inout FuzzedData, hint: String) {
    var fixed = FuzzedData((0..<200).map { UInt8($0 * 7 % 251) })
    self.init(&fixed, hint: "")
    text = String(repeating: "a", count: 120) + "b"
    other = String(repeating: "é1", count: 60)
    texts = (0..<32).map { "a\($0)" + String(repeating: "ab", count: 20) }
    ints = Array(0..<64)
    doubles = ints.map { Double($0) / 4 }
    pets = ints.prefix(16).map {
      Pet(name: texts[$0], age: $0, weight: Double($0), tags: Array(texts.prefix(8)))
    }
    if !data.isEmpty { text = data.text(orPartOf: hint) }
    if !data.isEmpty { other = data.text(orPartOf: hint) }
  }
}
