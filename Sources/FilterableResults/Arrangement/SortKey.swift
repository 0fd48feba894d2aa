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
  public init<Value: FilterValueConvertible & SendableMetatype>(
    _ keyPath: any KeyPath<Item, Value> & Sendable, ascending: Bool = true,
    options: AST.Comparison.Options = [], numeric: Bool = false, missing: MissingValues = .automatic
  ) {
    self.init(KeyPathReader(keyPath), ascending, options, numeric, missing)
  }

  /// A criterion by a key path as text, such as `owner.name`.
  ///
  /// - Throws: What is wrong with the key path, such as a key that a typed item does not have.
  public init(
    _ keyPath: String, ascending: Bool = true, options: AST.Comparison.Options = [],
    numeric: Bool = false, missing: MissingValues = .automatic
  ) throws(SyntaxError) {
    self.init(try KeyPathReader(keyPath), ascending, options, numeric, missing)
  }

  /// Small values of a property first.
  public static func ascending<Value: FilterValueConvertible & SendableMetatype>(
    _ keyPath: any KeyPath<Item, Value> & Sendable, options: AST.Comparison.Options = [],
    numeric: Bool = false, missing: MissingValues = .automatic
  ) -> SortKey {
    SortKey(keyPath, options: options, numeric: numeric, missing: missing)
  }

  /// Large values of a property first.
  public static func descending<Value: FilterValueConvertible & SendableMetatype>(
    _ keyPath: any KeyPath<Item, Value> & Sendable, options: AST.Comparison.Options = [],
    numeric: Bool = false, missing: MissingValues = .automatic
  ) -> SortKey {
    SortKey(keyPath, ascending: false, options: options, numeric: numeric, missing: missing)
  }

  /// The criteria of a list of key paths between commas; blanks around them do not count.
  ///
  /// - Throws: What is wrong with the first key path that is not one.
  public static func list(
    _ text: String, options: AST.Comparison.Options = []
  ) throws(SyntaxError) -> [SortKey] {
    var keys: [SortKey] = []
    for path in SortKeyText.list(text) { keys.append(try SortKey(path, options: options)) }
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
  /// A criterion of a stranger, by a key path that `policy` permits.
  ///
  /// - Throws: What of the key path is not permitted.
  public init(
    _ keyPath: String, ascending: Bool = true, options: AST.Comparison.Options = [],
    numeric: Bool = false, missing: MissingValues = .automatic, policy: FilterPolicy
  ) throws(SyntaxError) {
    try policy.check(keyPath: keyPath)
    try self.init(
      keyPath, ascending: ascending, options: options, numeric: numeric, missing: missing)
  }

  /// The criteria of a stranger's list of key paths between commas, each of which `policy` has to permit.
  ///
  /// - Throws: What of a key path is not permitted.
  public static func list(
    _ text: String, options: AST.Comparison.Options = [], policy: FilterPolicy
  ) throws(SyntaxError) -> [SortKey] {
    for path in SortKeyText.list(text) { try policy.check(keyPath: path) }
    return try list(text, options: options)
  }

  /// Reads a sort key as people write it: `name`, `age:desc`, `name:cd`, `owner.age:desc:numeric`.
  ///
  /// Colons separate a key path from its options: `asc`, `desc`, `numeric`, and letters of `cdnl`, which
  /// mean the same as in a filter. Of two directions the last counts. A colon between backquotes belongs
  /// to the key path. Takes time linear in the length of the text.
  ///
  /// - Throws: `SortKeyError` for an unknown option, an empty key path, or one that the items do not have.
  public init(parsing text: String) throws(SortKeyError) {
    let key = try SortKeyText(text)
    do throws(SyntaxError) {
      try self.init(
        key.keyPath, ascending: key.isAscending, options: key.options, numeric: key.isNumeric)
    } catch {
      throw .keyPath(error)
    }
  }
}

extension SortKey: Sendable where Item: SendableMetatype {}
