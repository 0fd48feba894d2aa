public import FilterEngine
public import FilterSyntax

/// One criterion of an order: a key path, a direction, and how texts compare.
public struct SortKey: Hashable, Sendable {
  /// Where rows without a value stand.
  public enum Missing: Hashable, Sendable {
    /// First, and last where the order is descending.
    case automatic
    /// First in every direction.
    case first
    /// Last in every direction.
    case last
  }

  /// The key path.
  public var keyPath: String

  /// Whether small values come first.
  public var isAscending: Bool

  /// How texts compare, as in a filter.
  public var options: AST.Comparison.Options

  /// Whether digits in texts count as numbers: "file2" before "file10".
  public var isNumeric: Bool

  /// Where rows without a value stand.
  public var missing: Missing

  /// A criterion.
  public init(
    _ keyPath: String, ascending: Bool = true, options: AST.Comparison.Options = [],
    numeric: Bool = false, missing: Missing = .automatic
  ) {
    self.keyPath = keyPath
    self.isAscending = ascending
    self.options = options
    self.isNumeric = numeric
    self.missing = missing
  }

  /// The criteria of a list of key paths between commas; blanks around them do not count.
  public static func list(_ text: String, options: AST.Comparison.Options = []) -> [SortKey] {
    text.split(separator: ",").map { part in
      var part = part
      while part.first?.isWhitespace == true { part.removeFirst() }
      while part.last?.isWhitespace == true { part.removeLast() }
      return SortKey(String(part), options: options)
    }
    .filter { !$0.keyPath.isEmpty }
  }
}

extension SortKey: ExpressibleByStringLiteral {
  /// An ascending criterion by key path.
  public init(stringLiteral value: String) { self.init(value) }
}

extension SortKey {
  /// A criterion of a stranger, by a key path that `policy` permits.
  ///
  /// - Throws: What of the key path is not permitted.
  public init(
    _ keyPath: String, ascending: Bool = true, options: AST.Comparison.Options = [],
    numeric: Bool = false, missing: Missing = .automatic, policy: FilterPolicy
  ) throws(SyntaxError) {
    try policy.check(keyPath: keyPath)
    self.init(
      keyPath, ascending: ascending, options: options, numeric: numeric, missing: missing)
  }

  /// The criteria of a stranger's list of key paths between commas, each of which `policy` has to permit.
  ///
  /// - Throws: What of a key path is not permitted.
  public static func list(
    _ text: String, options: AST.Comparison.Options = [], policy: FilterPolicy
  ) throws(SyntaxError) -> [SortKey] {
    let keys = list(text, options: options)
    for key in keys { try policy.check(keyPath: key.keyPath) }
    return keys
  }
}
