/// The keys of a type that filters can name.
public struct FilterFields<Item>: Sendable {
  let layout: RowLayout

  init(layout: RowLayout) { self.layout = layout }

  /// A table of fields; of fields with equal names the first counts.
  public init(_ fields: FilterField<Item>...) {
    self.init(fields)
  }

  /// A table of fields; of fields with equal names the first counts.
  public init(_ fields: [FilterField<Item>]) {
    layout = RowLayout(typeName: "\(Item.self)", fields: fields.map(\.access))
  }
}
