package import FilterSyntax

/// Reads a key path from many items, for sort keys, sections and identities.
///
/// A path of keys is followed without an evaluation. Other parts of a key path, and values on the way that are
/// not objects, are evaluated.
package struct KeyPathReader<Item: Filterable> {
  private let keys: [String]
  private let first: FieldAccess?
  private let expression: FilterExpression<Item>?

  /// The stored property at the end of the key path; nil if it cannot be read in place.
  package let column: FieldColumn?

  /// A reader of `a.b`, `` `a key with .` `` or `tags.@count`.
  ///
  /// - Throws: `SyntaxError` for an invalid key path, or a key that a typed item does not have.
  package init(_ text: String) throws(SyntaxError) {
    let isQuoted = KeyPathSyntax.isQuoted(text)
    expression =
      isQuoted
      ? try FilterExpression(text: text)
      : try FilterExpression(text: "%K", arguments: [.string(text)])
    let isPlain = !isQuoted && !text.contains("@") && !text.contains("[")
    keys =
      isPlain ? text.split(separator: ".", omittingEmptySubsequences: false).map(String.init) : []
    let layout = Item.rowLayout
    let first = keys.first.flatMap { layout.field($0) }
    self.first = first
    if case .scalar(let field) = layout.storage, text == "SELF" {
      column = FieldColumn(field)
    } else {
      let others = keys.dropFirst()
      column = first.flatMap { Self.stored($0, others) }.flatMap(FieldColumn.init)
    }
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
    guard let key = keys.first else { return evaluated(item) }
    var value: FilterValue
    if let first {
      value = withUnsafePointer(to: item) { first.read(Row($0)) }
    } else if let dynamic = item as? FilterValue, case .object(let object) = dynamic {
      value = object[key] ?? .null
    } else {
      return evaluated(item)
    }
    for key in keys.dropFirst() {
      switch value {
      case .null: return .null
      case .object(let object): value = object[key] ?? .null
      default: return evaluated(item)
      }
    }
    return value
  }

  private func evaluated(_ item: Item) -> FilterValue {
    (try? expression?.read(item)) ?? .null
  }
}

extension KeyPathReader: Sendable where Item: SendableMetatype {}

/// Key paths in settings: `a.b`, whose keys can have any characters, or a text of the language if it has a
/// backquote.
enum KeyPathSyntax {
  static func isQuoted(_ text: String) -> Bool { text.contains("`") || text == "SELF" }

  /// The tree of a key path.
  static func tree(of text: String) throws(SyntaxError) -> AST.Expression {
    isQuoted(text)
      ? try AST.Expression(parsing: text)
      : try AST.Expression(parsing: "%K", arguments: Arguments([.constant(.text(text))]))
  }
}
