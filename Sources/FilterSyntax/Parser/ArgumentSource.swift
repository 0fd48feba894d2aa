/// Assigns arguments to the placeholders of a text.
struct ArgumentSource {
  private let arguments: Arguments
  private let offsets: [Int]
  private var nextPositional = 0
  private var nextOffset = 0

  init(_ arguments: Arguments) {
    self.arguments = arguments
    offsets = arguments.interpolated.keys.sorted()
  }

  /// The number of the next argument in order.
  var number: Int { nextPositional + 1 }

  /// The number of arguments in order that no placeholder has taken; 0 if they are ignored.
  var rest: Int {
    arguments.refusesUnused ? arguments.positional.count - nextPositional : 0
  }

  /// The argument of the placeholder at `offset`; nil if there are too few.
  mutating func take(at offset: Int) -> Arguments.Value? {
    if let value = arguments.interpolated[offset] { return value }
    guard nextPositional < arguments.positional.count else { return nil }
    nextPositional += 1
    return arguments.positional[nextPositional - 1]
  }

  /// The offset of an interpolation before `token` that did not become a token.
  mutating func missed(before token: Token) -> Int? {
    while nextOffset < offsets.count {
      let offset = offsets[nextOffset]
      let isEnd = token.kind == .end
      guard offset < token.range.upperBound || isEnd else { return nil }
      guard offset == token.range.lowerBound, token.kind == .argument else { return offset }
      nextOffset += 1
    }
    return nil
  }
}
