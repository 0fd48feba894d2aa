public import FilterEngine
public import FilterSyntax

/// A key path to sort by, with a direction and the options of comparing strings.
///
/// ```swift
/// configuration.rows.sort = [.ascending(\.age), .descending(\.name, options: .caseInsensitive)]
/// configuration.rows.sort = try ResultsSortKey.list("-age, name[cd]", policy: policy)
/// ```
public struct ResultsSortKey<Item: Filterable>: Hashable {
  let reader: KeyPathReader<Item>

  /// The key path in the syntax of filters; nil for a property without a field in the table of the type.
  public var keyPath: String? { reader.text }

  /// Whether the order is ascending.
  public var isAscending: Bool

  /// The options of comparing strings, as in a filter.
  package var options: AST.Comparison.Options

  /// Whether digits in strings are compared as numbers: "file2" before "file10".
  package var isNumeric: Bool

  /// The position of rows without a value.
  package var missing: MissingValuePlacement

  init(
    _ reader: KeyPathReader<Item>, _ ascending: Bool, _ options: AST.Comparison.Options,
    _ numeric: Bool, _ missing: MissingValuePlacement
  ) {
    self.reader = reader
    isAscending = ascending
    self.options = options
    isNumeric = numeric
    self.missing = missing
  }

  /// Creates a sort key of a property.
  package init<Value: FilterValueConvertible & SendableMetatype>(
    _ keyPath: any KeyPath<Item, Value> & Sendable, ascending: Bool = true,
    options: AST.Comparison.Options = [], numeric: Bool = false,
    missing: MissingValuePlacement = .automatic
  ) where Value.FilterStaticKind: OrderedFilterKind {
    self.init(KeyPathReader(keyPath), ascending, options, numeric, missing)
  }

  /// Creates a sort key of a key path that the program states, such as `owner.name`.
  ///
  /// Keys that are typed or stored are made by `list(_:options:policy:)`.
  ///
  /// - Throws: A `SyntaxError` for a text that is not a key path, a field that a typed item does not have, and values
  ///   without an order.
  public init(
    _ keyPath: StaticString, ascending: Bool = true, options: AST.Comparison.Options = [],
    numeric: Bool = false, missing: MissingValuePlacement = .automatic
  ) throws(SyntaxError) {
    try self.init(
      keyPath: keyPath.description, ascending: ascending, options: options, numeric: numeric,
      missing: missing)
  }

  /// Creates a sort key of a key path as text.
  package init(
    keyPath: String, ascending: Bool = true, options: AST.Comparison.Options = [],
    numeric: Bool = false, missing: MissingValuePlacement = .automatic
  ) throws(SyntaxError) {
    let reader = try KeyPathReader<Item>(keyPath)
    if let kind = reader.kind, !kind.isOrdered {
      throw SyntaxError(
        .unorderedKey(kind.plural), at: SourceRange(0, keyPath.utf8.count),
        in: keyPath)
    }
    self.init(reader, ascending, options, numeric, missing)
  }

  /// The same order of other items, with the reader that `reading` returns for that of the key.
  package func reading<Other>(
    _ reading: (KeyPathReader<Item>) -> KeyPathReader<Other>
  ) -> ResultsSortKey<Other> {
    ResultsSortKey<Other>(reading(reader), isAscending, options, isNumeric, missing)
  }

  /// The order of UUIDs by their bytes, which databases have and the language does not.
  package init(uuids keyPath: String, ascending: Bool = true) throws(SyntaxError) {
    self.init(try KeyPathReader(uuids: keyPath), ascending, .normalized, false, .automatic)
  }

  /// The ascending order of a property.
  ///
  /// ```swift
  /// configuration.rows.sort = [.ascending(\.city), .ascending(\.name, options: .caseInsensitive)]
  /// ```
  ///
  /// A generic type of values needs to be `FilterValueConvertible & SendableMetatype`, with a `FilterStaticKind` that is
  /// an `OrderedFilterKind`.
  public static func ascending<Value: FilterValueConvertible & SendableMetatype>(
    _ keyPath: any KeyPath<Item, Value> & Sendable, options: AST.Comparison.Options = [],
    numeric: Bool = false, missing: MissingValuePlacement = .automatic
  ) -> ResultsSortKey where Value.FilterStaticKind: OrderedFilterKind {
    ResultsSortKey(keyPath, options: options, numeric: numeric, missing: missing)
  }

