/// How a part of a predicate is evaluated, for people.
struct Plan: Sendable {
  /// The part, as text; printed only when somebody asks, since printing costs more than parsing.
  private let text: @Sendable () -> String

  /// How it is evaluated.
  let method: String

  /// The parts of the part.
  let parts: [Plan]

  init(
    text: @autoclosure @escaping @Sendable () -> String, method: String, parts: [Plan] = []
  ) {
    self.text = text
    self.method = method
    self.parts = parts
  }

  /// The lines of the plan, the parts indented below the whole.
  func lines(indentation: String = "") -> [String] {
    [indentation + text() + (method.isEmpty ? "" : "    -- " + method)]
      + parts.flatMap { $0.lines(indentation: indentation + "  ") }
  }
}
