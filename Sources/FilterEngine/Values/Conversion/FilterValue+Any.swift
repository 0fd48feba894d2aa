#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension FilterValue {
  /// How deep values may lie inside each other when they are converted. Each level takes several
  /// calls of the types' own, and a thread may have a stack of no more than 512 KB.
  static let maximumConversionDepth = 200

  /// The value of anything that has one: a `FilterValueConvertible`, an item, an optional, an array,
  /// a set, or a dictionary with string keys of such values; nil otherwise, or beyond 200 levels.
  ///
  /// The members of a dictionary stand in the order of their keys. `NSNull` is `nil` to the language.
  public init?(any value: Any) {
    self.init(any: value, depth: 0)
  }

  private init?(any value: Any, depth: Int) {
    guard depth <= Self.maximumConversionDepth else { return nil }
    func convert(_ inner: Any) -> FilterValue? { FilterValue(any: inner, depth: depth + 1) }
    // Optionals first: a cast to a protocol looks through them, and an empty one has no type inside.
    if let optional = value as? any AnyOptional {
      guard let wrapped = optional.wrappedAny else {
        self = .null
        return
      }
      guard let inner = convert(wrapped) else { return nil }
      self = inner
    } else if let value = value as? any FilterValueConvertible {
      self = value.filterValue
    } else if let item = value as? any FilterItem {
      self = .item(item)
    } else if let values = value as? [Any] {
      let converted = values.compactMap(convert)
      guard converted.count == values.count else { return nil }
      self = .list(converted)
    } else if let values = value as? Set<AnyHashable> {
      let converted = values.compactMap { convert($0.base) }
      guard converted.count == values.count else { return nil }
      self = .set(FilterSet(converted))
    } else if let members = value as? [String: Any] {
      let sorted = members.sorted { $0.key < $1.key }
      let converted = sorted.compactMap { convert($0.value) }
      guard converted.count == sorted.count else { return nil }
      self = .object(FilterObject(zip(sorted, converted).map { ($0.key, $1) }))
    } else if type(of: value) == AnyHashable.self, let hashable = value as? AnyHashable,
      let inner = convert(hashable.base)
    {
      self = inner
    } else if String(describing: type(of: value)) == "NSNull" {
      // By its name: the type belongs to the whole of Foundation, which costs programs their start.
      self = .null
    } else {
      return nil
    }
  }
}

/// An optional of unknown type.
private protocol AnyOptional {
  var wrappedAny: Any? { get }
}

extension Optional: AnyOptional {
  var wrappedAny: Any? { map { $0 } }
}
