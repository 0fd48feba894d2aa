public import FilterSyntax

/// The text of a filter together with values that belong into it.
///
/// A literal becomes one, with its interpolations as values: they are put into the tree and never into
/// the text, so nothing that they hold can change what the filter asks.
///
/// ```swift
/// let text: FilterText = "name == \(name) AND \(key: column) > %d"
/// ```
///
/// A string that is made at run time cannot become one by accident: `FilterPredicate(text:)` takes it.
public struct FilterText: Sendable {
  /// The text, with `%@` where a value was interpolated and `%K` where a key path was.
  public private(set) var text: String

  /// The interpolated values, by the offset of their percent signs.
  private var interpolated: [Int: Arguments.Value] = [:]

  init(runTime text: String) { self.text = text }

  /// The interpolated values, and those that the other places take in order.
  func arguments(_ positional: [FilterValue]) -> Arguments {
    Arguments(positional.map { .constant($0.constant) }, interpolated: interpolated)
  }

  private mutating func append(_ conversion: String, _ value: Arguments.Value) {
    // `n %\(5)` is a modulus, and would be `%%` without a blank.
    if text.utf8.last == UInt8(ascii: "%") { text += " " }
    interpolated[text.utf8.count] = value
    text += conversion
  }
}

extension FilterText: ExpressibleByStringInterpolation {
  /// Text without values.
  public init(stringLiteral value: String) { text = value }

  /// Text and values.
  public init(stringInterpolation: Interpolation) { self = stringInterpolation.result }

  /// Collects the text and the values of a literal.
  public struct Interpolation: StringInterpolationProtocol {
    var result: FilterText

    /// An empty text.
    public init(literalCapacity: Int, interpolationCount: Int) {
      result = FilterText(runTime: "")
    }

    /// Appends text.
    public mutating func appendLiteral(_ literal: String) { result.text += literal }

    /// Puts in a value, which is never read as text.
    ///
    /// An item with a field table becomes keys and values, which no item is equal to: bind it to a
    /// variable to compare with it.
    public mutating func appendInterpolation(_ value: some FilterValueConvertible) {
      result.append("%@", .constant(value.filterValue.constant))
    }

    /// Puts in a key path such as `owner.name`, whatever characters its keys have.
    public mutating func appendInterpolation(key keyPath: String) {
      result.append("%K", .constant(.text(keyPath)))
    }

    /// Puts in an expression.
    public mutating func appendInterpolation(expression: AST.Expression) {
      result.append("%@", .expression(expression))
    }
  }
}

extension FilterValue {
  /// An argument as the language sees it.
  init(argument: (any FilterValueConvertible)?) {
    guard let argument else {
      self = .null
      return
    }
    self = argument.filterValue
  }
}
