import FilterEngine
import FilterableResults
import TestSupport
import Testing
import ToolTestSupport

/// Facets and aggregates of the same rows and edits, by a controller, the pipe, the REPL and one shot, beside a recount
/// with exact fractions.
@Suite struct SummaryAgreementTests {
  /// A value as it is written, with what the recount has to know of it.
  fileprivate struct Cell {
    let json: String
    let value: FilterValue

    /// The number in parts of 1 / 1024; nil for any other value.
    var number: Int128?

    /// The precedence of the spelling among those of equal numbers.
    var rank = 4
    var elements: [Cell]?

    static let null = Cell(json: "null", value: .null)

    static func integer(_ number: Int128) -> Cell {
      Cell(
        json: "\(number)", value: FilterValue(integer: number), number: number * 1024, rank: 0)
    }

    static func double(_ number: Double) -> Cell {
      Cell(json: "\(number)", value: .double(number), number: Int128(number * 1024), rank: 1)
    }

    static func boolean(_ flag: Bool) -> Cell {
      Cell(json: "\(flag)", value: .bool(flag), number: flag ? 1024 : 0, rank: 2)
    }

    static func text(_ text: String) -> Cell { Cell(json: "\"\(text)\"", value: .string(text)) }

    static func list(_ elements: Cell...) -> Cell {
      Cell(
        json: "[\(elements.map(\.json).joined(separator: ","))]",
        value: .list(FilterList(elements.map(\.value))), elements: elements)
    }

    var isText: Bool { value.kind == .string }

    /// The values that count for it, each once.
    var counted: [Cell] {
      guard let elements else { return [self] }
      return elements.isEmpty ? [.null] : elements.distinct
    }

    func equals(_ other: Cell) -> Bool {
      number == nil && other.number == nil ? json == other.json : number == other.number
    }

    /// The order of values: nil, numbers, texts.
    func isBelow(_ other: Cell) -> Bool {
      if let number, let other = other.number { return number < other }
      let kinds = [self, other].map { $0.json == "null" ? 0 : $0.number != nil ? 1 : 2 }
      return kinds[0] == kinds[1]
        ? json.utf8.lexicographicallyPrecedes(other.json.utf8) : kinds[0] < kinds[1]
    }
  }

  private struct Row {
    let id: Int
    let k: Cell
    let v: Cell

    var json: String { #"{"id":\#(id),"k":\#(k.json),"v":\#(v.json)}"# }

    var value: FilterValue {
      .object(
        FilterObject([
          (key: "id", value: .int(Int64(id))), (key: "k", value: k.value),
          (key: "v", value: v.value),
        ]))
    }

    init(_ id: Int, _ dice: inout SeededGenerator) {
      self.id = id
      k = dice.pick([
        .null, .integer(0), .integer(1), .double(1), .integer(2), .double(-0.0), .text("1"),
        .text("a"), .list(), .list(.integer(1), .double(1), .text("a")), .list(.null, .integer(2)),
        .boolean(true), .boolean(false), .list(.boolean(true), .text("a")),
      ])
      switch dice.below(12) {
      case 0: v = .null
      case 10, 11: v = .boolean(dice.chance(50))
      case 1, 2: v = .text(dice.pick(["", "a", "x"]))
      case 3: v = dice.pick([.list(), .list(.integer(1), .double(1), .text("a"))])
      case 4:
        v = .integer(dice.pick([1 << 53 + 1, Int128(Int64.max), -1 << 63, 1 << 64, 1 << 53]))
      case 5: v = .double(dice.pick([-0.0, 0, 9_007_199_254_740_992]))
      case 6, 7: v = .double(Double(dice.below(4096) - 2048) / 1024)
      default: v = .integer(Int128(dice.below(5)) - 2)
      }
    }

    /// Whether it passes the filter of all.
    var passes: Bool { id % 3 != 0 }
  }

  private static let filter = "id % 3 != 0"

  private static let functions: [(word: String, function: AggregateFunction)] = [
    ("sum", .sum), ("avg", .average), ("min", .minimum), ("max", .maximum),
    ("distinct", .distinct), ("median", .median), ("percentile", .percentile(90)),
  ]

  /// The numbers of some rows as texts.
  private struct Numbers: Equatable {
    /// The values of `k` with their counts, the most frequent first.
    var counts: [[String]] = []
    var aggregates: [String] = []

    init() {}

