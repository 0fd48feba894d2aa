import EssentialFoundation
import FilterSyntax

/// The limits of parsing and compiling one text. Their time begins when they are made.
///
/// A reference, because limits are large, and most texts are short.
final class CompilationLimits: ParserWatch, Sendable {
  let limits: EvaluationLimits

  private init(_ limits: EvaluationLimits) { self.limits = limits }

  private static let standard = CompilationLimits(.standard)

  /// The limits of a text whose time begins now. Most texts have the standard limits, and share them.
  static func beginning(_ limits: EvaluationLimits?) -> CompilationLimits {
    guard let limits, !limits.isStandard else { return standard }
    return CompilationLimits(limits.beginning())
  }

  /// The same bounds with the time of a call that has begun, for a tree that has been compiled within them.
  func renewed(within call: EvaluationLimits) -> CompilationLimits {
    let isTimed = call.deadline != nil || call.isInterrupted != nil
    guard isTimed || self !== Self.standard else { return self }
    var limits = limits
    (limits.time, limits.deadline) = (call.time, call.deadline)
    limits.isInterrupted = call.isInterrupted
    return CompilationLimits(limits)
  }

  /// The error if parsing or compiling the text must end; nil if it continues.
  var end: SyntaxError.Kind? {
    switch limits.end?.kind {
    case nil: nil
    case .cancelled: .cancelled
    default: .tookTooLong(limit: limits.time)
    }
  }
}
