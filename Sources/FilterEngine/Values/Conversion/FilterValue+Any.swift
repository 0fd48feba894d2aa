internal import EssentialFoundation
internal import FilterSyntax

extension FilterValue {
  /// The greatest nesting of converted values. Each level takes several calls of the value's types, and a
  /// thread can have a stack of only 512 KB.
  static let maximumConversionDepth = 200

  /// The value of anything that has one: a `FilterValueConvertible`, an item, an optional, an array,
  /// a set, or a dictionary with string keys of such values; nil otherwise, or beyond 200 levels.
  ///
  /// The members of a dictionary are in the order of their keys. Foundation's objects are what they
  /// are to Swift, as in what `JSONSerialization` reads: `NSNull` is `nil`, and an `NSNumber` a
  /// boolean, an integer where it is whole, or a double.
  public init?(any value: Any) {
    self.init(any: value, depth: 0)
  }

  private init?(any value: Any, depth: Int) {
    guard depth <= Self.maximumConversionDepth else { return nil }
    func convert(_ inner: Any) -> FilterValue? { FilterValue(any: inner, depth: depth + 1) }
    // Optionals come first: a cast to a protocol looks through them, and an empty one has no wrapped value.
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
      let keys = members.keys.sorted()
      let converted = keys.compactMap { members[$0].flatMap(convert) }
      guard converted.count == keys.count else { return nil }
      self = .object(FilterObject(zip(keys, converted).map { ($0, $1) }))
    } else if type(of: value) == AnyHashable.self, let hashable = value as? AnyHashable,
      let inner = convert(hashable.base)
    {
      self = inner
    } else if let object = FilterValue(foundationObject: value) {
      self = object
    } else {
      return nil
    }
  }

  /// The value of an object of Foundation.
  ///
  /// It uses names and casts, because importing all of Foundation makes programs start more slowly.
  private init?(foundationObject value: Any) {
    guard type(of: value) is AnyClass else { return nil }
    let name = String(describing: type(of: value))
    if name == "NSNull" {
      self = .null
    } else if name.ends(with: "Boolean"), let value = value as? Bool {
      self = .bool(value)
    } else if name.begins(with: "NSDecimal"), let value = value as? Decimal {
      self = .decimal(value)
    } else if let value = value as? Int64 {
      self = .int(value)
    } else if let value = value as? UInt64 {
      self = FilterValue(integer: value)
    } else if let value = value as? Double {
      self = .double(value)
    } else if let value = value as? String {
      self = .string(value)
    } else if let value = value as? Date {
      self = .date(value)
    } else if let value = value as? Data {
      self = .data(value)
    } else if let value = value as? UUID {
      self = .uuid(value)
    } else if let value = value as? URL {
      self = value.filterValue
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
