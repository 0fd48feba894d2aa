extension SyntaxError {
  /// The error in words, without the text.
  ///
  /// It quotes names unchanged, control characters included. It is therefore not safe for a terminal;
  /// `description` is.
  public var message: String {
    switch kind {
    case .expected(let expectation): "expected \(expectation.words)"
    case .unknownFunction(let name, let suggestion):
      "there is no function '\(name.shown)'" + Self.question(suggestion)
    case .wrongArgumentCount(let function, let expected, let found):
      "'\(function)' takes \(Self.arguments(expected)), not \(found)"
    case .unknownKey(let key, let type, let suggestion):
      "'\(type)' has no key '\(key.shown)'" + Self.question(suggestion)
    case .incomparable(let left, let name, let right):
      "\(left.shown) \(name) \(right.shown) can never be answered"
    case .tooDeep(let limit): "nested deeper than \(limit) levels"
    case .tooLong(let limit): "longer than \(limit) bytes"
    case .tooManyNodes(let limit): "more than \(limit) nodes"
    case .notPortable(let feature, let instead):
      "\(feature) is not portable" + (instead.map { ", write \($0)" } ?? "")
    default: lexicalMessage ?? grammarMessage ?? argumentMessage ?? compilerMessage ?? kind.code
    }
  }

  private var lexicalMessage: String? {
    switch kind {
    case .emptyText: "expected a predicate, the text is empty"
    case .unterminatedString: "the quote is never closed"
    case .unterminatedKey: "the backquote is never closed"
    case .unterminatedComment: "the comment is never closed"
    case .lineComment: "'//' does not begin a comment, write /* … */"
    case .quoteInside(let quote):
      "the text ends at this quote, write \\\(quote) in it or put it in "
        + (quote == "'" ? "double quotes" : "single quotes")
    case .typographicQuote: "a typographic quote does not quote text, write ' or \""
    case .unusualBlank: "a blank outside ASCII, write a space"
    case .unknownCharacter(let character): Self.shown(character) + " has no meaning here"
    case .gluedNumber(let spelling): "'\(spelling.shown)' is neither a number nor a name"
    case .keyWithoutBackquotes(let spelling):
      "'\(spelling.shown)' is neither a number nor a name, write a key in backquotes"
    case .malformedNumber: "digits are missing"
    case .integerOutOfRange: "the integer has more than \(IntegerDigits.maximum) digits"
    case .malformedDate: "a date literal is written #2026-11-21# or #2026-11-21T10:00:00Z#"
    case .impossibleDate: "there is no such date or time"
    case .loneSurrogate: "half of a surrogate pair is not a character"
    case .emptyKey: "a key cannot be empty"
    default: nil
    }
  }

  private var grammarMessage: String? {
    switch kind {
    case .unknownOperator(let name, let suggestion):
      "there is no operator '\(name.shown)'" + Self.question(suggestion)
    case .splitOperator(let joined): "write '\(joined)' without a blank"
    case .methodCall(let instead):
      "values have no methods" + (instead.map { ", write \($0.shown)" } ?? "")
    case .leadingDot(let key): "a key path begins without a dot, write \(key.shown)"
    case .queryWord(let word): "a filter is the condition alone, without \(word)"
    case .boundsWithoutBraces(let instead):
      "BETWEEN takes its bounds in braces, write \(instead.shown)"
    case .chainedComparison: "comparisons do not chain, join them with AND"
    case .bitwiseConnective(let sign, let instead):
      "'\(sign)' joins the bits of numbers, predicates are joined with '\(instead)'"
    case .predicateAsValue: "a predicate is not a value"
    case .reservedWord(let word):
      "'\(word)' is a reserved word, write #\(word.lowercased()) for the key"
    case .emptyOptions: "options are missing, write any of c, d, n, l"
    case .wordOption: "the option 'w' has no meaning here, options are c, d, n, l"
    case .unknownOption(let letter): "there is no option '\(letter)', options are c, d, n, l"
    default: nil
    }
  }

  private var argumentMessage: String? {
    switch kind {
    case .lonePercent: "'%' needs a letter after it, write %@ for an argument"
    case .doublePercent: "'%%' has no meaning in a filter"
    case .unknownConversion(let spelling):
      "'\(spelling.shown)' is not a placeholder, write %@ for a value or %K for a key path"
    case .missingArgument(let number): "there is no argument number \(number) for this placeholder"
    case .unusedArguments(1): "an argument has no placeholder"
    case .unusedArguments(let count): "\(count) arguments have no placeholder"
    case .keyPathArgument: "the argument of %K has to be text"
    case .interpolationInside:
      "an interpolation inside quotes, backquotes or a comment is not replaced"
    case .selectorArgument: "the selector has to be a constant string"
    case .fetch: "FETCH needs a database"
    default: nil
    }
  }

  private var compilerMessage: String? {
    switch kind {
    case .unboundArgument(let conversion): "no argument for '\(conversion)'"
    case .operandKind(let operation, let found):
      "'\(operation)' takes numbers, and this is always a \(found)"
    case .argumentKind(let function, let expected, let found):
      "'\(function)' takes a \(expected) here, and this is always a \(found)"
    case .notElements(let form, let found):
      "\(form) goes through a list or set, and this is always \(found)"
    case .operatorOperand(let name, let found):
      "@\(name) takes a list or set, and this is always \(found)"
    case .notACondition(let kind): "\(kind) is not a condition; compare it with something"
    case .itemAsArgument(let type):
      "no \(type) is equal to keys and values, which an item becomes as an "
        + "argument; write a variable such as $item, and bind it"
    case .valueTooDeep(let limit): "a value is nested deeper than \(limit) levels"
    case .unknownWordOperator(let name): "no library has an operator \(name)"
    case .unknownSelector(let name): "no library has a selector '\(name.shown)' for FUNCTION"
    case .unknownCollectionOperator(let name, let suggestion):
      "there is no collection operator @\(name.shown)"
        + (suggestion.map { "; did you mean @\($0)?" } ?? "")
    case .strictJoin: "a strict predicate can be joined with strict ones only"
    default: policyMessage
    }
  }

  private var policyMessage: String? {
    switch kind {
    case .keyOutsidePolicy(let key, let suggestion):
      "there is no key '\(key.shown)' here" + Self.question(suggestion)
    case .valueOutsidePolicy(let path):
      "only some keys of \(path.map { "'\($0.shown)'" } ?? "the item") can be read, "
        + "and this reads all of it"
    case .computedKeyOutsidePolicy: "a key of this value has to be written in the filter"
    case .notPermitted(let feature, let name):
      "the \(feature.rawValue) '\(name.shown)' is not permitted"
    case .unknownPermission(let feature, let name, let suggestion):
      "the policy permits the \(feature.rawValue) '\(name.shown)', which no library has"
        + Self.question(suggestion)
    case .unorderedKey(let found): "\(found) have no order"
    case .unknownSortOption(let option):
      "'\(option.shown)' is not a sort option; use asc, desc, numeric, or letters of cdnl"
    case .tooExpensive(let steps, let limit):
      steps.map { "this may take \($0) steps, and \(limit) are permitted" }
        ?? "this may take any number of steps, and \(limit) are permitted"
    case .tookTooLong(let limit):
      limit.map { "the filter took longer than \($0) to compile" }
        ?? "the filter was not compiled before the time limit"
    case .cancelled: "the compilation of the filter was cancelled"
    default: nil
    }
  }

  // Shows an invisible character by its number.
  private static func shown(_ character: String) -> String {
    guard let scalar = character.unicodeScalars.first,
      [.control, .format, .privateUse, .unassigned].contains(scalar.properties.generalCategory)
    else { return "'\(character)'" }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func question(_ suggestion: String?) -> String {
    suggestion.map { ", did you mean '\($0)'?" } ?? ""
  }

  private static func arguments(_ range: ClosedRange<Int>) -> String {
    switch (range.lowerBound, range.upperBound) {
    case (1, 1): "1 argument"
    case (let least, let most) where least == most: "\(least) arguments"
    case (let least, .max): "at least \(least) argument\(least == 1 ? "" : "s")"
    case (let least, let most): "\(least) to \(most) arguments"
    }
  }
}

extension SyntaxError.Expectation {
  fileprivate var words: String {
    switch self {
    case .comma: "','"
    case .comparisonOperator: "a comparison operator"
    case .connective: "AND or OR"
    case .endOfFilter: "the end of the filter"
    case .expression: "an expression"
    case .key: "a key"
    case .leftParenthesis: "'('"
    case .null: "NULL"
    case .operatorName: "the name of a collection operator"
    case .options: "options such as [cd]"
    case .predicate: "a predicate"
    case .rightBrace: "'}'"
    case .rightBracket: "']'"
    case .rightParenthesis: "')'"
    case .variable: "a variable such as $x"
    case .variableName: "the name of a variable"
    }
  }
}
