/// The keys of a type that filters can name.
public struct FilterFields<Item>: Sendable {
  let layout: RowLayout

  /// The key paths that `keeping(_:)` left; nil where it was not asked.
  let kept: KeyTree?

  init(layout: RowLayout, kept: KeyTree? = nil) {
    self.layout = layout
    self.kept = kept
  }

  /// A table of fields; of fields with equal names the first counts.
  public init(_ fields: FilterField<Item>...) {
    self.init(fields)
  }

  /// A table of fields; of fields with equal names the first counts.
  public init(_ fields: [FilterField<Item>]) {
    self.init(layout: RowLayout(typeName: "\(Item.self)", fields: fields.map(\.access)))
  }
}
