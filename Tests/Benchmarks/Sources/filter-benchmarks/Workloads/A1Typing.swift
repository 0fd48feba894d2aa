import CAllocationCounter
import FilterEngine
import FilterSyntax

/// The tokens of a text, for its colors.
enum A1Tokens: Workload {
  static let name = "A1"

  static func run(_ bench: Bench) throws {
    try add(bench, "the tokens of 10 KB", TypedText(bytes: 10_000), times: 40)
    try add(bench, "the tokens of 100 bytes", TypedText(bytes: 100), times: 4_000)
    countAllocations(bench, TypedText(bytes: 10_000).text)
  }

  private static func add(
    _ bench: Bench, _ label: String, _ typed: TypedText, times: Int
  ) throws {
    let text = typed.text
    let known = FilterTokens(text).count { $0.kind != .unknown }
    bench.add(
      try bench.measure(
        name, label, beside: "its parse", target: .ratio(1), items: times * typed.count,
        ours: {
          var count = 0
          for _ in 0..<times {
            for token in FilterTokens(opaque(text)) where token.kind != .unknown { count += 1 }
          }
          return count
        },
        peer: {
          for _ in 0..<times { consume(try AST.Predicate(parsing: opaque(text))) }
        }, agree: { count, _ in count == times * known }))
  }

  private static func countAllocations(_ bench: Bench, _ text: String) {
    // What is made once, when it is first asked for, is not counted.
    for token in FilterTokens(text) { consume(token) }
    allocation_counter_start()
    for token in FilterTokens(text) { consume(token) }
    let allocations = allocation_counter_stop()
    guard allocations >= 0 else {
      return bench.note("A1 cannot count allocations on this platform.")
    }
    bench.value(name, "allocations", Double(allocations))
    bench.note(
      "A1 the tokens of 10 KB allocate \(allocations) times (must 1):"
        + (allocations <= 1 ? " ok" : " MISS"))
  }
}

/// The completions at the end of a text.
enum A2Completion: Workload {
  static let name = "A2"

  /// How often a text of a size is completed in a round.
  private static let bytes = 400_000

  static func run(_ bench: Bench) throws {
    let completion = FilterCompletion<Instance>()
    for (label, ending) in [
      ("an operand", " AND "), ("a letter", " AND n"), ("an operator", " AND name "),
    ] {
      let text = TypedText(bytes: 10_000).text
      let times = bytes / text.utf8.count
      bench.add(
        try bench.measure(
          name, "completion after 10 KB, \(label)", beside: "the parse of the text",
          target: .ratio(3), items: bytes,
          ours: { complete(completion, text + ending, times) },
          peer: {
            for _ in 0..<times { consume(try AST.Predicate(parsing: opaque(text))) }
            return times
          }, agree: { $0 >= $1 }))
    }
    try grow(bench, completion)
  }

  private static func grow(_ bench: Bench, _ completion: FilterCompletion<Instance>) throws {
    let (large, small) = (TypedText(bytes: 100_000), TypedText(bytes: 1_000))
    let times = (large: bytes / large.count, small: bytes / small.count)
    bench.add(
      bench.measure(
        name, "growth of completion from 1 KB to 100 KB, a byte", beside: "1 KB",
        target: .ratio(1.5), items: times.large * large.count,
        peerItems: times.small * small.count,
        ours: { complete(completion, large.text + " AND ", times.large) },
        peer: { complete(completion, small.text + " AND ", times.small) },
        agree: { $0 / times.large == $1 / times.small }))
  }

  /// Completes at the end of a text; returns the number of words.
  @inline(never)
  private static func complete(
    _ completion: FilterCompletion<Instance>, _ text: String, _ times: Int
  ) -> Int {
    var count = 0
    for _ in 0..<times {
      count += completion.completions(in: opaque(text), at: text.utf8.count).items.count
    }
    return count
  }
}
