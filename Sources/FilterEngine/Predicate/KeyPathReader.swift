internal import EssentialFoundation
package import FilterSyntax

/// Reads a key path from many items, for sort keys, sections and identities.
///
/// A path of keys is followed without an evaluation. Other parts of a key path, and values on the way that are
/// not objects, are evaluated.
package struct KeyPathReader<Item: Filterable> {
  /// The key path as text; nil for a property that the field table does not have.
  package let text: String?

  // One that is isolated to the main actor is not sendable. It is only compared.
  nonisolated(unsafe) private let property: AnyKeyPath?
  /// The keys of a path of nothing but keys; empty for any other.
  package let keys: [String]
  private let first: FieldAccess?
  private let expression: FilterExpression<Item>?

  /// Computes the value; nil for a key path of the item. Used where the item can be, which the compiler does not check.
  nonisolated(unsafe) private let computed: ((Item) throws(EvaluationError) -> FilterValue)?

  /// The kind of all values but `nil`; nil if it is not known.
  package private(set) var kind: FilterKind?

  /// The stored property at the end of the key path; nil if it cannot be read in place.
  package private(set) var column: FieldColumn?

  /// Reads the property of `column` by the address of an item; nil if `column` is.
  package private(set) var readInPlace: (@Sendable (UnsafeRawPointer) -> FilterValue)?

  /// Whether a UUID is read as its text.
  private var readsUUIDsAsText = false

  /// A reader of `a.b`, `` `a key with .` `` or `tags.@count`.
  ///
  /// - Throws: `SyntaxError` for an invalid key path, or a key that a typed item does not have.
  package init(_ text: String) throws(SyntaxError) {
    self.text = text
    property = nil
    computed = nil
    let isQuoted = KeyPathSyntax.isQuoted(text)
    do throws(SyntaxError) {
      expression =
        isQuoted
        ? try FilterExpression(text: text)
        : try FilterExpression(text: "%K", arguments: [text])
    } catch {
      throw KeyPathSyntax.located(error, in: text, Item.rowLayout)
    }
    kind = expression?.kind
    let isPlain = !isQuoted && !text.has("@") && !text.has("[")
    keys =
      isPlain ? text.parts(at: ".") : []
    let layout = Item.rowLayout
    let first = keys.first.flatMap { layout.field($0) }
    self.first = first
    if case .scalar(let field) = layout.storage, text == "SELF" {
      (column, readInPlace) = Self.inPlace(field)
    } else {
      let others = keys.dropFirst()
      (column, readInPlace) = Self.inPlace(first.flatMap { Self.stored($0, others) })
    }
  }

  /// A reader of a property, by its field in the table of the type where it has one.
  package init<Value: FilterValueConvertible & SendableMetatype>(
    _ keyPath: any KeyPath<Item, Value> & Sendable
  ) {
    self.init(property: keyPath, otherwise: FilterField("", keyPath))
  }

  /// A reader of a property that is isolated to the main actor, or whose type is.
  @MainActor package init<Value: FilterValueConvertible>(_ keyPath: KeyPath<Item, Value>) {
    self.init(property: keyPath, otherwise: FilterField("", keyPath))
  }

  /// A reader of UUIDs as texts, whose order is that of their bytes.
  package init(uuids text: String) throws(SyntaxError) {
    try self.init(text)
    (kind, column, readInPlace) = (.string, nil, nil)
    readsUUIDsAsText = true
  }

  /// A reader of the key path of `reader` in the values that items represent; `value` reads it.
  package init(
    _ reader: KeyPathReader<FilterValue>,
    evaluating value: @escaping (Item) throws(EvaluationError) -> FilterValue
  ) {
    (text, kind, computed) = (reader.text, reader.kind, value)
    (property, keys, first, expression) = (nil, [], nil, nil)
  }

  private init(property: AnyKeyPath, otherwise field: FilterField<Item>) {
    computed = nil
    let known = Item.rowLayout.field(at: property)
    let access = known?.access ?? field.access
    text = known.map { KeyPathSyntax.text(of: $0.keys) }
    self.property = text == nil ? property : nil
    keys = [access.name]
    first = access
    expression = nil
    kind = access.type.kind
    (column, readInPlace) = Self.inPlace(access)
  }

  /// How a field is read at the address of an item, nil where it cannot be.
  private static func inPlace(
    _ field: FieldAccess?
  ) -> (FieldColumn?, (@Sendable (UnsafeRawPointer) -> FilterValue)?) {
    guard let field, let column = FieldColumn(field) else { return (nil, nil) }
    let read = field.read
    return (column, { read(Row($0)) })
  }

  /// Follows keys through structs in place.
  private static func stored(_ field: FieldAccess, _ keys: ArraySlice<String>) -> FieldAccess? {
    var field = field
    for key in keys {
      guard field.type.isInPlace, let members = field.type.members, !members.isClass,
        let inner = members.rowLayout.field(key), let nested = field.nesting(inner)
      else { return nil }
      field = nested
    }
    return field
  }

  /// The value for `item`; nil if it is missing or its evaluation fails.
  @specialized(where Item == FilterValue)
  package func value(of item: Item) -> FilterValue {
    if let computed { return (try? computed(item)) ?? .null }
    let value = followed(item) ?? (try? expression?.read(item)) ?? .null
    if readsUUIDsAsText, case .uuid(let uuid) = value { return .string(uuid.uuidString) }
    return value
  }

  /// The value for `item`; nil if it is missing.
  ///
  /// - Throws: The error of the evaluation.
  package func evaluate(_ item: Item) throws(EvaluationError) -> FilterValue {
    if let computed { return try computed(item) }
    if let value = followed(item) { return value }
    return try expression?.read(item) ?? .null
  }

  /// The value at the end of a path of keys; nil if the key path must be evaluated.
  @inline(__always)
  private func followed(_ item: Item) -> FilterValue? {
    guard let key = keys.first else { return Optional.none }
    var value: FilterValue
    if let first {
      value = withUnsafePointer(to: item) { first.read(Row($0)) }
    } else if let dynamic = item as? FilterValue, case .object(let object) = dynamic {
      value = object[key] ?? .null
    } else {
      return Optional.none
    }
    for key in keys.dropFirst() {
      switch value {
      case .null: return .some(.null)
      case .object(let object): value = object[key] ?? .null
      default: return Optional.none
      }
    }
    return value
  }
}

