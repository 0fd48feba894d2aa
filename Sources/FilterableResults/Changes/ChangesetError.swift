/// Why a change set cannot be applied to rows.
public struct ChangesetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, in a sentence without a full stop.
  public let description: String

  init(_ description: String) { self.description = description }
}
