internal import FilterSyntax

extension EvaluationError {
  /// The error in a sentence without a full stop.
  ///
  /// It quotes names and values unchanged, control characters included. It is therefore not safe for a
  /// terminal; ``rendered(in:)`` is.
  public var message: String { reason.message }
}

// The only place that turns reasons into sentences.
extension EvaluationError.Reason {
  fileprivate var message: String {
    if case .custom(_, let words) = self { return words }
    return kindMessage ?? missingMessage ?? numberMessage ?? indexMessage ?? patternMessage
      ?? nameMessage ?? limitMessage ?? code
  }

  private var kindMessage: String? {
    switch self {
    case .notANumber(let operation, let found, let value):
      "'\(operation)' needs a number and got \(found.phrase)" + (found == .null ? "" : ", \(value)")
    case .notAString(let operation, let found):
      "'\(operation)' needs a string and got \(found.phrase)"
    case .notACollection(let operation, let found):
      "'\(operation)' needs a collection and got \(found.phrase)"
        + (operation == "count" && found == .string
          ? "; length counts the characters of a string" : "")
    case .notStrings(let operation, let found, let value):
      "\(operation) takes strings, and \(value) is \(found.phrase)"
    case .notInAString(let value, let found):
      "\(value) cannot be in a string: it is \(found.phrase)"
    case .notAContainer(let value, let found):
      "\(value) cannot contain anything: it is \(found.phrase)"
    case .notTwoBounds(let found, let count):
      "BETWEEN takes a list of two bounds, and this is \(Self.phrase(found, count))"
    case .notElements(let quantifier, let value, let found):
      "\(quantifier) goes through a list or set, and \(value) is \(found.phrase)"
    case .subqueryNotElements(let found):
      "SUBQUERY goes through a list or set, and this is a \(found.rawValue)"
    case .operatorNotElements(let name, let found):
      "@\(name) takes a list or set, and this is \(found.phrase)"
    case .elementNotACollection(let name, let found):
      "'@\(name)' needs lists or sets and met \(found.phrase)"
    case .setOperand(let operation, let found):
      "\(operation) takes lists and sets, and this is "
        + (found == .null ? "nil" : "a \(found.rawValue)")
    default: kindMessageOfCalls
    }
  }

  private var kindMessageOfCalls: String? {
    switch self {
    case .indexNotANumber(let found):
      "the index of a list is a number, not \(found.phrase)"
    case .indexNotAString(let found, let instead):
      "the index of an object is a text, "
        + (instead.map { "write \($0.shown)" } ?? "not \(found.phrase)")
    case .notIndexable(let found):
      "can't index \(found == .null ? "nil" : found.phrase)"
    case .notCountable(let index, let found):
      "[\(index)] needs a collection and got \(found.phrase)"
    case .keyNotAString(let variable, let found):
      "$\(variable.shown) has to hold a key, and holds \(found.phrase)"
    case .castTypeNotAString(let found):
      "CAST takes the name of a type, and this is a \(found.rawValue)"
    case .notConvertible(let type, let found, let value):
      "can't convert \(found.phrase), \(value), to \(type)"
    case .notADecimalText(let value):
      "\(value) is not a decimal number"
    case .notAUUIDText(let value):
      "\(value) is not a UUID"
    case .unordered(let kind):
      "\(kind.plural) \(kind == .data ? "has" : "have") no order"
    case .incomparable(let left, let right):
      "can't compare \(left.phrase) with \(right.phrase)" + Self.remedy(left, right)
    case .wrongReceiver(let selector, let expected, let found):
      "'\(selector)' is for \(Self.plural(expected)), not for \(found.phrase)"
    case .wrongArgument(let function, let expected, let found, let position):
      "'\(function)' takes \(expected.phrase)" + (position.map { " as argument \($0)" } ?? "")
        + ", not \(found.phrase)"
    case .dateKey(let key, let found):
      "'\(key)' is a key of dates, not of \(found.phrase)"
    default: nil
    }
  }

  private var missingMessage: String? {
    switch self {
    case .nilElement(let operation):
      "'\(operation)' met nil among the elements"
    case .unboundVariable(let name):
      "the variable $\(name.shown) has no value"
    case .nilDifference(let key):
      "'-' needs a number and got nil; write `\(key.shown)` in backquotes for one key"
    case .missingKey(let key, let type):
      "\(type) has no key '\(key.shown)'" + Self.remedy(ofKey: key, of: type)
    case .missingIndexKey(let key, let type):
      "\(type) has no key \(key)"
    default: nil
    }
  }

  private var numberMessage: String? {
    switch self {
    case .overflow(let left, let operation, let right):
      "\(left) \(operation) \(right) overflows 64 bits"
    case .negationOverflow(let number):
      "-(\(number)) overflows 64 bits"
    case .textOverflow(let value):
      "\(value) has more than \(IntegerDigits.maximum) digits"
    case .notADecimal(let value):
      "\(value) is not a decimal number"
    case .noDecimalResult(let left, let operation, let right):
      "\(left) \(operation) \(right) is not a decimal number"
    case .divisionByZero(let left, let operation):
      operation.ends(with: ":")
        ? "\(operation)(\(left), 0): division by zero" : "\(left) \(operation) 0: division by zero"
    case .notAnInteger(let operation, let value):
      "'\(operation)' needs an integer of 64 bits and got \(value)"
    case .shiftOutOfRange(let operation, let count):
      "'\(operation)' shifts by 0 to 63 bits and not by \(count)"
    case .outOfRange(let value, let limits):
      "\(value) is outside \(limits.lowerBound) to \(limits.upperBound)"
    case .notPositive(let function, let value):
      "'\(function)' needs a number above 0 and got \(value)"
    case .emptyCollection(let operation):
      "'\(operation)' of nothing has no value"
    case .dateWithoutText:
      "a date outside the years 0 to 9999 has no text"
    case .notADate(let value):
      "\(value) seconds are not a date"
    default: nil
    }
  }

