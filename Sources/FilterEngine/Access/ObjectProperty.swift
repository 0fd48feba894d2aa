// Reads in place what a key path reads of an object. The layout of key paths is not public. `isKnown` compares once
// what this file reads with the public view. If they differ, nothing in this file is used.
//
// After two words of the object and one of its own, a key path has the size of its components in the low 24 bits of
// a word, and then the components. One of four bytes is a stored property of an object if the bits from 24 on are 3;
// the low 23 bits are its offset, or close to all ones if it is not there.

/// Where a key path finds a stored property of an object.
@usableFromInline
enum ObjectProperty {
  /// Bytes from the address of an object to the property; nil if it must be read through the key path.
  ///
  /// A property that a subclass can override is read by its code, and has no offset.
  @usableFromInline
  static func offset(of keyPath: AnyKeyPath) -> Int? { isKnown ? stored(keyPath) : nil }

  /// The value of a property of type `Value` of an object of any class.
  @inlinable @inline(__always)
  static func value<Value, Object>(_ type: Value.Type, of object: Object, at offset: Int) -> Value {
    Row(unsafeBitCast(object, to: UnsafeRawPointer.self)).load(Value.self, at: offset)
  }

  private static func stored(_ keyPath: AnyKeyPath) -> Int? {
    guard type(of: keyPath).rootType is AnyObject.Type else { return nil }
    return withExtendedLifetime(keyPath) {
      let words = Row(Unmanaged.passUnretained(keyPath).toOpaque())
      guard words.load(UInt32.self, at: 24) & 0xFF_FFFF == 4 else { return nil }
      let component = words.load(UInt32.self, at: 32)
      let offset = Int(component & 0x7F_FFFF)
      return component >> 24 & 0x7F == 3 && offset < 0x40_0000 ? offset : nil
    }
  }

  /// Whether key paths have the layout that this file assumes.
  private static let isKnown: Bool = {
    guard MemoryLayout<UInt>.size == 8 else { return false }
    let sample = Sample()
    func agrees<Value: Equatable>(_ keyPath: KeyPath<Sample, Value>) -> Bool {
      guard let offset = stored(keyPath) else { return false }
      return value(Value.self, of: sample, at: offset) == sample[keyPath: keyPath]
    }
    return agrees(\.byte) && agrees(\.number) && agrees(\.text) && agrees(\.optional)
      && agrees(\.last) && stored(\Sample.computed) == nil && stored(\Sample.text.count) == nil
      && stored(\Sample.self) == nil && stored(\String.count) == nil
  }()

  private final class Sample {
    let byte: UInt8 = 5
    var number = -7
    let text = "a text that is longer than fifteen bytes"
    var optional: Double? = 2.5
    var last: UInt16 = 513
    var computed: Int { number }
  }
}
