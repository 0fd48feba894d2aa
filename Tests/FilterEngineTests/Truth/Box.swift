import FilterEngine

/// An item with one field of any type, which is not the first in memory.
struct Box<Value: FilterValueConvertible & SendableMetatype>: Filterable {
  var flag = true
  var value: Value

  static var filterFields: FilterFields<Box> {
    FilterFields(FilterField("flag", \.flag), FilterField("value", \.value))
  }
}
