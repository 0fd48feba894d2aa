/// Parses a text into a tree by precedence climbing.
///
/// The same functions parse predicates and expressions, because a parenthesis can hold either, and only its end
/// shows which. So nothing is parsed twice, however deep parentheses nest. Open forms are kept in an array
/// instead of the call stack, which therefore does not grow with the nesting.
struct Parser {
  // A part that may belong to either of two forms is read by a copy of the parser, so it is kept small.
  var lexer: Lexer

  /// The lowest rank of a link that belongs to the current operand.
  private(set) var minimum = Rank.or

  /// The functions and operators that the text may use.
  let vocabulary: SyntaxVocabulary

  /// The current token, and the range of the previous one.
  var current = Token(kind: .end, range: .none)
  private(set) var previous = SourceRange(0, 0)

  /// The number of open brackets, functions and signs.
  var depth = 0
  var nodes = 0

  /// The open forms, outermost first, each with the minimum rank before it.
  private(set) var open: [(form: OpenForm, minimum: Rank)] = []

  /// The open chains and lists. They are stored apart from the forms, so that they grow in place.
  var chains: [Chain] = []
  var lists: [OpenList] = []

  /// The operand of `AND` that was parsed as a possible second bound of `BETWEEN … AND …`.
  var pendingConjunct: Operand?

  var arguments: ArgumentSource?

  /// The number of placeholders of a template so far.
  var templateArguments = 0

  /// Ends the parser from outside; nil if nothing can.
  private let watch: (any ParserWatch)?

  /// The nodes between two looks at the watch, a power of two.
  private static let interval = 4_096

  init(
    _ text: String, options: SyntaxOptions, arguments: SyntaxArguments?,
    watch: (any ParserWatch)? = nil, mayBeEmpty: Bool = false
  ) throws(SyntaxError) {
    self.watch = watch
    vocabulary = options.vocabulary
    guard text.utf8.count <= SyntaxLimits.maximumLength else {
      throw SyntaxError(.tooLong(limit: SyntaxLimits.maximumLength), at: .none, in: text)
    }
    lexer = Lexer(text, strict: options.strict)
    // Enough for most texts; the elements are large.
    open.reserveCapacity(6)
    self.arguments = arguments.map { ArgumentSource($0) }
    current = try lexer.next()
    try checkInterpolations()
    if current.kind == .end, !mayBeEmpty { throw error(.emptyText, at: current.range) }
  }

  ///     Filter -> Disjunction
  mutating func parseFilter() throws(SyntaxError) -> AST.Predicate {
    do throws(SyntaxError) {
      let operand = try parse(.or)
      let filter = try predicate(of: operand)
      try expectEnd(after: operand)
      try checkArguments(.predicate(filter))
      return filter
    } catch {
      throw Self.query(error) ?? error
    }
  }

  ///     Value -> SetOperation
  mutating func parseValue() throws(SyntaxError) -> AST.Expression {
    let operand = try parse(.set)
    let value = try expression(of: operand)
    guard current.kind == .end else { throw unexpected(.endOfFilter) }
    try checkArguments(.expression(value))
    return value
  }

  ///     Operand(rank) -> Prefix (Link Operand(rank + 1))*
  private mutating func parse(_ rank: Rank) throws(SyntaxError) -> Operand {
    minimum = rank
    var operand = try begin()
    while true {
      guard let left = operand else {
        operand = try begin()
        continue
      }
      if try go(on: left, &operand) { return left }
    }
  }

  /// Continues after an operand; whether it is the whole text. Sets `operand` to the next one, nil if it must be read.
  @inline(__always)
  private mutating func go(
    on left: Operand, _ operand: inout Operand?
  ) throws(SyntaxError) -> Bool {
    if isPostfix(of: left) {
      operand = try extend(left)
    } else if let link = link(), link.rank >= minimum {
      operand = try follow(left, with: link)
    } else if let form = popForm() {
      operand = try resume(form, with: left)
    } else {
      return true
    }
    return false
  }

  /// The last operand of a text that may be unfinished; nil if one is needed at its end. The forms stay open.
  ///
  /// - Throws: An error for a text that no further text could make a filter.
  mutating func parseUnfinished() throws(SyntaxError) -> Operand? {
    var operand: Operand?
    while current.kind != .end {
      guard let left = operand else {
        operand = try begin()
        continue
      }
      if try go(on: left, &operand) { throw unexpectedTail(after: left, .endOfFilter) }
    }
    return operand
  }

  /// Closes the innermost form; nil if none is open.
  mutating func popForm() -> OpenForm? {
    guard let last = open.popLast() else { return nil }
    minimum = last.minimum
    return last.form
  }

  /// Opens `form` until an operand of links of at least `rank` is parsed.
  @inline(never)
  mutating func push(_ form: OpenForm, _ rank: Rank) {
    open.append((form, minimum))
    minimum = rank
  }

  // MARK: - Tokens

  /// The end of the token before the current one.
  var previousEnd: Int { previous.upperBound }

  @inline(never)
  mutating func advance() throws(SyntaxError) {
    previous = current.range
    current = try lexer.next()
    try checkInterpolations()
  }

  /// The kind of the token after the current one; nil where it is an error.
  func peek() -> Token.Kind? { lexer.following }

  mutating func eat(_ symbol: Symbol) throws(SyntaxError) -> Bool {
    guard current.kind == .symbol(symbol) else { return false }
    try advance()
    return true
  }

  mutating func expect(
    _ symbol: Symbol, _ expectation: SyntaxError.Expectation
  ) throws(SyntaxError) {
    guard try eat(symbol) else { throw unexpected(expectation) }
  }

  // MARK: - Limits

  /// Counts an open bracket, function or sign.
  @inline(never)
  mutating func enter() throws(SyntaxError) {
    depth += 1
    try check(height: depth)
  }

  @inline(never)
  func check(height: Int) throws(SyntaxError) {
    guard height <= SyntaxLimits.maximumDepth else {
      throw error(.tooDeep(limit: SyntaxLimits.maximumDepth), at: current.range)
    }
  }

  /// Counts new nodes.
  mutating func count(_ number: Int = 1) throws(SyntaxError) {
    let before = nodes
    nodes += number
    // Whether a multiple of the interval has been passed.
    if before ^ nodes >= Self.interval || nodes > SyntaxLimits.maximumNodes { try look() }
  }

  @inline(never)
  private func look() throws(SyntaxError) {
    guard nodes <= SyntaxLimits.maximumNodes else {
      throw error(.tooManyNodes(limit: SyntaxLimits.maximumNodes), at: current.range)
    }
    if let kind = watch?.end { throw error(kind, at: current.range) }
  }

  /// An expression over parts of a height.
  @inline(never)
  mutating func operand(
    _ expression: AST.Expression, _ range: SourceRange, over height: Int
  ) throws(SyntaxError) -> Operand {
    try count()
    try check(height: height + 1)
    return Operand(expression, range, height: height + 1)
  }
}
