/// What a part of a library says of itself; shown by `frc-query functions`, run by the tests.
public struct FilterDocumentation: Sendable {
  /// One line, a fragment with a full stop.
  public var summary: String

  /// A predicate that shows the use and is true of any item, such as `sqrt(49) == 7`.
  public var example: String

  /// A summary and a predicate that holds.
  public init(_ summary: String, example: String) {
    self.summary = summary
    self.example = example
  }
}