  private var indexMessage: String? {
    switch self {
    case .outsideList(let index, let count):
      "index \(index) is outside \(Self.phrase(.list, count))"
    case .outsideString(let index, let count):
      "index \(index) is outside a string of \(count) UTF-16 units"
    case .insideCharacter(let index):
      "index \(index) is in the middle of a character"
    default: nil
    }
  }

  private var patternMessage: String? {
    switch self {
    case .patternTooLong(let pattern, let limit):
      "the regular expression \(pattern) is longer than \(limit) bytes"
    case .patternsTooLarge(let limit):
      "the regular expressions take more than \(limit) bytes when they are compiled"
    case .unusablePattern(let pattern, let reason, let offset):
      "the regular expression \(pattern) cannot be used: \(reason), at byte \(offset)"
    case .patternGaveUp(let pattern, let reason):
      "the regular expression \(pattern) gave up: \(reason)"
    default: nil
    }
  }

  private var nameMessage: String? {
    switch self {
    case .unknownSelector(let name):
      "no library has a selector '\(name.shown)' for FUNCTION"
    case .wrongSelectorArguments(let selector, let expected, let found):
      "'\(selector)' takes \(expected) argument\(expected == 1 ? "" : "s"), not \(found)"
    case .unknownCast(let name):
      "no library can CAST to '\(name.shown)'"
    case .unknownType(let value):
      "no type \(value) to convert to"
    case .unknownWordOperator(let name):
      "no library has an operator '\(name)'"
    case .unknownCollectionOperator(let name, let suggestion):
      "there is no collection operator @\(name.shown)"
        + (suggestion.map { "; did you mean @\($0)?" } ?? "")
    case .anyKey:
      "ANYKEY cannot be evaluated: it names every key at once"
    case .indexOfKeyPath:
      "an index after a key path is read as part of its last key; write (path)[index]"
    case .castToClass:
      "CAST to Class is refused: a filter cannot reach classes"
    case .keyAfterOperator(let name):
      "@\(name) needs a key after it, such as @\(name).price"
    case .needsWholeLine:
      "the line has to be read as a value"
    case .notCompiled(let kind):
      SyntaxError(kind, at: .none, in: "").message
    default: nil
    }
  }

  private var limitMessage: String? {
    switch self {
    case .tooManySteps(let limit):
      "gave up after \(limit) steps for one item"
    case .tooManyElements(let limit):
      "gave up making more than \(limit) elements for one item"
    case .tooManyBytes(let limit):
      "gave up making more than \(limit) bytes of text for one item"
    case .tooLong(let limit?): "gave up after \(Self.text(limit))"
    case .tooLong(nil): "gave up at the time limit"
    case .cancelled: "cancelled"
    case .valueTooDeep(let limit):
      "a value is nested deeper than \(limit) levels"
    case .stringTooLong(let limit):
      "gave up making a string of more than \(limit) bytes"
    default: nil
    }
  }

  /// `1.5 seconds`
  private static func text(_ time: Duration) -> String {
    let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
    return seconds == 1 ? "1 second" : "\(NumberText.text(seconds)) seconds"
  }

  // A kind, with the number of elements of a list.
  private static func phrase(_ kind: FilterKind, _ count: Int?) -> String {
    switch count {
    case nil: kind.phrase
    case 0: "an empty list"
    case 1: "a list of one element"
    case let count?: "a list of \(count) elements"
    }
  }

  private static func plural(_ kinds: [FilterKind]) -> String {
    kinds.isEmpty ? "values" : kinds.map(\.plural).joined(separator: " and ")
  }
}

// The ends of messages that say what to write instead.
extension EvaluationError.Reason {
  /// The form that two kinds without an order are probably meant in.
  static func remedy(_ left: FilterKind, _ right: FilterKind) -> String {
    switch (left, right) {
    case (.number, .string), (.string, .number):
      "; write a number without quotes, or number(text)"
    case (.date, .string), (.string, .date):
      "; write a date as #2026-11-21#, or CAST(text, \"NSDate\")"
    case (.list, .string), (.list, .number), (.list, .date), (.set, .string), (.set, .number),
      (.set, .date):
      "; write ANY before a \(left.rawValue) to compare its elements"
    default: ""
    }
  }

  /// The form of a property that collections have in other languages.
  static func remedy(ofKey key: String, of type: String) -> String {
    switch key {
    case "count", "size":
      "; write @count for the number of elements"
        + (type == FilterKind.string.phrase ? ", length for that of characters" : "")
    case "isEmpty": "; write @count == 0 for a collection, length == 0 for a string"
    case "first", "last": "; write [\(key.uppercased())] after a list"
    default: ""
    }
  }
}
