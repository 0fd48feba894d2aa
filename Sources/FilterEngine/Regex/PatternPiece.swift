/// What stands at the top level of a pattern, as far as literal tests can make use of it.
enum PatternPiece: Equatable {
  /// A scalar that matches itself alone
  case literal(Unicode.Scalar)
  /// `.` where the dot takes line ends
  case anyScalar
  /// `.*` where the dot takes line ends
  case anything
  /// `^`, `\A`: certain at the start
  case start
  /// `$`, `\z`, `\Z`: certain at the end
  case end
  /// Everything else
  case opaque

  var isLiteral: Bool {
    if case .literal = self { true } else { false }
  }
}
