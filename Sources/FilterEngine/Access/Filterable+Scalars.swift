public import EssentialFoundation

extension FilterFields where Item: FilterValueConvertible & SendableMetatype {
  /// The table of a type with one value, which filters name `SELF`.
  static var scalar: FilterFields<Item> {
    FilterFields(
      layout: RowLayout(
        typeName: "\(Item.self)",
        storage: .scalar(
          FieldAccess(
            name: "SELF", type: Item.self, offset: 0,
            read: { $0.load(Item.self, at: 0).filterValue }))))
  }
}

extension FilterValue: Filterable {
  /// A table without keys: the keys of a value are not known before it is read.
  public static let filterFields = FilterFields<FilterValue>(
    layout: RowLayout(typeName: "FilterValue", storage: .dynamic))

  /// Any kind.
  public static var filterKind: FilterKind? { nil }
}

extension String: Filterable {
  /// The value, which filters name `SELF`.
  public static let filterFields = FilterFields<String>.scalar
}

extension Int: Filterable {
  /// The value, which filters name `SELF`.
  public static let filterFields = FilterFields<Int>.scalar
}

extension Double: Filterable {
  /// The value, which filters name `SELF`.
  public static let filterFields = FilterFields<Double>.scalar
}

extension Bool: Filterable {
  /// The value, which filters name `SELF`.
  public static let filterFields = FilterFields<Bool>.scalar
}

extension Date: Filterable {
  /// The value, which filters name `SELF`.
  public static let filterFields = FilterFields<Date>.scalar
}
