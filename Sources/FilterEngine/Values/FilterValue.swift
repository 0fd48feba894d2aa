public import EssentialFoundation

/// A value of the language.
///
/// `==` and `hash(into:)` follow the language: numbers are equal by exact value even if their kinds differ,
/// strings byte for byte, and a list never equals a set.
///
/// A value takes 24 bytes. Cases that are larger and rare are stored indirectly. Collections nest at most
/// `FilterValue.maximumDepth` levels deep.
@nonexhaustive
public enum FilterValue: Sendable {
  /// `nil`
  case null
  /// `TRUE`; compares as the number 1
  case bool(Bool)
  /// `5`
  case int(Int64)
  /// An integer outside 64 bits
  indirect case wide(WideInteger)
  /// `5.0`
  case double(Double)
  /// `CAST("0.1", "NSDecimalNumber")`
  indirect case decimal(Decimal)
  /// `"text"`
  case string(String)
  /// `#2026-11-21#`
  case date(Date)
  /// Bytes
  case data(Data)
  /// A UUID
  case uuid(UUID)
  /// `{1, 2}`
  case list(FilterList)
  /// Distinct values in a stable order
  case set(FilterSet)
  /// Keys and values
  case object(FilterObject)
  /// A typed item, read through its field table
  indirect case item(any FilterItem)
}
