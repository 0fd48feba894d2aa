public import FilterEngine
public import FilterSyntax

/// A value that is read from each item: an identity, a section key, or a version stamp.
///
/// ```swift
/// configuration.rows.identity = ResultsKey(\.id)
/// configuration.sections.key = ResultsKey { $0.name.prefix(1).uppercased() }
/// configuration.rows.version = try ResultsKey("meta.version")
/// ```
///
/// Two keys are equal if both read the same key path. A key by code is equal only to its copies.
public struct ResultsKey<Item: Filterable> {
  private final class Token: Sendable {}

  private enum Source {
    case path(KeyPathReader<Item>)
    case code(Token, (Item) throws(EvaluationError) -> FilterValue)
  }

  // One reference, as a key is copied with all settings around it.
  private final class Parts {
    let source: Source
    let read: (Item) -> FilterValue
    let kind: FilterKind?
    let isNonisolated: Bool

    init(
      _ source: Source, _ kind: FilterKind?, isNonisolated: Bool,
      read: @escaping (Item) -> FilterValue
    ) {
      self.source = source
      self.kind = kind
      self.isNonisolated = isNonisolated
      self.read = read
    }
  }

  private let parts: Parts

  private var source: Source { parts.source }

  var read: (Item) -> FilterValue { parts.read }

  /// The key path that it reads; nil for a key by code.
  private var reader: KeyPathReader<Item>? {
    if case .path(let reader) = source { reader } else { nil }
  }

  /// The stored property it reads, or nil if it is computed.
  var column: FieldColumn? { reader?.column }

  /// Reads the property of `column` at the address of an item; nil if `column` is nil.
  var readInPlace: (@Sendable (UnsafeRawPointer) -> FilterValue)? { reader?.readInPlace }

  /// The kind of all values but null; nil if it is not known.
  var kind: FilterKind? { parts.kind }

  /// Whether a value of the kind can equal one of the key; true if one of the kinds is not known.
  func canEqual(_ kind: FilterKind?) -> Bool {
    guard let kind, let own = self.kind else { return true }
    return kind.comparisonKind == own.comparisonKind
  }

  /// Whether items can be read in any isolation domain.
  var isNonisolated: Bool { parts.isNonisolated }

  /// The key path in the syntax of filters; nil for a key by code, and for a property without a field in the table of
  /// the type.
  public var keyPath: String? {
    reader?.text
  }

  /// Whether code computes the value.
  var isCode: Bool { if case .code = source { true } else { false } }

  /// Reads the value of an item; a key path throws if its evaluation fails.
  var evaluate: (Item) throws(EvaluationError) -> FilterValue {
    switch source {
    case .path(let reader): { item throws(EvaluationError) in try reader.evaluate(item) }
    case .code(_, let evaluate): evaluate
    }
  }

  package init(_ reader: KeyPathReader<Item>, isNonisolated: Bool = true) {
    parts = Parts(.path(reader), reader.kind, isNonisolated: isNonisolated) {
      reader.value(of: $0)
    }
  }

  /// Creates a key that reads a property.
  ///
  /// A stored property of a struct is read in place, with or without a field in the table. A property of a class is
  /// read faster by code, `ResultsKey { $0.id }`.
  ///
  /// In generic code `\Row.id`, with `id` a requirement of a protocol of `Row`, is another key path than the
  /// `\Person.id` of a field table, and is not read in place. A key path as text, `try ResultsKey("id")`, names the
  /// field and is read in place; so is a key path that the type provides, such as by the requirement
  /// `static var key: any KeyPath<Self, Int> & Sendable { get }`. A controller of `Identifiable` items reads the field
  /// `id` without a key.
  public init<Value: FilterValueConvertible & SendableMetatype>(
    _ keyPath: any KeyPath<Item, Value> & Sendable
  ) {
    self.init(KeyPathReader(keyPath))
  }

  /// Creates a key that reads a key path that the program states, such as `owner.name`.
  ///
  /// Names with characters other than letters and digits are written in backquotes.
  ///
  /// - Throws: A `SyntaxError` for a text that is not a key path, or a field that a typed item does not have.
  public init(_ keyPath: StaticString) throws(SyntaxError) {
    self.init(try KeyPathReader(keyPath.description))
  }

  /// Creates a key that reads a key path that is typed or stored, as far as `policy` permits it.
  ///
  /// - Throws: A `SyntaxError` for a text that is not a key path, a field that a typed item does not have, and a key path
  ///   that `policy` does not permit.
  public init(_ keyPath: String, policy: FilterPolicy) throws(SyntaxError) {
    try policy.check(keyPath: keyPath)
    self.init(try KeyPathReader(keyPath))
  }

  /// Creates a key that computes a value from an item; nil for none.
  ///
  /// Values of several types are returned as `FilterValue`.
  @inlinable
  public init<Value: FilterValueConvertible>(_ value: @escaping (Item) -> Value?) {
    // Compiled where the type is known: a closure over an unknown one looks up the type of its optional for each item.
    self.init(Value.filterKind) { value($0)?.filterValue ?? .null }
  }

  @usableFromInline
  init(_ kind: FilterKind?, _ read: @escaping (Item) -> FilterValue) {
    self.init(Token(), kind, read) { item throws(EvaluationError) in read(item) }
  }

  /// Creates a key that computes a value from an item, or fails.
  package init(evaluating value: @escaping (Item) throws(EvaluationError) -> FilterValue) {
    self.init(Token(), nil, { (try? value($0)) ?? .null }, value)
  }

  private init(
    _ token: Token, _ kind: FilterKind?, _ read: @escaping (Item) -> FilterValue,
    _ evaluate: @escaping (Item) throws(EvaluationError) -> FilterValue
  ) {
    parts = Parts(.code(token, evaluate), kind, isNonisolated: false, read: read)
  }
}

extension ResultsKey: Hashable {
  /// Whether both read the same key path, or are copies of one key by code.
  public static func == (lhs: ResultsKey, rhs: ResultsKey) -> Bool {
    switch (lhs.source, rhs.source) {
    case (.path(let left), .path(let right)): left == right
    case (.code(let left, _), .code(let right, _)): left === right
    default: false
    }
  }

  /// Hashes the key path, or the identity of a key by code.
  public func hash(into hasher: inout Hasher) {
    switch source {
    case .path(let reader): hasher.combine(reader)
    case .code(let token, _): hasher.combine(ObjectIdentifier(token))
    }
  }
}
