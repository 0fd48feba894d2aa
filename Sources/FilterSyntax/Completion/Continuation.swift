/// The ways in which an unfinished text can continue.
package enum Continuation: Sendable {
  /// An operand, or a word before one
  case operand(OperandPosition)
  /// An operator, a connective or a closing bracket after an operand
  case link(LinkPosition)
  /// A key or a collection operator, after the dot of a key path
  case step(of: AST.Expression)
  /// An operator of words, after `NOT`
  case negatedOperator(LinkPosition)
  /// The letters of options, after the bracket of an operator. After `IN` the bracket may begin a list instead
  case options(mayBeList: Bool)
  /// `NULL` after `IS NOT`, and either after `IS`
  case nullTest(isNegated: Bool)
  /// A sign or a name that a form requires
  case expected(SyntaxError.Expectation)
  /// Nothing that is known
  case nothing
}

/// A position that needs an operand.
package struct OperandPosition: Sendable {
  /// The use of the operand.
  package enum Role: Sendable {
    /// No use is known
    case any
    /// The elements that a quantifier or a subquery visits
    case collection
    /// The right side of a comparison, or an element of a list that is the right side
    case compared(OpenComparisonSide, isElement: Bool)
    /// An operand of arithmetic
    case number
    /// An operand of `UNION` and the like
    case set
    /// An argument of a function, by the name before the parenthesis and its index
    case argument(function: String, index: Int)
    /// An index in brackets
    case index
    /// The type of a cast
    case type
    /// The selector of `FUNCTION`
    case selector
  }

  package var role = Role.any

  /// Whether a predicate can begin, and so `NOT`.
  package var mayBePredicate = true

  /// Whether a quantifier can begin.
  package var mayBeQuantifier = true

  /// The bracket that closes an empty list or call; nil if there is none.
  package var closing: String?

  /// A position at the beginning of a predicate.
  package init() {}
}

/// The left side and the operator of a comparison whose right side is open.
package struct OpenComparisonSide: Sendable {
  package let quantifier: AST.Comparison.Quantifier?
  package let left: AST.Expression
  package let `operator`: AST.Comparison.Operator
}

/// A position after an operand.
package struct LinkPosition: Sendable {
  /// The expression that a comparison operator can follow, and its quantifier.
  package var comparable: (expression: AST.Expression, quantifier: AST.Comparison.Quantifier?)?

  /// The operand that ends at the position; nil for a predicate.
  package var operand: AST.Expression?

  /// The arithmetic operators that can follow.
  package var arithmetic: [AST.Arithmetic.Operator] = []

  /// Whether `%` can follow.
  package var hasModulus = false

  /// Whether `UNION` and the like can follow.
  package var hasSetOperators = false

  /// Whether `:=` can follow.
  package var hasAssignment = false

  /// Whether `AND` and `OR` can follow.
  package var hasConnectives = false

  /// The value that would be a predicate before a connective; nil if the text before is a predicate.
  package var bareValue: AST.Expression?

  /// Whether the operand may be the lower bound of `BETWEEN … AND …`.
  package var isLowerBound = false

  /// The commas and closing brackets that can follow.
  package var signs: [String] = []

  /// The function whose argument ends here, by the name before the parenthesis, and the number of its arguments so far.
  package var call: (function: String, count: Int)?
}

