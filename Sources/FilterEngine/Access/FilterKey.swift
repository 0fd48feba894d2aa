import FilterSyntax

/// A key path of a type that filters can name, and what is known of its values.
public struct FilterKey: Hashable, Sendable {
  /// The key path as filters write it, such as `owner.name`. A key that is a reserved word has a `#` before it, and one
  /// with characters other than letters is in backquotes.
  public let path: String

  /// The kind of all values except `nil`; nil if it differs from row to row.
  public let kind: FilterKind?

  /// Whether a value can be `nil`.
  public let isOptional: Bool

  /// The kind of the elements of a list or set; nil if it is not known, and for other values.
  public let element: FilterKind?

  /// The texts that values or elements can be, such as the cases of an enumeration; nil for any.
  public let cases: [String]?

  /// The keys on the path.
  package let keys: [String]

  /// Whether all values are integers.
  package let isInteger: Bool

  fileprivate init(_ keys: [String], _ type: FieldType) {
    self.keys = keys
    isInteger = type.storage.isInteger
    path =
      AST.Expression.keyPath(
        AST.KeyPath(keys.map { AST.KeyPath.Component(.key, $0) })
      ).sourceText
    kind = type.kind
    isOptional = type.isOptional
    element = type.element?.kind
    cases = type.caseTexts ?? type.element?.caseTexts
  }
}

extension FilterKey: CustomStringConvertible {
  /// `name: string`, `mood: string (good, bad)`, `tags: list of strings`
  public var description: String {
    var text = "\(path): \(kind?.rawValue ?? "any")"
    if let element { text += " of \(element.plural)" }
    if let cases { text += " (\(cases.joined(separator: ", ")))" }
    return text + (isOptional ? " or nil" : "")
  }
}

extension FilterFields {
  /// The key paths of the table in order, each followed by those of the items that it leads to. A type that holds
  /// itself, as parents and children do, is listed once on a path. Empty for types without known keys.
  ///
  /// ```swift
  /// for key in Person.filterFields.keys { print(key) }
  /// // id: number
  /// // name: string
  /// ```
  ///
  /// - Complexity: O(n) in the number of key paths.
  public var keys: [FilterKey] { Self.keys(of: layout, after: [], kept, within: []) }

  private static func keys(
    of layout: RowLayout, after path: [String], _ kept: KeyTree?, within types: [ItemType]
  ) -> [FilterKey] {
    guard case .fields(let table) = layout.storage else { return [] }
    var keys: [FilterKey] = []
    for field in table.fields {
      let below = kept?.children[field.name]
      if let kept, !kept.isWhole, below == nil { continue }
      keys.append(FilterKey(path + [field.name], field.type))
      guard let members = field.type.members, !types.contains(members) else { continue }
      keys += Self.keys(
        of: members.rowLayout, after: path + [field.name],
        below.map { $0.isWhole ? nil : $0 } ?? nil, within: types + [members])
    }
    return keys
  }
}

extension FilterField: CustomStringConvertible {
  /// The name and the kind, such as `name: string`.
  public var description: String { FilterKey([access.name], access.type).description }
}

extension FilterFields: CustomStringConvertible {
  /// The keys, one a line.
  public var description: String { keys.map(\.description).joined(separator: "\n") }
}
