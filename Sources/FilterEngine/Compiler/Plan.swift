/// How a part of a predicate is evaluated, for people.
struct Plan: Sendable {
  /// The part, as text.
  let text: String

  /// How it is evaluated.
  let method: String

  /// The parts of the part.
  var parts: [Plan] = []

  /// The lines of the plan, the parts indented below the whole.
  func lines(indentation: String = "") -> [String] {
    [indentation + text + (method.isEmpty ? "" : "    -- " + method)]
      + parts.flatMap { $0.lines(indentation: indentation + "  ") }
  }
}
