/// The documentation of an entry of a library: a summary, and an example that can be run.
public struct FilterDocumentation: Sendable {
  /// A description on one line, with a full stop.
  public var summary: String

  /// A predicate that shows the use and is true for any item, such as `sqrt(49) == 7`.
  public var example: String

  /// A summary and a predicate that holds.
  public init(_ summary: String, example: String) {
    self.summary = summary
    self.example = example
  }
}
