/// A use of the package that has to hold for any bytes: it neither crashes nor hangs, and answers that
/// have to be the same are the same.
struct FuzzEntry: Sendable {
  /// The name of the entry and of its corpus.
  let name: String

  /// Uses the package with the bytes of an input.
  ///
  /// Throws `FuzzMismatch` if two answers differ that have to be the same.
  let run: @Sendable ([UInt8]) throws -> Void

  /// Work that the fuzzer measures in place of `run`, with a name of its kind; nil for an entry that is not measured.
  let measured: (@Sendable ([UInt8]) -> MeasuredWork?)?

  init(
    _ name: String, measured: (@Sendable ([UInt8]) -> MeasuredWork?)? = nil,
    _ run: @escaping @Sendable ([UInt8]) throws -> Void
  ) {
    self.name = name
    self.measured = measured
    self.run = run
  }

  /// The entry of a name.
  init?(_ name: String) {
    guard let entry = Self.all.first(where: { $0.name == name }) else { return nil }
    self = entry
  }

  /// All entries.
  static let all: [FuzzEntry] = [
    .evaluation, .printing, .patterns, .rows, .pipe, .results, .coding, .plugin,
    .policy, .slowest, .requests, .mcp,
  ]
}

/// Work of an input whose preparation is not measured.
struct MeasuredWork {
  /// The kind of the work.
  let name: String

  /// The time that it may take.
  let time: Duration
  let run: () -> Void
}

/// Two answers that differ, in a text that shows both.
struct FuzzMismatch: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Throws a mismatch if `found` is not `expected`.
func expectSame<Value: Equatable>(
  _ found: Value, _ expected: Value, _ context: @autoclosure () -> String
) throws(FuzzMismatch) {
  guard found == expected else {
    throw FuzzMismatch("\(context()): \(found) where \(expected) is expected")
  }
}

extension String {
  /// Whether two evaluations of a text may differ.
  var isUnsteady: Bool { contains("random") }
}
