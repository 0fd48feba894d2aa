import FilterSyntax

/// The patterns that a run has compiled because they are not constant.
///
/// It forgets all of them when their number or memory exceeds a limit, so that it needs no order of their use.
struct PatternCache {
  private var expressions: [PatternKey: any RegularExpression] = [:]
  private var memory: PatternMemory
  private let limit: Int

  /// The greatest number of patterns.
  private static let maximumCount = 256

  /// A cache of `limit` bytes of compiled patterns.
  init(limit: Int) {
    self.limit = limit
    memory = PatternMemory(limit: limit)
  }

  /// The compiled pattern, which is kept if it was not known. Charges its compilation.
  mutating func expression(
    _ pattern: String, _ options: AST.Comparison.Options, searches: Bool = false,
    _ run: EvaluationContext
  ) throws(EvaluationError) -> any RegularExpression {
    let key = PatternKey(text: ByteKey(pattern), options: options, searches: searches)
    if let known = expressions[key] { return known }
    try run.spend(pattern.utf8.count / 2)
    if expressions.count >= Self.maximumCount { clear() }
    let expression: any RegularExpression
    let hadOthers = !expressions.isEmpty
    do throws(EvaluationError) {
      expression = try compiled(pattern, options, searches)
    } catch {
      // Without the others there may be room.
      guard hadOthers, expressions.isEmpty else { throw error }
      expression = try compiled(pattern, options, searches)
    }
    expressions[key] = expression
    try run.spend(expression.compilationSteps)
    return expression
  }

  /// A new pattern. If it does not fit, all are forgotten, so that it does not take the room of later ones.
  private mutating func compiled(
    _ pattern: String, _ options: AST.Comparison.Options, _ searches: Bool
  ) throws(EvaluationError) -> any RegularExpression {
    do throws(EvaluationError) {
      return try RegexBackend.compile(pattern, options, searches: searches, memory)
    } catch {
      if memory.failure != nil { clear() }
      throw error
    }
  }

  private mutating func clear() {
    expressions.removeAll()
    memory = PatternMemory(limit: limit)
  }
}
