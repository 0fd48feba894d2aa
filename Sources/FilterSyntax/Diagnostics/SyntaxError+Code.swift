extension SyntaxError.Kind {
  /// A name of the kind that stays the same in every version, for programs.
  ///
  /// The documentation of FilterEngine has a table of them.
  public var code: String {
    languageCode ?? textCode ?? grammarCode ?? compilerCode ?? "unknown"
  }

  private var languageCode: String? {
    switch self {
    case .expected: "expected"
    case .unknownFunction: "unknown-function"
    case .wrongArgumentCount: "wrong-argument-count"
    case .unknownKey: "unknown-key"
    case .incomparable: "incomparable"
    case .tooDeep: "too-deep"
    case .tooLong: "too-long"
    case .tooManyNodes: "too-many-nodes"
    case .notPortable: "not-portable"
    default: nil
    }
  }

  private var textCode: String? {
    switch self {
    case .emptyText: "empty-text"
    case .unterminatedString: "unterminated-string"
    case .unterminatedKey: "unterminated-key"
    case .unterminatedComment: "unterminated-comment"
    case .lineComment: "line-comment"
    case .quoteInside: "quote-inside"
    case .typographicQuote: "typographic-quote"
    case .unusualBlank: "unusual-blank"
    case .unknownCharacter: "unknown-character"
    case .gluedNumber: "glued-number"
    case .keyWithoutBackquotes: "key-without-backquotes"
    case .malformedNumber: "malformed-number"
    case .integerOutOfRange: "integer-out-of-range"
    case .malformedDate: "malformed-date"
    case .impossibleDate: "impossible-date"
    case .loneSurrogate: "lone-surrogate"
    case .emptyKey: "empty-key"
    case .unknownOperator: "unknown-operator"
    case .splitOperator: "split-operator"
    case .methodCall: "method-call"
    case .leadingDot: "leading-dot"
    case .queryWord: "query-word"
    case .boundsWithoutBraces: "bounds-without-braces"
    case .chainedComparison: "chained-comparison"
    default: nil
    }
  }

  private var grammarCode: String? {
    switch self {
    case .bitwiseConnective: "bitwise-connective"
    case .predicateAsValue: "predicate-as-value"
    case .reservedWord: "reserved-word"
    case .emptyOptions: "empty-options"
    case .wordOption: "word-option"
    case .unknownOption: "unknown-option"
    case .lonePercent: "lone-percent"
    case .doublePercent: "double-percent"
    case .unknownConversion: "unknown-conversion"
    case .missingArgument: "missing-argument"
    case .unusedArguments: "unused-arguments"
    case .keyPathArgument: "key-path-argument"
    case .interpolationInside: "interpolation-inside"
    case .selectorArgument: "selector-argument"
    case .fetch: "fetch"
    default: nil
    }
  }

  private var compilerCode: String? {
    switch self {
    case .unboundArgument: "unbound-argument"
    case .operandKind: "operand-kind"
    case .argumentKind: "argument-kind"
    case .notElements: "always-not-elements"
    case .operatorOperand: "operator-operand"
    case .notACondition: "not-a-condition"
    case .itemAsArgument: "item-as-argument"
    case .valueTooDeep: "constant-too-deep"
    case .unknownWordOperator: "unknown-word-operator"
    case .unknownSelector: "unknown-selector"
    case .unknownCollectionOperator: "unknown-collection-operator"
    case .strictJoin: "strict-join"
    case .keyOutsidePolicy: "key-outside-policy"
    case .valueOutsidePolicy: "value-outside-policy"
    case .computedKeyOutsidePolicy: "computed-key-outside-policy"
    case .notPermitted: "not-permitted"
    case .unknownPermission: "unknown-permission"
    case .unorderedKey: "unordered-key"
    case .tooExpensive: "too-expensive"
    case .tookTooLong: "took-too-long"
    case .cancelled: "compilation-cancelled"
    default: nil
    }
  }
}

extension SyntaxError {
  /// A name of the kind that stays the same in every version, for programs.
  public var code: String { kind.code }
}
