extension EvaluationError.Reason {
  /// The family of the reason.
  public var kind: EvaluationError.Kind {
    switch self {
    case .custom(let kind, _): kind
    case .notANumber(_, let found, _),
      .notAString(_, let found),
      .notACollection(_, let found),
      .setOperand(_, let found),
      .indexNotANumber(let found),
      .notIndexable(let found),
      .notCountable(_, let found):
      found == .null ? .missingValue : .kindMismatch
    case .notStrings, .notInAString, .notAContainer, .notTwoBounds, .notElements,
      .subqueryNotElements, .operatorNotElements, .elementNotACollection, .keyNotAString,
      .castTypeNotAString, .notConvertible, .notADecimalText, .notAUUIDText, .unordered,
      .incomparable, .wrongReceiver, .wrongArgument, .dateKey:
      .kindMismatch
    case .nilElement, .nilDifference: .missingValue
    case .unboundVariable: .unboundVariable
    case .missingKey, .missingIndexKey: .unknownKey
    case .overflow, .negationOverflow, .textOverflow, .notADecimal, .noDecimalResult,
      .divisionByZero, .notAnInteger, .shiftOutOfRange, .outOfRange, .notPositive, .emptyCollection,
      .dateWithoutText, .notADate:
      .arithmetic
    case .outsideList, .outsideString, .insideCharacter: .index
    case .patternTooLong, .patternsTooLarge, .unusablePattern, .patternGaveUp: .pattern
    case .unknownSelector, .wrongSelectorArguments, .unknownCast, .unknownType,
      .unknownWordOperator, .unknownCollectionOperator:
      .unknownName
    case .anyKey, .indexOfKeyPath, .castToClass, .keyAfterOperator, .needsWholeLine, .notCompiled:
      .unsupported
    case .tooManySteps: .budget
    case .tooManyElements: .elements
    case .tooManyBytes, .stringTooLong: .bytes
    case .valueTooDeep: .depth
    case .tooLong: .time
    case .cancelled: .cancelled
    }
  }

  /// A name of the reason that stays the same in every version, for programs.
  public var code: String {
    kindCode ?? missingCode ?? numberCode ?? indexCode ?? patternCode ?? nameCode ?? limitCode
      ?? "custom"
  }

  private var kindCode: String? {
    switch self {
    case .notANumber: "not-a-number"
    case .notAString: "not-a-string"
    case .notACollection: "not-a-collection"
    case .notStrings: "not-strings"
    case .notInAString: "not-in-a-string"
    case .notAContainer: "not-a-container"
    case .notTwoBounds: "not-two-bounds"
    case .notElements: "not-elements"
    case .subqueryNotElements: "subquery-not-elements"
    case .operatorNotElements: "operator-not-elements"
    case .elementNotACollection: "element-not-a-collection"
    case .setOperand: "set-operand"
    case .indexNotANumber: "index-not-a-number"
    case .notIndexable: "not-indexable"
    case .notCountable: "not-countable"
    case .keyNotAString: "key-not-a-string"
    case .castTypeNotAString: "cast-type-not-a-string"
    case .notConvertible: "not-convertible"
    case .notADecimalText: "not-a-decimal-text"
    case .notAUUIDText: "not-a-uuid-text"
    case .unordered: "unordered"
    case .incomparable: "incomparable-kinds"
    case .wrongReceiver: "wrong-receiver"
    case .wrongArgument: "wrong-argument"
    case .dateKey: "date-key"
    default: nil
    }
  }

  private var missingCode: String? {
    switch self {
    case .nilElement: "nil-element"
    case .unboundVariable: "unbound-variable"
    case .nilDifference: "nil-difference"
    case .missingKey: "missing-key"
    case .missingIndexKey: "missing-index-key"
    default: nil
    }
  }

  private var numberCode: String? {
    switch self {
    case .overflow: "overflow"
    case .negationOverflow: "negation-overflow"
    case .textOverflow: "text-overflow"
    case .notADecimal: "not-a-decimal"
    case .noDecimalResult: "no-decimal-result"
    case .divisionByZero: "division-by-zero"
    case .notAnInteger: "not-an-integer"
    case .shiftOutOfRange: "shift-out-of-range"
    case .outOfRange: "out-of-range"
    case .notPositive: "not-positive"
    case .emptyCollection: "empty-collection"
    case .dateWithoutText: "date-without-text"
    case .notADate: "not-a-date"
    default: nil
    }
  }

  private var indexCode: String? {
    switch self {
    case .outsideList: "outside-list"
    case .outsideString: "outside-string"
    case .insideCharacter: "inside-character"
    default: nil
    }
  }

  private var patternCode: String? {
    switch self {
    case .patternTooLong: "pattern-too-long"
    case .patternsTooLarge: "patterns-too-large"
    case .unusablePattern: "unusable-pattern"
    case .patternGaveUp: "pattern-gave-up"
    default: nil
    }
  }

  private var nameCode: String? {
    switch self {
    case .unknownSelector: "missing-selector"
    case .wrongSelectorArguments: "wrong-selector-arguments"
    case .unknownCast: "unknown-cast"
    case .unknownType: "unknown-type"
    case .unknownWordOperator: "unknown-library-operator"
    case .unknownCollectionOperator: "missing-collection-operator"
    case .anyKey: "any-key"
    case .indexOfKeyPath: "index-of-key-path"
    case .castToClass: "cast-to-class"
    case .keyAfterOperator: "key-after-operator"
    case .needsWholeLine: "needs-whole-line"
    case .notCompiled: "not-compiled"
    default: nil
    }
  }

  private var limitCode: String? {
    switch self {
    case .tooManySteps: "too-many-steps"
    case .tooManyElements: "too-many-elements"
    case .tooManyBytes: "too-many-bytes"
    case .tooLong: "time-limit"
    case .cancelled: "evaluation-cancelled"
    case .valueTooDeep: "value-too-deep"
    case .stringTooLong: "string-too-long"
    default: nil
    }
  }
}

extension EvaluationError {
  /// A name of the reason that stays the same in every version, for programs.
  public var code: String { reason.code }
}
