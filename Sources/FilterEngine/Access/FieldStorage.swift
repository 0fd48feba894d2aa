import EssentialFoundation

/// The layout of a value in memory.
struct FieldStorage: Sendable {
  /// The machine types that operators test in place.
  enum Base: Sendable {
    case bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float, double, date
    case string, uuid, decimal

    /// One byte with few cases, each with a value in a filter.
    case finite([(byte: UInt8, value: FilterValue)])

    /// Anything else: read through the field's closure.
    case opaque
  }

  enum Wrapper: Sendable {
    case none, optional, array
  }

  let base: Base
  let wrapper: Wrapper

  init<Value: FilterValueConvertible>(_ type: Value.Type) {
    if let base = Self.machineBase(type) {
      self.init(base: base, wrapper: .none)
    } else if type is UUID.Type {
      self.init(base: .uuid, wrapper: .none)
    } else if type is Decimal.Type {
      self.init(base: .decimal, wrapper: .none)
    } else if let wrapped = (type as? any OptionalStorage.Type)?.wrapped,
      let base = Self.machineBase(wrapped)
    {
      self.init(base: base, wrapper: .optional)
    } else if let element = (type as? any ArrayStorage.Type)?.element,
      let base = Self.machineBase(element)
    {
      self.init(base: base, wrapper: .array)
    } else if MemoryLayout<Value>.size == 1,
      let cases = (type as? any FiniteStorage.Type)?.cases
        ?? (type as? any CaseIterable.Type).flatMap(Self.cases),
      Self.isComplete(cases, Value.self)
    {
      self.init(base: .finite(cases), wrapper: .none)
    } else {
      self.init(base: .opaque, wrapper: .none)
    }
  }

  /// Whether a value is an integer of the machine, or an optional one.
  var isInteger: Bool {
    guard wrapper != .array else { return false }
    return switch base {
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64: true
    default: false
    }
  }

  private init(base: Base, wrapper: Wrapper) {
    self.base = base
    self.wrapper = wrapper
  }

  /// The machine type of `type`; nil for other types.
  private static func machineBase(_ type: Any.Type) -> Base? {
    switch type {
    case is Bool.Type: .bool
    case is Int.Type: MemoryLayout<Int>.size == 8 ? .int64 : .int32
    case is UInt.Type: MemoryLayout<UInt>.size == 8 ? .uint64 : .uint32
    case is Int8.Type: .int8
    case is Int16.Type: .int16
    case is Int32.Type: .int32
    case is Int64.Type: .int64
    case is UInt8.Type: .uint8
    case is UInt16.Type: .uint16
    case is UInt32.Type: .uint32
    case is UInt64.Type: .uint64
    case is Float.Type: .float
    case is Double.Type: .double
    case is Date.Type: .date
    case is String.Type: .string
    default: nil
    }
  }

  /// The bytes of the cases of a one-byte enum.
  private static func cases(of type: any CaseIterable.Type) -> [(UInt8, FilterValue)]? {
    func bytes<Value: CaseIterable>(_ type: Value.Type) -> [(UInt8, FilterValue)]? {
      var result: [(UInt8, FilterValue)] = []
      for value in Value.allCases {
        guard let convertible = value as? any FilterValueConvertible else { return nil }
        result.append((firstByte(of: value), convertible.filterValue))
      }
      return result
    }
    return bytes(type)
  }

  /// Whether these are all values of a one-byte type. `allCases` can be written by hand, and can omit cases.
  ///
  /// The `nil` of an optional of such a type is the first byte that no case uses. If the cases fill all bytes
  /// below it, there are no others.
  private static func isComplete<Value>(
    _ cases: [(byte: UInt8, value: FilterValue)], _ type: Value.Type
  ) -> Bool {
    let none: Value? = nil
    guard MemoryLayout<Value?>.size == 1 else { return false }
    return Set(cases.map(\.byte)) == Set(0..<firstByte(of: none))
  }

  fileprivate static func firstByte<Value>(of value: Value) -> UInt8 {
    withUnsafePointer(to: value) { Row($0).load(UInt8.self, at: 0) }
  }
}

private protocol OptionalStorage {
  static var wrapped: Any.Type { get }
}

/// A one-byte type with few cases.
private protocol FiniteStorage {
  static var cases: [(byte: UInt8, value: FilterValue)]? { get }
}

extension Optional: OptionalStorage {
  static var wrapped: Any.Type { Wrapped.self }
}

extension Optional: FiniteStorage where Wrapped: CaseIterable & FilterValueConvertible {
  static var cases: [(byte: UInt8, value: FilterValue)]? {
    var values: [Wrapped?] = Wrapped.allCases.map { $0 }
    values.append(nil)
    return values.map { (FieldStorage.firstByte(of: $0), $0.filterValue) }
  }
}

private protocol ArrayStorage {
  static var element: Any.Type { get }

  /// The distance between adjacent elements, which begin 32 bytes into the array's object; nil if elements may
  /// not be adjacent.
  static var stride: Int? { get }
}

extension Array: ArrayStorage {
  static var element: Any.Type { Element.self }

  static var stride: Int? {
    // Arrays of objects can be bridged from Objective-C.
    Element.self is AnyObject.Type || MemoryLayout<Element>.alignment > 16
      ? nil : MemoryLayout<Element>.stride
  }
}

extension FieldStorage {
  /// The distance between the elements of an array; nil if they cannot be visited in place.
  static func elementStride(of type: Any.Type) -> Int? { (type as? any ArrayStorage.Type)?.stride }
}