extension KeyPathReader: Sendable where Item: SendableMetatype {}

extension KeyPathReader where Item: Identifiable {
  /// The reader of the field `id`; nil where the table has none for a property of the identity's type.
  package static var ofID: KeyPathReader? {
    guard let property = Item.rowLayout.field("id")?.readers.keyPath,
      type(of: property).valueType == Item.ID.self
    else { return nil }
    return try? KeyPathReader("id")
  }
}

extension KeyPathReader: Hashable {
  /// Whether both read the same key path.
  package static func == (left: KeyPathReader, right: KeyPathReader) -> Bool {
    left.text == right.text && left.property == right.property
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(property)
  }
}

/// Key paths in settings: `a.b`, whose keys can have any characters, or a text of the language if it has a
/// backquote.
enum KeyPathSyntax {
  static func isQuoted(_ text: String) -> Bool { text.has("`") || text == "SELF" }

  /// The tree of a key path.
  static func tree(of text: String) throws(SyntaxError) -> AST.Expression {
    isQuoted(text)
      ? try AST.Expression(parsing: text)
      : try AST.Expression(parsing: "%K", arguments: SyntaxArguments([.constant(.text(text))]))
  }

  /// The text of keys, each a step.
  static func text(of keys: [String]) -> String {
    let isPlain = keys.allSatisfy { key in
      !key.unicodeScalars.contains { ".`@[".unicodeScalars.contains($0) }
    }
    return isPlain
      ? keys.joined(separator: ".")
      : AST.Expression.keyPath(AST.KeyPath(keys.map { AST.KeyPath.Component(.key, $0) }))
        .sourceText
  }

  /// An error of a key path that is a whole expression, with its range in the text of the key path.
  static func located(
    _ error: SyntaxError, in text: String, _ layout: RowLayout
  ) -> SyntaxError {
    guard !isQuoted(text) else { return error }
    var start = 0
    var keys: [AST.KeyPath.Component] = []
    for part in text.parts(at: ".") {
      let range = SourceRange(start, start + part.utf8.count)
      keys.append(AST.KeyPath.Component(.key, part, range: range))
      start = range.upperBound + 1
    }
    do throws(SyntaxError) {
      try layout.check(keys[...], of: text)
      return SyntaxError(error.kind, at: SourceRange(0, text.utf8.count), in: text)
    } catch {
      var error = error
      if case .unknownKey(_, _, let suggestion?) = error.kind {
        error.fix = SyntaxError.Fix(range: error.range, replacement: suggestion)
      }
      return error
    }
  }
}
