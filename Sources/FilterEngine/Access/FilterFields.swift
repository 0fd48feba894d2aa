/// The keys of a type that filters can name.
public struct FilterFields<Item>: Sendable {
  let layout: RowLayout

  /// The key paths that `keeping(_:)` kept; nil if it was not called.
  let kept: KeyTree?

  init(layout: RowLayout, kept: KeyTree? = nil) {
    self.layout = layout
    self.kept = kept
  }

  /// A table of fields. Their names are distinct and not empty.
  ///
  /// The program stops for an empty or repeated name, because no filter could reach such a field.
  public init(_ fields: FilterField<Item>...) {
    self.init(fields)
  }

  /// A table of fields. Their names are distinct and not empty.
  ///
  /// The program stops for an empty or repeated name, because no filter could reach such a field.
  ///
  /// - Complexity: O(n) in the number of fields.
  public init(_ fields: [FilterField<Item>]) {
    var names: Set<ByteKey> = []
    for field in fields {
      let name = field.access.name
      precondition(!name.isEmpty, "a field of \(Item.self) has an empty name")
      precondition(
        names.insert(ByteKey(name)).inserted, "\(Item.self) has two fields with the name '\(name)'")
    }
    self.init(layout: RowLayout(typeName: "\(Item.self)", fields: fields.map(\.access)))
  }
}
