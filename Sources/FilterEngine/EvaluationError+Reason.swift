public import FilterSyntax

extension EvaluationError {
  /// The reasons of errors, with their values.
  ///
  /// A `value` is a text of the value, which is truncated if it is long: an error never keeps an item. ``code``
  /// names a case and does not change between versions; the documentation of the target has a table of the
  /// codes.
  @nonexhaustive
  public enum Reason: Hashable, Sendable {
    // MARK: Kinds of values

    /// `"a" + 1`: an operand that must be a number
    case notANumber(operation: String, found: FilterKind, value: String)
    /// `length(5)`: an argument that must be a string
    case notAString(operation: String, found: FilterKind)
    /// `sum(5)`: an argument that must be a list, a set or an object
    case notACollection(operation: String, found: FilterKind)
    /// `5 BEGINSWITH "a"`: an operand that must be a string
    case notStrings(operator: String, found: FilterKind, value: String)
    /// `5 IN "a"`: only a string can be in a string
    case notInAString(value: String, found: FilterKind)
    /// `1 IN 5`: a value that cannot contain others
    case notAContainer(value: String, found: FilterKind)
    /// `x BETWEEN {1}`: `count` is the number of elements of a list
    case notTwoBounds(found: FilterKind, count: Int?)
    /// `ANY 5 == 1`: a value that is neither a list nor a set
    case notElements(quantifier: String, value: String, found: FilterKind)
    /// `SUBQUERY(5, $x, …)`
    case subqueryNotElements(found: FilterKind)
    /// `5.@count`
    case operatorNotElements(collectionOperator: String, found: FilterKind)
    /// `{1}.@unionOfArrays.#self`: an element that is neither a list nor a set
    case elementNotACollection(collectionOperator: String, found: FilterKind)
    /// `5 UNION {1}`
    case setOperand(operation: String, found: FilterKind)
    /// `list["a"]`
    case indexNotANumber(found: FilterKind)
    /// `object[4]`, with the form that is meant if the index is written as an integer
    case indexNotAString(found: FilterKind, instead: String?)
    /// `(5)[0]`
    case notIndexable(found: FilterKind)
    /// `(5)[FIRST]`
    case notCountable(index: String, found: FilterKind)
    /// `x.$k` where `$k` is not a string
    case keyNotAString(variable: String, found: FilterKind)
    /// `CAST(x, 5)`
    case castTypeNotAString(found: FilterKind)
    /// `CAST({}, "NSNumber")`
    case notConvertible(type: String, found: FilterKind, value: String)
    /// `CAST("a", "NSDecimalNumber")`
    case notADecimalText(value: String)
    /// `CAST("a", "NSUUID")`
    case notAUUIDText(value: String)
    /// `{} < {}`: two values of a kind without an order
    case unordered(FilterKind)
    /// `1 < "a"`: values of different kinds
    case incomparable(FilterKind, FilterKind)
    /// `FUNCTION(5, "uppercaseString")`: the kinds that have the selector; empty for any kind
    case wrongReceiver(selector: String, expected: [FilterKind], found: FilterKind)
    /// An argument of a plug-in's function; `position` counts from 1, and is nil for a single argument
    case wrongArgument(function: String, expected: FilterKind, found: FilterKind, position: Int?)
    /// `(5).timeIntervalSince1970`
    case dateKey(key: String, found: FilterKind)

    // MARK: Values that are missing

    /// `sum({1, nil})`
    case nilElement(operation: String)
    /// `a-b` without both keys, which is probably meant as one key
    case nilDifference(key: String)
    /// `$x` without a value
    case unboundVariable(String)
    /// `(5).foo`: a key that the value does not have; `of` is its kind or type
    case missingKey(String, of: String)
    /// `item['foo']`: the index, and the type that has no such key
    case missingIndexKey(String, of: String)

    // MARK: Numbers

    /// `9223372036854775807 + 1`
    case overflow(left: String, operation: String, right: String)
    /// The minus sign before the least integer
    case negationOverflow(Int64)
    /// `CAST("0xfff…", "NSNumber")` of more than 1,000 digits
    case textOverflow(value: String)
    /// An infinite double among decimals
    case notADecimal(value: String)
    /// Decimals whose result does not fit a decimal
    case noDecimalResult(left: String, operation: String, right: String)
    /// `1 / 0`, `modulus:by:(1, 0)`
    case divisionByZero(left: String, operation: String)
    /// `1.5 & 1`
    case notAnInteger(operation: String, value: String)
    /// `1 << 64`
    case shiftOutOfRange(operation: String, count: Int64)
    /// `(1e300).intValue`
    case outOfRange(value: String, limits: ClosedRange<Int64>)
    /// `randomn(0)`
    case notPositive(function: String, value: Int64)
    /// `min({})`
    case emptyCollection(operation: String)
    /// A date outside the years 0 to 9999 as text
    case dateWithoutText
    /// Seconds of a date that are not finite
    case notADate(value: String)

    // MARK: Indices

    /// `{1}[5]`
    case outsideList(index: Int64, count: Int)
    /// `FUNCTION("a", "substringFromIndex:", 5)`; `count` in UTF-16 units
    case outsideString(index: Int, count: Int)
    /// An index between two surrogates
    case insideCharacter(index: Int)

    // MARK: Regular expressions

    /// A pattern of more than `limit` bytes; `pattern` is its beginning, in quotes
    case patternTooLong(pattern: String, limit: Int)
    /// Patterns that together compile to more than `limit` bytes
    case patternsTooLarge(limit: Int)
    /// `x MATCHES "("`: the reason, and the offset in the pattern in bytes
    case unusablePattern(pattern: String, reason: String, offset: Int)
    /// A pattern that backtracks beyond its limits
    case patternGaveUp(pattern: String, reason: String)

    // MARK: Names and uses

    /// `FUNCTION(x, "nope")`
    case unknownSelector(String)
    /// `FUNCTION(x, "uppercaseString", 1)`
    case wrongSelectorArguments(selector: String, expected: Int, found: Int)
    /// `CAST(x, "NSFoo")`
    case unknownCast(String)
    /// `castObject:toType:(x, "NSFoo")`
    case unknownType(value: String)
    /// An operator that no library has
    case unknownWordOperator(String)
    /// `tags.@cuont`, with the nearest name
    case unknownCollectionOperator(String, suggestion: String?)
    /// `ANYKEY == 1`
    case anyKey
    /// `a.b[0]`, as Foundation reads it
    case indexOfKeyPath
    /// `CAST(x, "Class")`
    case castToClass
    /// `tags.@sum` without a key
    case keyAfterOperator(String)
    /// A line of JSON that must be read as a value. The package handles this error itself
    case needsWholeLine
    /// A joined predicate that could not be compiled at its first use
    case notCompiled(SyntaxError.Kind)

    // MARK: Limits

    /// More than `limit` steps for one item
    case tooManySteps(limit: Int)
    /// More than `limit` values put into collections for one item
    case tooManyElements(limit: Int)
    /// More than `limit` bytes of text made for one item
    case tooManyBytes(limit: Int)
    /// More time than a call may take; nil for a time that several calls share
    case tooLong(limit: Duration?)
    /// The task or the caller ended the evaluation
    case cancelled
    /// A value nested deeper than `limit` levels
    case valueTooDeep(limit: Int)
    /// A string of more than `limit` bytes, made by a function
    case stringTooLong(limit: Int)

    // MARK: Libraries

    /// An error of a library, in its own words
    case custom(Kind, String)
  }
}
