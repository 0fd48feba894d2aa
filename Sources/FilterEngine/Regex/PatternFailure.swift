/// Why a pattern is refused, and where.
struct PatternFailure: Error, Equatable {
  /// A phrase without a full stop.
  let reason: String
  /// How many scalars of the pattern stand before the place.
  let position: Int
}
