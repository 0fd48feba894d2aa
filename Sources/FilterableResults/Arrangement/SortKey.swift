public import FilterEngine
public import FilterSyntax

/// A key path to sort by, with a direction and the options of comparing strings.
///
/// ```swift
/// configuration.rows.sort = [.ascending(\.age), .descending(\.name, options: .caseInsensitive)]
/// configuration.rows.sort = [try SortKey("owner.name", ascending: false)]
/// ```
public struct SortKey<Item: Filterable>: Hashable {
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
  package var missing: MissingValues

  init(
    _ reader: KeyPathReader<Item>, _ ascending: Bool, _ options: AST.Comparison.Options,
    _ numeric: Bool, _ missing: MissingValues
  ) {
    self.reader = reader
    isAscending = ascending
    self.options = options
    isNumeric = numeric
    self.missing = missing
  }

  /// Creates a sort key of a property.
  ///
  /// A generic type of values needs to be `FilterValueConvertible & SendableMetatype`, with a `FilterStaticKind` that is
  /// an `OrderedFilterKind`.
  public init<Value: FilterValueConvertible & SendableMetatype>(
    _ keyPath: any KeyPath<Item, Value> & Sendable, ascending: Bool = true,
    options: AST.Comparison.Options = [], numeric: Bool = false, missing: MissingValues = .automatic
  ) where Value.FilterStaticKind: OrderedFilterKind {
    self.init(KeyPathReader(keyPath), ascending, options, numeric, missing)
  }

  /// Not available for a property without an order.
  @available(
    *, unavailable,
    message: "lists, sets, objects, data and UUIDs have no order; sort by one of their keys"
  )
  public init<Value>(
    _ keyPath: KeyPath<Item, Value>, ascending: Bool = true,
    options: AST.Comparison.Options = [], numeric: Bool = false, missing: MissingValues = .automatic
  ) { fatalError("unavailable") }

  /// Creates a sort key of a key path as text, such as `owner.name`.
  ///
  /// A text from untrusted input needs a policy, which limits the key paths.
  ///
  /// - Throws: A `SyntaxError` for a text that is not a key path, a field that a typed item does not have, values without
  ///   an order, and a key path that `policy` does not permit.
  public init(
    _ keyPath: String, ascending: Bool = true, options: AST.Comparison.Options = [],
    numeric: Bool = false, missing: MissingValues = .automatic, policy: FilterPolicy? = nil
  ) throws(SyntaxError) {
    try policy?.check(keyPath: keyPath)
    let reader = try KeyPathReader<Item>(keyPath)
    if let kind = reader.kind, !kind.isOrdered {
      throw SyntaxError(
        .unorderedKey(kind.plural), at: SourceRange(0, keyPath.utf8.count),
        in: keyPath)
    }
    self.init(reader, ascending, options, numeric, missing)
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
  public static func ascending<Value: FilterValueConvertible & SendableMetatype>(
    _ keyPath: any KeyPath<Item, Value> & Sendable, options: AST.Comparison.Options = [],
    numeric: Bool = false, missing: MissingValues = .automatic
  ) -> SortKey where Value.FilterStaticKind: OrderedFilterKind {
    SortKey(keyPath, options: options, numeric: numeric, missing: missing)
  }

  /// The descending order of a property.
  ///
  /// ```swift
  /// configuration.rows.sort = [.descending(\.age)]
  /// ```
  public static func descending<Value: FilterValueConvertible & SendableMetatype>(
    _ keyPath: any KeyPath<Item, Value> & Sendable, options: AST.Comparison.Options = [],
    numeric: Bool = false, missing: MissingValues = .automatic
  ) -> SortKey where Value.FilterStaticKind: OrderedFilterKind {
    SortKey(keyPath, ascending: false, options: options, numeric: numeric, missing: missing)
  }

  /// Not available for a property without an order.
  @available(
    *, unavailable,
    message: "lists, sets, objects, data and UUIDs have no order; sort by one of their keys"
  )
  public static func ascending<Value>(
    _ keyPath: KeyPath<Item, Value>, options: AST.Comparison.Options = [],
    numeric: Bool = false, missing: MissingValues = .automatic
  ) -> SortKey { fatalError("unavailable") }

  /// Not available for a property without an order.
  @available(
    *, unavailable,
    message: "lists, sets, objects, data and UUIDs have no order; sort by one of their keys"
  )
  public static func descending<Value>(
    _ keyPath: KeyPath<Item, Value>, options: AST.Comparison.Options = [],
    numeric: Bool = false, missing: MissingValues = .automatic
  ) -> SortKey { fatalError("unavailable") }

  /// Parses a list of key paths between commas, without blanks around them.
  ///
  /// A text from untrusted input needs a policy, which limits the key paths.
  ///
  /// - Throws: The error of the first key path, as by `init(_:ascending:options:numeric:missing:policy:)`.
  public static func list(
    _ text: String, options: AST.Comparison.Options = [], policy: FilterPolicy? = nil
  ) throws(SyntaxError) -> [SortKey] {
    let paths = SortKeyText.list(text)
    // The policy is applied first, as other errors may name fields.
    for path in paths { try policy?.check(keyPath: path) }
    var keys: [SortKey] = []
    for path in paths { keys.append(try SortKey(path, options: options)) }
    return keys
  }
}

/// The position of rows without a value in an order.
public enum MissingValues: Hashable, Sendable {
  /// First in an ascending order, and last in a descending one.
  case automatic
  /// First in both directions.
  case first
  /// Last in both directions.
  case last
}

extension SortKey {
  /// Parses a sort key with options, such as `name`, `age:desc`, `name:cd`, or `owner.age:desc:numeric`.
  ///
  /// Colons separate the key path from its options: `asc`, `desc`, `numeric`, and letters of `cdnl`, which have the same
  /// meaning as in a filter. The last of two directions applies. A colon in backquotes belongs to the key path. A text
  /// from untrusted input needs a policy, which limits the key paths.
  ///
  /// - Throws: A `SortKeyError` for an unknown option, an empty key path, one that the items do not have, and one that
  ///   `policy` does not permit.
  /// - Complexity: O(n) in the length of the text.
  public init(parsing text: String, policy: FilterPolicy? = nil) throws(SortKeyError) {
    let key = try SortKeyText(text)
    do throws(SyntaxError) {
      try policy?.check(keyPath: key.keyPath)
      try self.init(
        key.keyPath, ascending: key.isAscending, options: key.options, numeric: key.isNumeric)
    } catch {
      throw .keyPath(error)
    }
  }
}

extension SortKey: Sendable where Item: SendableMetatype {}

extension Array {
  /// Returns items in the order of the sort keys. Equal items keep their order.
  package func sorted<Item>(_ items: [Item]) -> [Item] where Element == SortKey<Item> {
    RowOrder.sorted(items, by: self)
  }
}