/// A text without the word at its end, and how it can continue.
package struct UnfinishedText: Sendable {
  package let continuation: Continuation

  /// The variables of the subqueries around the end, outermost first, each with its collection.
  package let subqueries: [(variable: String, collection: AST.Expression)]

  /// Parses a text that ends before the word to complete. `tokens` are its tokens without comments.
  ///
  /// If the text has an error, the part after its last connective or parenthesis counts.
  ///
  /// - Complexity: O(n) in the length of the text.
  package init(_ text: Substring, tokens: ArraySlice<FilterToken>, options: SyntaxOptions) {
    var start = 0
    var rest = tokens
    for _ in 0..<Self.attempts {
      if let result = Self.read(text, from: start, rest, options) {
        self = result
        return
      }
      guard
        let index = tokens.lastIndex(where: {
          $0.range.upperBound > start && Self.begins(after: $0, in: text)
        })
      else { break }
      start = tokens[index].range.upperBound
      rest = tokens[(index + 1)...]
    }
    self.init(.nothing)
  }

  private init(
    _ continuation: Continuation,
    _ subqueries: [(variable: String, collection: AST.Expression)] = []
  ) {
    self.continuation = continuation
    self.subqueries = subqueries
  }

  /// The number of parts of the text that are parsed.
  private static let attempts = 2

  // Whether a predicate can begin after a token.
  private static func begins(after token: FilterToken, in text: Substring) -> Bool {
    ["AND", "OR", "&&", "||", "("].contains(text.spelling(of: token).uppercased())
  }

  /// How the part from `start` continues; nil for an error in it.
  private static func read(
    _ text: Substring, from start: Int, _ tokens: ArraySlice<FilterToken>, _ options: SyntaxOptions
  ) -> UnfinishedText? {
    guard let last = tokens.last else {
      return UnfinishedText(.operand(OperandPosition()))
    }
    let before = tokens.dropLast().last
    let head = { (token: FilterToken) in text.part(from: start, to: token.range.lowerBound) }
    switch (last.kind, text.spelling(of: last).uppercased()) {
    case (.punctuation, "."):
      return Parser.end(of: head(last), options) { parser, operand in
        guard case .expression(let base)? = operand?.value else { return .nothing }
        return .step(of: base)
      }
    case (.punctuation, "[") where before?.kind == .operator:
      let word = before.map { text.spelling(of: $0).uppercased() }
      guard word != "BETWEEN" else { break }
      return UnfinishedText(.options(mayBeList: word == "IN"))
    case (.punctuation, "]"):
      // `IN[c]` may be an operator with options, before its right side.
      guard let bracket = text.optionsOfMembership(tokens) else { break }
      return Parser.end(of: head(bracket), options) { parser, operand in
        operand == nil ? .operand(parser.operandPosition) : .nothing
      }
    case (.operator, "NOT"):
      if let before, text.spelling(of: before).uppercased() == "IS" {
        return UnfinishedText(.nullTest(isNegated: true))
      }
      return Parser.end(of: head(last), options) { parser, operand in
        operand.map { .negatedOperator(parser.linkPosition(after: $0)) } ?? .nothing
      }
    case (.unknown, "IS"): return UnfinishedText(.nullTest(isNegated: false))
    default: break
    }
    return Parser.end(of: text.part(from: start, to: text.utf8.count), options) { parser, operand in
      operand.map { .link(parser.linkPosition(after: $0)) } ?? .operand(parser.operandPosition)
    }
  }
}

extension UnfinishedText {
  fileprivate init(_ continuation: Continuation, of parser: Parser) {
    self.init(continuation, parser.openSubqueries)
  }
}

extension Parser {
  /// How a text continues; nil for an error in it. `body` gets the parser at the end, and the last operand.
  fileprivate static func end(
    of text: String, _ options: SyntaxOptions,
    _ body: (inout Parser, Operand?) -> Continuation
  ) -> UnfinishedText? {
    do throws(SyntaxError) {
      var parser = try Parser(text, options: options, arguments: nil, mayBeEmpty: true)
      do throws(SyntaxError) {
        let operand = try parser.parseUnfinished()
        let scope = parser
        return UnfinishedText(body(&parser, operand), of: scope)
      } catch {
        guard case .expected(let expectation) = error.kind,
          error.range.lowerBound == parser.lexer.bytes.count
        else { return nil }
        return UnfinishedText(.expected(expectation), of: parser)
      }
    } catch {
      return nil
    }
  }
}

extension Substring {
  /// The text of a token.
  fileprivate func spelling(of token: FilterToken) -> String {
    part(from: token.range.lowerBound, to: token.range.upperBound)
  }

  /// The opening bracket of options after `IN` at the end of the tokens; nil if there are none.
  fileprivate func optionsOfMembership(_ tokens: ArraySlice<FilterToken>) -> FilterToken? {
    let last = Array(tokens.suffix(4))
    guard last.count == 4, spelling(of: last[0]).uppercased() == "IN", spelling(of: last[1]) == "[",
      spelling(of: last[2]).utf8.allSatisfy({ AST.Comparison.Options(letter: $0) != nil })
    else { return nil }
    return last[1]
  }

  /// The text between two offsets in UTF-8.
  fileprivate func part(from start: Int, to end: Int) -> String {
    let lower = utf8.index(utf8.startIndex, offsetBy: start)
    return String(self[lower..<utf8.index(lower, offsetBy: end - start)])
  }
}
