/// Makes a tree of a text by precedence climbing.
///
/// Predicates and expressions are read by the same functions, for nobody can tell before its end
/// what a parenthesis holds; so nothing is read twice, however parentheses nest. What is begun waits
/// in a list and not on the stack, which therefore does not grow with the nesting.
struct Parser {
  var lexer: Lexer
  var options: SyntaxOptions

  /// The token that is looked at, and the place of the one before it.
  var current = Token(kind: .end, range: .none)
  private(set) var previous = SourceRange(0, 0)

  /// The brackets, functions and signs that are open.
  var depth = 0
  var nodes = 0

  /// What is begun, outermost first, each with the rank that links needed before it.
  private var open: [(form: OpenForm, minimum: Rank)] = []

  /// The least rank of a link that belongs to the operand that is read.
  private(set) var minimum = Rank.or

  /// The chains and lists that are begun; kept apart so that they grow in place.
  var chains: [Chain] = []
  var lists: [OpenList] = []

  /// What `AND` joins, read while looking for the second bound of SQL's `BETWEEN … AND …`.
  var pendingConjunct: Operand?

  var arguments: ArgumentSource?

  /// The number of places met in a template.
  var templateArguments = 0

  init(_ text: String, options: SyntaxOptions, arguments: Arguments?) throws(SyntaxError) {
    guard text.utf8.count <= SyntaxLimits.maximumLength else {
      throw SyntaxError(.tooLong(limit: SyntaxLimits.maximumLength), at: .none, in: text)
    }
    lexer = Lexer(text, strict: options.strict)
    // As much as most texts need, at once: its elements are large.
    open.reserveCapacity(6)
    self.options = options
    self.arguments = arguments.map { ArgumentSource($0) }
    current = try lexer.next()
    try checkInterpolations()
    if current.kind == .end { throw error(.emptyText, at: current.range) }
  }

  ///     Filter -> Disjunction
  mutating func parseFilter() throws(SyntaxError) -> AST.Predicate {
    do throws(SyntaxError) {
      let operand = try parse(.or)
      let filter = try predicate(of: operand)
      try expectEnd(after: operand)
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
      if isPostfix(of: left) {
        operand = try extend(left)
      } else if let link = link(), link.rank >= minimum {
        operand = try follow(left, with: link)
      } else if let last = open.popLast() {
        minimum = last.minimum
        operand = try resume(last.form, with: left)
      } else {
        return left
      }
    }
  }

  /// Leaves `form` open until an operand of links of `rank` is read.
  mutating func push(_ form: OpenForm, _ rank: Rank) {
    open.append((form, minimum))
    minimum = rank
  }

  // MARK: - Tokens

  /// The end of the token before the current one.
  var previousEnd: Int { previous.upperBound }

  mutating func advance() throws(SyntaxError) {
    previous = current.range
    current = try lexer.next()
    try checkInterpolations()
  }

  /// The kind of the token behind the current one; nil where there is an error.
  func peek() -> Token.Kind? {
    var lexer = lexer
    return try? lexer.next().kind
  }

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

  /// Counts one more open bracket, function or sign.
  mutating func enter() throws(SyntaxError) {
    depth += 1
    try check(height: depth)
  }

  func check(height: Int) throws(SyntaxError) {
    guard height <= SyntaxLimits.maximumDepth else {
      throw error(.tooDeep(limit: SyntaxLimits.maximumDepth), at: current.range)
    }
  }

  /// Counts nodes that are made.
  mutating func count(_ number: Int = 1) throws(SyntaxError) {
    nodes += number
    guard nodes <= SyntaxLimits.maximumNodes else {
      throw error(.tooManyNodes(limit: SyntaxLimits.maximumNodes), at: current.range)
    }
  }

  /// An expression of parts that nest so deep.
  mutating func operand(
    _ expression: AST.Expression, _ range: SourceRange, over height: Int
  ) throws(SyntaxError) -> Operand {
    try count()
    try check(height: height + 1)
    return Operand(expression, range, height: height + 1)
  }
}
