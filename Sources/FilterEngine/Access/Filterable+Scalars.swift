#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension FilterFields where Item: FilterValueConvertible & SendableMetatype {
  /// The table of a type that is one value, reached as `SELF`.
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
  /// Nothing is known of a value before it is read.
  public static let filterFields = FilterFields<FilterValue>(
    layout: RowLayout(typeName: "FilterValue", storage: .dynamic))
}

extension String: Filterable {
  /// Reached as `SELF`.
  public static let filterFields = FilterFields<String>.scalar
}

extension Int: Filterable {
  /// Reached as `SELF`.
  public static let filterFields = FilterFields<Int>.scalar
}

extension Double: Filterable {
  /// Reached as `SELF`.
  public static let filterFields = FilterFields<Double>.scalar
}

extension Bool: Filterable {
  /// Reached as `SELF`.
  public static let filterFields = FilterFields<Bool>.scalar
}

extension Date: Filterable {
  /// Reached as `SELF`.
  public static let filterFields = FilterFields<Date>.scalar
}
