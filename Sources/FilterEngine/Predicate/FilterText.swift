public import FilterSyntax

/// The text of a filter, with the values that are interpolated into it.
///
/// It is made from a literal. Interpolated values are inserted into the tree and never into the text, so their
/// content cannot change the meaning of the filter.
///
/// ```swift
/// let text: FilterText = "name == \(name) AND \(key: column) > %d"
/// ```
///
/// A string that is made at run time does not convert to it. `FilterPredicate(text:)` takes such a string.
public struct FilterText: Sendable {
  /// The text, with `%@` for interpolated values and `%K` for interpolated key paths.
  public private(set) var text: String

  /// The interpolated values, by the offset of their percent signs.
  private var interpolated: [Int: SyntaxArguments.Value] = [:]

  package init(runTime text: String) { self.text = text }

  /// The interpolated values, and the arguments of the other placeholders in order.
  func arguments(_ positional: [FilterValue], refusesUnused: Bool = true) -> SyntaxArguments {
    var arguments = SyntaxArguments(
      positional.map { .constant($0.constant) }, interpolated: interpolated)
    arguments.refusesUnused = refusesUnused
    return arguments
  }

  private mutating func append(_ conversion: String, _ value: SyntaxArguments.Value) {
    // `n %\(5)` is a modulus. Without a blank it would become `%%`.
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

    /// Inserts a value, which is never parsed as text.
    ///
    /// An item with a field table becomes an object of keys and values, which never equals an item. To compare
    /// with an item, bind it to a variable.
    public mutating func appendInterpolation(_ value: some FilterValueConvertible) {
      result.append("%@", .constant(value.filterValue.constant))
    }

    /// Inserts a value, or `nil`, in the same way.
    public mutating func appendInterpolation(_ value: (some FilterValueConvertible)?) {
      result.append("%@", .constant(value.filterValue.constant))
    }

    /// Inserts a key path such as `owner.name`. Its keys can have any characters.
    public mutating func appendInterpolation(key keyPath: String) {
      result.append("%K", .constant(.text(keyPath)))
    }

    /// Inserts an expression.
    public mutating func appendInterpolation(expression: AST.Expression) {
      result.append("%@", .expression(expression))
    }
  }
}

extension [String: any FilterValueConvertible] {
  /// The values by name.
  package var filterValues: [String: FilterValue] {
    isEmpty ? [:] : mapValues { $0.filterValue }
  }
}

extension FilterValue {
  /// The value of an argument.
  init(argument: (any FilterValueConvertible)?) {
    guard let argument else {
      self = .null
      return
    }
    self = argument.filterValue
  }
}
