import FilterEngine
import FilterSyntax

/// The explanation of one item.
enum A3Explanation: Workload {
  static let name = "A3"

  /// An explanation must take at most this multiple of parsing and compiling.
  private static let most = 3.0

  static func run(_ bench: Bench) throws {
    let texts = [
      "instanceType BEGINSWITH 't1' AND age > 30",
      "age BETWEEN {3, 90} AND (instanceType CONTAINS[cd] 'large' OR NOT age IN {1, 2, 3, 5, 8})",
    ]
    let repetitions = 2_000
    let item = bench.first(1)[0]
    var ratios: [Double] = []
    for (number, text) in texts.enumerated() {
      let predicate = try FilterPredicate<Instance>(text: text)
      let row = try bench.measure(
        name, "explanation beside parse and compile, text \(number + 1), each",
        beside: "parse and compile", target: nil, items: repetitions,
        ours: { for _ in 0..<repetitions { consume(predicate.explanation(of: opaque(item))) } },
        peer: {
          for _ in 0..<repetitions { consume(try FilterPredicate<Instance>(text: opaque(text))) }
        }, agree: { _, _ in true })
      bench.add(row)
      ratios.append(row.ratio)
    }
    let worst = ratios.max() ?? 0
    let verdict = worst <= most ? "ok" : "MISS"
    bench.note(
      "A3 must take at most \(Bench.text(most)) times as long as its peer: \(Bench.text(worst)), \(verdict)"
    )
  }
}
