public import FilterEngine
public import FilterSyntax

/// One criterion of an order: a key path, a direction, and how texts compare.
///
/// ```swift
/// configuration.rows.sort = [.ascending(\.age), .descending(\.name, options: .caseInsensitive)]
/// configuration.rows.sort = [try SortKey("owner.name", ascending: false)]
/// ```
public struct SortKey<Item: Filterable>: Hashable {
  let reader: KeyPathReader<Item>

  /// The key path as filters write it; nil for a property that the field table of the type does not have.
  public var keyPath: String? { reader.text }

  /// Whether small values come first.
  public var isAscending: Bool

  /// How texts compare, as in a filter.
  public var options: AST.Comparison.Options

  /// Whether digits in texts count as numbers: "file2" before "file10".
  public var isNumeric: Bool

  /// The position of rows without a value.
  public var missing: MissingValues

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

  /// A criterion by a property.
  ///
  /// A generic type of values needs to be `FilterValueConvertible & SendableMetatype`, with a `FilterStaticKind` that is
  /// an `OrderedFilterKind`.
  public init<Value: FilterValueConvertible & SendableMetatype>(
    _ keyPath: any KeyPath<Item, Value> & Sendable, ascending: Bool = true,
    options: AST.Comparison.Options = [], numeric: Bool = false, missing: MissingValues = .automatic
  ) where Value.FilterStaticKind: OrderedFilterKind {
    self.init(KeyPathReader(keyPath), ascending, options, numeric, missing)
  }

  /// A criterion by a property without an order.
  @available(
    *, unavailable,
    message: "lists, sets, objects, data and UUIDs have no order; sort by one of their keys"
  )
  public init<Value>(
    _ keyPath: KeyPath<Item, Value>, ascending: Bool = true,
    options: AST.Comparison.Options = [], numeric: Bool = false, missing: MissingValues = .automatic
  ) { fatalError("unavailable") }

  /// A criterion by a key path as text, such as `owner.name`; one of an untrusted user with a policy, which has to permit
  /// it.
  ///
  /// - Throws: What is wrong with the key path, such as a key that a typed item does not have, or whose values have no
  ///   order.
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

  /// Small values of a property first.
  public static func ascending<Value: FilterValueConvertible & SendableMetatype>(
    _ keyPath: any KeyPath<Item, Value> & Sendable, options: AST.Comparison.Options = [],
    numeric: Bool = false, missing: MissingValues = .automatic
  ) -> SortKey where Value.FilterStaticKind: OrderedFilterKind {
    SortKey(keyPath, options: options, numeric: numeric, missing: missing)
  }

  /// Large values of a property first.
  public static func descending<Value: FilterValueConvertible & SendableMetatype>(
    _ keyPath: any KeyPath<Item, Value> & Sendable, options: AST.Comparison.Options = [],
    numeric: Bool = false, missing: MissingValues = .automatic
  ) -> SortKey where Value.FilterStaticKind: OrderedFilterKind {
    SortKey(keyPath, ascending: false, options: options, numeric: numeric, missing: missing)
  }

  /// A property without an order.
  @available(
    *, unavailable,
    message: "lists, sets, objects, data and UUIDs have no order; sort by one of their keys"
  )
  public static func ascending<Value>(
    _ keyPath: KeyPath<Item, Value>, options: AST.Comparison.Options = [],
    numeric: Bool = false, missing: MissingValues = .automatic
  ) -> SortKey { fatalError("unavailable") }

  /// A property without an order.
  @available(
    *, unavailable,
    message: "lists, sets, objects, data and UUIDs have no order; sort by one of their keys"
  )
  public static func descending<Value>(
    _ keyPath: KeyPath<Item, Value>, options: AST.Comparison.Options = [],
    numeric: Bool = false, missing: MissingValues = .automatic
  ) -> SortKey { fatalError("unavailable") }

  /// The criteria of a list of key paths between commas; blanks around them do not count.
  ///
  /// With a policy the text may be of an untrusted user, and its key paths have to be permitted.
  ///
  /// - Throws: What is wrong with the first key path that is not one, or is not permitted.
  public static func list(
    _ text: String, options: AST.Comparison.Options = [], policy: FilterPolicy? = nil
  ) throws(SyntaxError) -> [SortKey] {
    let paths = SortKeyText.list(text)
    // What is not permitted comes first: a later error may name keys.
    for path in paths { try policy?.check(keyPath: path) }
    var keys: [SortKey] = []
    for path in paths { keys.append(try SortKey(path, options: options)) }
    return keys
  }
}

/// The position of rows without a value in an order.
public enum MissingValues: Hashable, Sendable {
  /// First, and last where the order is descending.
  case automatic
  /// First in every direction.
  case first
  /// Last in every direction.
  case last
}

extension SortKey {
  /// Reads a sort key as people write it: `name`, `age:desc`, `name:cd`, `owner.age:desc:numeric`.
  ///
  /// Colons separate a key path from its options: `asc`, `desc`, `numeric`, and letters of `cdnl`, which
  /// mean the same as in a filter. Of two directions the last counts. A colon between backquotes belongs
  /// to the key path. Takes time linear in the length of the text.
  ///
  /// - Throws: `SortKeyError` for an unknown option, an empty key path, or one that the items do not have.
  /// With a policy the text may be of an untrusted user, and its key path has to be permitted.
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
