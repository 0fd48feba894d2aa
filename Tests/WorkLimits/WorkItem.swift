import FilterEngine

/// The item of the forms, stored in place.
struct WorkItem: Filterable {
  struct Part: Filterable {
    var n: Int
    var s: String

    static let filterFields = FilterFields<Part>(FilterField("n", \.n), FilterField("s", \.s))
  }

  var n: Int
  var s: String
  var l: [Int]
  var t: [String]
  var o: [Part]

  static let filterFields = FilterFields<WorkItem>(
    FilterField("n", \.n), FilterField("s", \.s), FilterField("l", \.l), FilterField("t", \.t),
    FilterField("o", \.o))

  /// An item with lists and a text of these sizes.
  init(elements: Int, units: Int) {
    n = 1
    s = String(repeating: "ab", count: units / 2) + (units % 2 == 1 ? "a" : "")
    if units > 10 { s = "é" + s }
    l = Array(0..<elements)
    t = l.map { "tag\($0)" }
    o = l.map { Part(n: $0, s: "part \($0)") }
  }

  /// The same item as a value.
  var value: FilterValue {
    .object(
      FilterObject([
        ("n", .int(Int64(n))), ("s", .string(s)), ("l", .list(l.map { .int(Int64($0)) })),
        ("t", .list(t.map { .string($0) })),
        (
          "o",
          .list(
            o.map { .object(FilterObject([("n", .int(Int64($0.n))), ("s", .string($0.s))])) })
        ),
      ]))
  }

  /// The same item as a line of JSON.
  var json: String {
    func list(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }
    return "{\"n\":\(n),\"s\":\"\(s)\",\"l\":\(list(l.map(String.init))),"
      + "\"t\":\(list(t.map { "\"\($0)\"" })),"
      + "\"o\":\(list(o.map { "{\"n\":\($0.n),\"s\":\"\($0.s)\"}" }))}"
  }
}