  /// The descending order of a property.
  ///
  /// ```swift
  /// configuration.rows.sort = [.descending(\.age)]
  /// ```
  public static func descending<Value: FilterValueConvertible & SendableMetatype>(
    _ keyPath: any KeyPath<Item, Value> & Sendable, options: AST.Comparison.Options = [],
    numeric: Bool = false, missing: MissingValuePlacement = .automatic
  ) -> ResultsSortKey where Value.FilterStaticKind: OrderedFilterKind {
    ResultsSortKey(keyPath, ascending: false, options: options, numeric: numeric, missing: missing)
  }

  /// Not available for a property without an order.
  @available(
    *, unavailable,
    message: "lists, sets, objects, data and UUIDs have no order; sort by one of their keys"
  )
  public static func ascending<Value>(
    _ keyPath: KeyPath<Item, Value>, options: AST.Comparison.Options = [],
    numeric: Bool = false, missing: MissingValuePlacement = .automatic
  ) -> ResultsSortKey { fatalError("unavailable") }

  /// Not available for a property without an order.
  @available(
    *, unavailable,
    message: "lists, sets, objects, data and UUIDs have no order; sort by one of their keys"
  )
  public static func descending<Value>(
    _ keyPath: KeyPath<Item, Value>, options: AST.Comparison.Options = [],
    numeric: Bool = false, missing: MissingValuePlacement = .automatic
  ) -> ResultsSortKey { fatalError("unavailable") }

  /// Parses a list of sort keys between commas, such as `-priority, owner.name[cd], created:desc`.
  ///
  /// A key that descends has a `-` before it, or `desc` after a colon or a blank. Options are `numeric` after a colon,
  /// and letters of `cdnl` after a colon or in brackets, which have the same meaning as in a filter and are added to
  /// `options`. A key path with such characters is in backquotes.
  ///
  /// The list can come from untrusted input: `policy` limits its key paths. A list of the application has the policy
  /// `.unrestricted`.
  ///
  /// - Throws: A `SyntaxError` with the position of the first mistake: an unknown option, a key path that the items do
  ///   not have or that `policy` does not permit, values without an order.
  /// - Complexity: O(n) in the length of the text.
  public static func list(
    _ text: String, options: AST.Comparison.Options = [], policy: FilterPolicy
  ) throws(SyntaxError) -> [ResultsSortKey] {
    let keys = try SortKeyText.list(text)
    // The policy is applied first, as other errors may name fields.
    for key in keys {
      try key.located(in: text) { path throws(SyntaxError) in try policy.check(keyPath: path) }
    }
    var result: [ResultsSortKey] = []
    for key in keys {
      result.append(
        try key.located(in: text) { path throws(SyntaxError) in
          try ResultsSortKey(
            keyPath: path, ascending: key.isAscending, options: key.options.union(options),
            numeric: key.isNumeric)
        })
    }
    return result
  }
}

extension SortKeyText {
  /// Calls `body` with the key path. Its error is placed in the text of the list.
  fileprivate func located<Result>(
    in text: String, _ body: (String) throws(SyntaxError) -> Result
  ) throws(SyntaxError) -> Result {
    do throws(SyntaxError) {
      return try body(keyPath)
    } catch {
      func moved(_ range: SourceRange) -> SourceRange {
        SourceRange(start + range.lowerBound, start + range.upperBound)
      }
      let fix = error.fix.map {
        SyntaxError.Fix(range: moved($0.range), replacement: $0.replacement)
      }
      throw SyntaxError(error.kind, at: moved(error.range), in: text, fix: fix)
    }
  }
}

/// The position of rows without a value in an order.
public enum MissingValuePlacement: Hashable, Sendable {
  /// First in an ascending order, and last in a descending one.
  case automatic
  /// First in both directions.
  case first
  /// Last in both directions.
  case last
}

extension ResultsSortKey: Sendable where Item: SendableMetatype {}

extension Sequence where Element: Filterable {
  /// Returns the elements in the order of the sort keys. Equal elements keep their order.
  ///
  /// ```swift
  /// let found = try people.sorted(by: ResultsSortKey.list(order, policy: policy))
  /// ```
  ///
  /// - Complexity: O(n log n) comparisons.
  public func sorted(by keys: [ResultsSortKey<Element>]) -> [Element] {
    RowOrder.sorted(Array(self), by: keys)
  }
}