    init(_ rows: [Row]) {
      let elements = rows.flatMap(\.k.counted)
      counts = elements.distinct.map { name in (name, elements.count { name.equals($0) }) }
        .sorted { $0.1 == $1.1 ? $0.0.isBelow($1.0) : $0.1 > $1.1 }
        .map { [$0.0.json, "\($0.1)"] }
      let cells = rows.map(\.v)
      let numbers = cells.filter { $0.number != nil }
      let texts = cells.filter(\.isText)
      let ranked = (numbers.count >= texts.count ? numbers : texts).ranked
      let distinct = cells.flatMap(\.counted).distinct.count { $0.json != "null" }
      aggregates = [
        numbers.sum, numbers.average ?? "null", ranked.first?.json ?? "null",
        ranked.last?.json ?? "null", "\(distinct)", ranked.median ?? "null",
        ranked.percentile(90) ?? "null",
      ]
    }

    /// The lines of an output, of which the last has the aggregates.
    init(_ lines: some Sequence<String>) throws {
      let nodes = try lines.filter { $0.hasPrefix("{") }.map { try JSONNode($0) }
      counts = nodes.dropLast().map { node in node.keys.compactMap { node[$0]?.plain } }
      let last = nodes.last
      aggregates = last?.keys.filter { $0 != "count" }.compactMap { last?[$0]?.plain } ?? []
    }

    /// The answer of a pipe to `snapshot`.
    init(snapshot: JSONNode) {
      counts = (snapshot["facets"]?["k"]?["counts"]?.elements ?? []).map {
        $0.elements.map(\.plain)
      }
      aggregates = functions.compactMap { snapshot["aggregates"]?[$0.word]?.plain }
    }
  }

  @Test(arguments: RandomSearch.seeds(6))
  func numbersAreThoseOfARecount(_ seed: UInt64) throws { try check(seed, mostEdits: 15) }

  /// Numbers that go on from one edit to the next do not drift: the four searches of `.ci/search` make a million edits.
  @Test(arguments: RandomSearch.seeds(1))
  func numbersAfterManyEditsAreThoseOfARecount(_ seed: UInt64) throws {
    try check(seed, mostEdits: 1_700)
  }

  /// Compares the numbers three times, each after up to `mostEdits` further edits.
  private func check(_ seed: UInt64, mostEdits: Int) throws {
    var dice = SeededGenerator(seed: seed)
    let controller = try ResultsController<FilterValue>(identifiedBy: ResultsKey("id"))
    let v = try ResultsKey<FilterValue>("v")
    controller.facets = [.values(of: try ResultsKey("k"))]
    controller.aggregates = Self.functions.map { ResultsAggregate($0.function, of: v) }
    try controller.filters.add(ResultsFilter("F", predicate: FilterPredicate(text: Self.filter)))
    let aggregates = Self.functions.map { word, _ in
      #"{"name":"\#(word)","\#(word)":"v"\#(word == "percentile" ? #","at":90"# : "")}"#
    }
    var requests = [
      byID,
      #"{"op":"configure","facets":[{"name":"k","values":"k"}],"aggregates":[\#(aggregates.joined(separator: ","))]}"#,
      #"{"op":"filter.add","name":"F","filter":"\#(Self.filter)"}"#,
      #"{"op":"set","items":[]}"#,
    ]
    var rows: [Row] = []
    var steps: [Numbers] = []
    var snapshots: [Int] = []
    for _ in 0..<3 {
      for _ in 0..<(1 + dice.below(mostEdits)) {
        let row = Row(1 + dice.below(20), &dice)
        if let known = rows.firstIndex(where: { $0.id == row.id }) {
          if rows.count > 1, dice.chance(30) {
            rows.remove(at: known)
            controller.remove(key: row.id)
            requests.append(#"{"op":"remove","key":\#(row.id)}"#)
            continue
          }
          rows[known] = row
          requests.append(#"{"op":"replace","item":\#(row.json)}"#)
        } else {
          rows.append(row)
          requests.append(#"{"op":"add","item":\#(row.json)}"#)
        }
        try controller.merge([row.value])
      }
      let expected = Numbers(rows.filter(\.passes))
      let snapshot = controller.snapshot
      var found = Numbers()
      found.counts = snapshot.facets[0].counts.map { [$0.value.plain, "\($0.count)"] }
      found.aggregates = snapshot.aggregates.map(\.value.plain)
      #expect(found == expected, "controller, FRC_SEED=\(seed) FRC_ROUNDS=1")
      #expect(
        try oneShot(rows) == expected,
        "one shot, FRC_SEED=\(seed) FRC_ROUNDS=1: \(rows.map(\.json))")
      #expect(
        try session(rows) == expected, "session, FRC_SEED=\(seed) FRC_ROUNDS=1: \(rows.map(\.json))"
      )
      steps.append(expected)
      snapshots.append(requests.count)
      requests.append(ask)
    }
    let answers = try converse(requests)
    for (expected, index) in zip(steps, snapshots) {
      #expect(
        try Numbers(snapshot: JSONNode(answers[index])) == expected,
        "pipe, FRC_SEED=\(seed) FRC_ROUNDS=1")
    }
  }

