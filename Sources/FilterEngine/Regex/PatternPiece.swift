/// A piece of the top level of a pattern, for finding literal tests.
enum PatternPiece: Equatable {
  /// A scalar that matches only itself
  case literal(Unicode.Scalar)
  /// `.` that matches line ends
  case anyScalar
  /// `.*` that matches line ends
  case anything
  /// `^`, `\A`: always holds at the start
  case start
  /// `$`, `\z`, `\Z`: always holds at the end
  case end
  /// Any other piece
  case opaque

  var isLiteral: Bool {
    if case .literal = self { true } else { false }
  }
}
