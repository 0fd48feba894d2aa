public import FilterEngine
public import FilterSyntax

/// What is read of each item: an identity, a section, a version.
///
/// ```swift
/// configuration.rows.identity = ResultsKey(\.id)
/// configuration.sections.key = ResultsKey { $0.name.prefix(1).uppercased() }
/// configuration.rows.version = try ResultsKey("meta.version")
/// ```
///
/// Two keys are equal where both read the same key path. A key by code is equal to its copies only.
public struct ResultsKey<Item: Filterable> {
  private final class Token: Sendable {}

  private enum Source {
    case path(KeyPathReader<Item>)
    case code(Token)
  }

  private let source: Source

  let read: (Item) -> FilterValue

  /// The stored property it reads, or nil if it is computed.
  let column: FieldColumn?

  /// Reads the property of `column` by the address of an item, nil where `column` is.
  let readInPlace: (@Sendable (UnsafeRawPointer) -> FilterValue)?

  /// The kind of all keys but `nil`; nil if it is not known.
  let kind: FilterKind?

  /// The key path as filters write it; nil where code reads the item, or a property that the field table of the
  /// type does not have.
  public var keyPath: String? {
    if case .path(let reader) = source { reader.text } else { nil }
  }

  package init(_ reader: KeyPathReader<Item>) {
    source = .path(reader)
    read = { reader.value(of: $0) }
    column = reader.column
    readInPlace = reader.readInPlace
    kind = reader.kind
  }

  /// A property.
  ///
  /// A stored property of a struct is read in place, whether the field table has it or not. A property of a class
  /// is read faster by code, `ResultsKey { $0.id }`.
  ///
  /// In generic code `\Row.id`, where `id` is a requirement of a protocol of `Row`, is another key path than the
  /// `\Person.id` of a field table, and each item is read through it. A text names the field,
  /// `try ResultsKey("id")`, and is read in place; so is a key path that the type itself gives, as by the requirement
  /// `static var key: any KeyPath<Self, Int> & Sendable { get }`. Items that are `Identifiable` need no key: a
  /// controller without one reads the field `id`.
  public init<Value: FilterValueConvertible & SendableMetatype>(
    _ keyPath: any KeyPath<Item, Value> & Sendable
  ) {
    self.init(KeyPathReader(keyPath))
  }

  /// A key path as text, such as `owner.name`; keys with other characters than letters may be in backquotes.
  ///
  /// - Throws: What is wrong with the key path, such as a key that a typed item does not have.
  public init(_ keyPath: String) throws(SyntaxError) {
    self.init(try KeyPathReader(keyPath))
  }

  /// A value computed from the item, nil for none.
  public init(_ value: @escaping (Item) -> (any FilterValueConvertible)?) {
    source = .code(Token())
    kind = nil
    (column, readInPlace) = (nil, nil)
    read = { value($0)?.filterValue ?? .null }
  }
}

extension ResultsKey: Hashable {
  /// Whether both read the same key path, or are copies of one key by code.
  public static func == (lhs: ResultsKey, rhs: ResultsKey) -> Bool {
    switch (lhs.source, rhs.source) {
    case (.path(let left), .path(let right)): left == right
    case (.code(let left), .code(let right)): left === right
    default: false
    }
  }

  /// Feeds the key path to `hasher`.
  public func hash(into hasher: inout Hasher) {
    switch source {
    case .path(let reader): hasher.combine(reader)
    case .code(let token): hasher.combine(ObjectIdentifier(token))
    }
  }
}
