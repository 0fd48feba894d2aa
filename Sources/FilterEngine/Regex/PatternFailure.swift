/// The reason for refusing a pattern, and the position.
struct PatternFailure: Error, Equatable {
  /// A phrase without a full stop.
  let reason: String
  /// The number of scalars of the pattern before the position.
  let position: Int
}
