internal import FilterSyntax

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
      .indexNotAString(let found, _),
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
  ///
  /// It is the name of the case in kebab case, with few exceptions, so that no error of a text has the same code.
  public var code: String {
    switch self {
    case .notAUUIDText: "not-a-uuid-text"
    case .incomparable: "incomparable-kinds"
    case .unknownSelector: "missing-selector"
    case .unknownWordOperator: "unknown-library-operator"
    case .unknownCollectionOperator: "missing-collection-operator"
    case .tooLong: "time-limit"
    case .cancelled: "evaluation-cancelled"
    default: caseNameInKebabCase(self)
    }
  }
}

extension EvaluationError {
  /// A name of the reason that stays the same in every version, for programs.
  public var code: String { reason.code }
}
