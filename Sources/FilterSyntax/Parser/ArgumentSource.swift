/// The arguments for the `%@`, `%K`, `%d` … of a text.
public struct SyntaxArguments: Sendable {
  /// One argument.
  public enum Value: Sendable {
    /// A value; the letter of its placeholder does not matter.
    case constant(AST.Constant)

    /// An expression, inserted as it is.
    case expression(AST.Expression)
  }

  package var positional: [Value]
  package var interpolated: [Int: Value]

  /// Whether arguments that no placeholder takes are an error. The language ignores them, as Foundation does.
  package var refusesUnused = false

  /// Arguments for placeholders.
  ///
  /// - Parameters:
  ///   - positional: The arguments that the placeholders take in order.
  ///   - interpolated: The arguments of single placeholders, by the offset of the `%`. Such a placeholder takes no argument
  ///     from `positional`. An offset inside quotes is an error.
  public init(_ positional: [Value] = [], interpolated: [Int: Value] = [:]) {
    self.positional = positional
    self.interpolated = interpolated
  }
}

/// Assigns arguments to the placeholders of a text.
struct ArgumentSource {
  private let positional: [SyntaxArguments.Value]
  private let interpolated: [Int: SyntaxArguments.Value]
  private let offsets: [Int]

  // A placeholder takes a byte of the text at least, so that 32 bits hold the number of any.
  private var taken: Int32 = 0
  private var nextOffset: Int32 = 0
  private let refusesUnused: Bool

  init(_ arguments: SyntaxArguments) {
    positional = arguments.positional
    interpolated = arguments.interpolated
    offsets = interpolated.isEmpty ? [] : interpolated.keys.sorted()
    refusesUnused = arguments.refusesUnused
  }

  /// The number of the next argument in order.
  var number: Int { Int(taken) + 1 }

  /// The number of arguments in order that no placeholder has taken; 0 if they are ignored.
  var rest: Int {
    refusesUnused ? positional.count - Int(taken) : 0
  }

  /// The argument of the placeholder at `offset`; nil if there are too few.
  mutating func take(at offset: Int) -> SyntaxArguments.Value? {
    if let value = interpolated[offset] { return value }
    guard taken < positional.count else { return nil }
    taken += 1
    return positional[Int(taken) - 1]
  }

  /// The offset of an interpolation before `token` that did not become a token.
  mutating func missed(before token: Token) -> Int? {
    while nextOffset < offsets.count {
      let offset = offsets[Int(nextOffset)]
      let isEnd = token.kind == .end
      guard offset < token.range.upperBound || isEnd else { return nil }
      guard offset == token.range.lowerBound, token.kind == .argument else { return offset }
      nextOffset += 1
    }
    return nil
  }
}
