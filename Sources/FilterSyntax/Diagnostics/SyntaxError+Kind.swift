extension SyntaxError {
  /// The kinds of errors, with their data.
  @nonexhaustive
  public enum Kind: Hashable, Sendable {
    /// `age > AND x`: the parser expected something else
    case expected(Expectation)
    /// `no_such(x)`, with the nearest name
    case unknownFunction(String, suggestion: String?)
    /// `sqrt(1, 2)`
    case wrongArgumentCount(function: String, expected: ClosedRange<Int>, found: Int)
    /// `nam == 1` for a typed item, with the nearest key
    case unknownKey(String, of: String, suggestion: String?)
    /// `name > 5` for a typed item: kinds that can never be compared
    case incomparable(left: String, operator: String, right: String)
    /// A tree nested deeper than `SyntaxLimits.maximumDepth`
    case tooDeep(limit: Int)
    /// A text longer than `SyntaxLimits.maximumLength`
    case tooLong(limit: Int)
    /// More nodes than `SyntaxLimits.maximumNodes`
    case tooManyNodes(limit: Int)
    /// `strict` refuses an extension; how to write it portably, if it can be
    case notPortable(feature: String, instead: String?)
    /// A text without any word
    case emptyText
    /// `"text`
    case unterminatedString
    /// A key in backquotes without the second one
    case unterminatedKey
    /// `/* comment`
    case unterminatedComment
    /// `x == 1 // comment`
    case lineComment
    /// `'What's'`: a quote inside a text of the same quotes
    case quoteInside(String)
    /// `“text”`
    case typographicQuote
    /// A blank outside ASCII, such as a no-break space
    case unusualBlank
    /// `x == 1;`
    case unknownCharacter(String)
    /// `81ab22cd`, `1ANDy`
    case gluedNumber(String)
    /// `1st == 3`: what can only be a key, and begins with a digit
    case keyWithoutBackquotes(String)
    /// `0x`
    case malformedNumber
    /// `0xfff…` of more than 1,000 digits
    case integerOutOfRange
    /// `#2026-11#`
    case malformedDate
    /// `#2026-02-30#`
    case impossibleDate
    /// `"\ud800"`
    case loneSurrogate
    /// ` `` `, or an empty step in the argument of `%K`
    case emptyKey
    /// `x CONTAIN 5`, with the nearest operator
    case unknownOperator(String, suggestion: String?)
    /// `x = = 1`
    case splitOperator(String)
    /// `name.startswith("a")`, with the form that is meant, such as `name BEGINSWITH "a"`
    case methodCall(instead: String?)
    /// `.age == 1`, with the key
    case leadingDot(String)
    /// `WHERE age > 3`, `SELECT name FROM people`: a word of a query, in upper case
    case queryWord(String)
    /// `x BETWEEN 1, 5`, with the list that is meant
    case boundsWithoutBraces(instead: String)
    /// `1 < x < 3`
    case chainedComparison
    /// `a == 1 & b == 2`, with the operator that joins predicates
    case bitwiseConnective(String, instead: String)
    /// `(a == 1) + 2`
    case predicateAsValue
    /// `size == 1`
    case reservedWord(String)
    /// `x ==[] "a"`
    case emptyOptions
    /// `x ==[cdw] "a"`
    case wordOption
    /// `x ==[z] "a"`
    case unknownOption(String)
    /// `x == %`
    case lonePercent
    /// `x == %%`
    case doublePercent
    /// `%k`
    case unknownConversion(String)
    /// More placeholders than arguments
    case missingArgument(number: Int)
    /// More arguments than placeholders
    case unusedArguments(Int)
    /// `%K` with an argument that is not text
    case keyPathArgument
    /// An interpolation inside quotes, backquotes or a comment
    case interpolationInside
    /// `FUNCTION(x, y)`
    case selectorArgument
    /// `FETCH(a, b, c)`
    case fetch
    /// A placeholder without an argument, such as `%@` in a tree that was parsed as a template
    case unboundArgument(String)
    /// `name + 1` for a typed item: an operand that is never a number
    case operandKind(operation: String, found: String)
    /// `length(age)` for a typed item: an argument that is always of another kind
    case argumentKind(function: String, expected: String, found: String)
    /// `ANY age == 1`, `SUBQUERY(age, …)` for a typed item: never a list or set
    case notElements(form: String, found: String)
    /// `age.@sum.x` for a typed item
    case operatorOperand(collectionOperator: String, found: String)
    /// `name` alone for a typed item whose `name` is never a boolean
    case notACondition(String)
    /// An item of this type as an argument, compared with items
    case itemAsArgument(type: String)
    /// A constant nested deeper than values may be
    case valueTooDeep(limit: Int)
    /// A word operator that the libraries of the predicate do not have
    case unknownWordOperator(String)
    /// `FUNCTION(x, 'nope')`: a selector that no library has
    case unknownSelector(String)
    /// `tags.@cuont`, with the nearest collection operator
    case unknownCollectionOperator(String, suggestion: String?)
    /// A join of a strict predicate with one that is not
    case strictJoin
    /// A key that a policy does not permit, or that no item has; with the nearest key that it permits
    case keyOutsidePolicy(String, suggestion: String?)
    /// A value that is read whole although a policy permits only some of its keys; nil for the item
    case valueOutsidePolicy(String?)
    /// A computed key of a value of which a policy permits only some keys
    case computedKeyOutsidePolicy
    /// Something else that a policy does not permit, by its name
    case notPermitted(Feature, String)
    /// A name that a policy permits and no library has, with the nearest one that they have
    case unknownPermission(Feature, String, suggestion: String?)
    /// A sort key whose values have no order
    case unorderedKey(String)
    /// `name:upward`: an option that sort keys do not have
    case unknownSortOption(String)
    /// A filter whose estimated cost exceeds the limit of a policy; nil if the cost has no bound
    case tooExpensive(steps: Int?, limit: Int)
    /// Reading or compiling the text took longer than the limit of the caller; nil if the limit began earlier
    case tookTooLong(limit: Duration?)
    /// The task or the caller ended reading or compiling the text
    case cancelled
  }
}

extension SyntaxError {
  /// The features besides keys that a policy can refuse.
  @nonexhaustive
  public enum Feature: String, Hashable, Sendable {
    /// A function, or a selector that `FUNCTION` asks
    case function
    /// An operator between values
    case `operator`
    /// A collection operator
    case collectionOperator = "collection operator"
    /// A type that `CAST` converts to
    case cast = "conversion to"
    /// A variable that the application binds
    case variable
  }
}