  private func oneShot(_ rows: [Row]) throws -> Numbers {
    let input = rows.map { $0.json + "\n" }.joined()
    let options = Self.functions.flatMap { word, _ in
      ["--\(word)", word == "percentile" ? "v:90" : "v"]
    }
    let groups = try Tool.run([Self.filter, "--count-by", "k", "-o", "jsonl"], input: input)
    let all = try Tool.run([Self.filter, "-o", "jsonl"] + options, input: input)
    return try Numbers(groups.lines + all.lines)
  }

  private func session(_ rows: [Row]) throws -> Numbers {
    let session = try HeardSession()
    try session.load(rows.map(\.json))
    for line in [".mode jsonl", ".filter add F \(Self.filter)", ".count by k"] {
      _ = try session.says(line)
    }
    for (word, _) in Self.functions {
      _ = try session.says(".count \(word) \(word == "percentile" ? "v:90" : "v")")
    }
    return try Numbers(session.says(".count").split(separator: "\n").map(String.init))
  }
}

extension [SummaryAgreementTests.Cell] {
  /// Each value once, in the least of its spellings.
  fileprivate var distinct: [SummaryAgreementTests.Cell] {
    reduce(into: []) { found, cell in
      guard let index = found.firstIndex(where: cell.equals) else { return found.append(cell) }
      if (cell.rank, cell.json) < (found[index].rank, found[index].json) { found[index] = cell }
    }
  }

  /// The values in order, each under the least spelling of those that equal it.
  fileprivate var ranked: [SummaryAgreementTests.Cell] {
    sorted { $0.isBelow($1) }.map { cell in filter(cell.equals).distinct[0] }
  }

  private var total: Int128 { reduce(0) { $0 + ($1.number ?? 0) } }

  fileprivate var sum: String {
    contains { $0.rank == 1 } ? "\(total.nearest(dividedBy: 1024))" : "\(total / 1024)"
  }

  fileprivate var average: String? {
    isEmpty ? nil : "\(total.nearest(dividedBy: 1024 * Int128(count)))"
  }

  /// The median of values in order.
  fileprivate var median: String? {
    guard !isEmpty else { return nil }
    let middle = [self[(count - 1) / 2], self[count / 2]]
    return middle[0].equals(middle[1]) || middle[0].isText ? middle[0].json : middle.average
  }

  /// The first of values in order that so many percent are not above.
  fileprivate func percentile(_ percent: Int) -> String? {
    first { cell in self.count { !cell.isBelow($0) } * 100 >= percent * count }?.json
  }
}

extension Int128 {
  /// The double nearest to a quotient, to the even one of two.
  fileprivate func nearest(dividedBy divisor: Int128) -> Double {
    // So many bits that the remainder is below the last one of a double, which is set if anything is cut off.
    let shift = Swift.max(0, 76 - (UInt128.bitWidth - magnitude.leadingZeroBitCount))
    let (part, cut) = (magnitude << shift).quotientAndRemainder(dividingBy: divisor.magnitude)
    let unit = Double(sign: .plus, exponent: -shift, significand: 1)
    let double = Double(part | (cut == 0 ? 0 : 1)) * unit
    return self < 0 && double > 0 ? -double : double
  }
}

extension JSONNode {
  /// The text of a value, whichever form of a number it has.
  fileprivate var plain: String {
    guard keys.count == 1, keys[0].hasPrefix("$"), case .string(let text)? = self[keys[0]] else {
      return text
    }
    return text
  }
}

extension FilterValue {
  /// The text that JSON has for it.
  fileprivate var plain: String {
    switch self {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .int(let number): "\(number)"
    case .wide(let number): "\(number)"
    case .double(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .string(let text): "\"\(text)\""
    default: "\(self)"
    }
  }
}
