internal import EssentialFoundation
internal import FilterEngine

/// Values as bytes that are equal exactly if the values are equal in the language, and end where they end.
enum ValueKey {
  /// The first byte.
  private enum Tag: UInt8 {
    case null, integer, double, wide, decimal, text, date, data, uuid, list, set, object
  }

  /// The spelling of a value among those that are equal to it, least first.
  enum Spelling: UInt8 {
    /// An integer of 64 bits, and a text or nil, of which there is one spelling
    case integer

    /// An integer outside 64 bits
    case wide
    case negativeZero, double, decimal, boolean

    /// A date or a collection
    case other

    /// Whether the bytes of a value do not spell it.
    var needsName: Bool { self == .wide || self == .decimal || self == .other }
  }

  /// The bytes before those of a text that has fewer than 255.
  @inline(__always)
  static func start(ofTextWith count: Int) -> (UInt8, UInt8) {
    (Tag.text.rawValue, UInt8(truncatingIfNeeded: count))
  }

  /// Appends the value of a slot; nil, with nothing appended, if the slot does not hold all of it.
  @inline(__always)
  static func append(_ slot: RowSlot, to bytes: inout KeyBuffer) -> Spelling? {
    switch slot.kind {
    case .missing, .null:
      bytes.append(Tag.null.rawValue)
      return .integer
    case .false, .true:
      append(integer: slot.kind == .true ? 1 : 0, to: &bytes)
      return .boolean
    case .integer:
      append(integer: slot.integer, to: &bytes)
      return .integer
    case .double: return append(double: slot.double, to: &bytes)
    case .string:
      append(slot.utf8, to: &bytes)
      return .integer
    case .array, .object, .wide, .other, nil: return nil
    }
  }

  /// Appends a value.
  static func append(_ value: FilterValue, to bytes: inout KeyBuffer) -> Spelling {
    switch value {
    case .null: bytes.append(Tag.null.rawValue)
    case .bool(let flag):
      append(integer: flag ? 1 : 0, to: &bytes)
      return .boolean
    case .int(let number): append(integer: number, to: &bytes)
    case .double(let number): return append(double: number, to: &bytes)
    case .wide(let number):
      let digits = number.description
      if let double = Double(digits), .double(double) == value {
        append(bits: double.bitPattern, .double, to: &bytes)
      } else {
        append(.wide, digits, to: &bytes)
      }
      return .wide
    case .decimal(let number):
      append(decimal: number, to: &bytes)
      return .decimal
    case .string(let text):
      var text = text
      text.withUTF8 { append($0, to: &bytes) }
    default:
      appendOther(value, to: &bytes)
      return .other
    }
    return .integer
  }

  /// Removes one key from the front of `bytes` and returns its value; nil if the bytes do not determine it.
  static func takeValue(_ spelling: Spelling, from bytes: inout ArraySlice<UInt8>) -> FilterValue? {
    let tag = bytes.popFirst().flatMap(Tag.init)
    switch tag {
    case .null: return .null
    case .integer:
      let number = Int64(bitPattern: takeWord(&bytes))
      return switch spelling {
      case .integer: .int(number)
      case .negativeZero: .double(-0.0)
      case .double: .double(Double(number))
      case .boolean: .bool(number != 0)
      case .wide, .decimal, .other: nil
      }
    case .double, .date:
      let double = Double(bitPattern: takeWord(&bytes))
      return tag == .double && spelling == .double ? .double(double) : nil
    case nil: return nil
    case .wide, .decimal, .text, .data, .uuid, .list, .set, .object:
      let count = takeCount(&bytes)
      let text = bytes.prefix(count)
      bytes = bytes[text.endIndex...]
      return tag == .text ? .string(String(decoding: text, as: UTF8.self)) : nil
    }
  }

  // MARK: - Numbers and texts

  @inline(__always)
  private static func append(integer number: Int64, to bytes: inout KeyBuffer) {
    append(bits: UInt64(bitPattern: number), .integer, to: &bytes)
  }

  @inline(__always)
  private static func append(double number: Double, to bytes: inout KeyBuffer) -> Spelling {
    guard let whole = Int64(exactly: number) else {
      append(bits: (number.isNaN ? Double.nan : number).bitPattern, .double, to: &bytes)
      return .double
    }
    append(integer: whole, to: &bytes)
    return whole == 0 && number.sign == .minus ? .negativeZero : .double
  }

  /// A decimal is an integer or a double if it equals one.
  private static func append(decimal number: Decimal, to bytes: inout KeyBuffer) {
    let (value, text) = (FilterValue.decimal(number), number.description)
    if number.isNaN {
      _ = append(double: .nan, to: &bytes)
    } else if let whole = Int64(text), .int(whole) == value {
      append(integer: whole, to: &bytes)
    } else if let double = Double(text), .double(double) == value {
      _ = append(double: double, to: &bytes)
    } else {
      append(text.utf8.contains(UInt8(ascii: ".")) ? .decimal : .wide, text, to: &bytes)
    }
  }

  @inline(__always)
  private static func append(bits: UInt64, _ tag: Tag, to bytes: inout KeyBuffer) {
    bytes.append(tag.rawValue)
    bytes.append(word: bits)
  }

  @inline(__always)
  private static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout KeyBuffer) {
    bytes.append(Tag.text.rawValue)
    append(count: text.count, to: &bytes)
    bytes.append(contentsOf: UnsafeRawBufferPointer(text))
  }

  private static func append(_ tag: Tag, _ text: String, to bytes: inout KeyBuffer) {
    append(tag, Array(text.utf8), to: &bytes)
  }

  private static func append(_ tag: Tag, _ content: [UInt8], to bytes: inout KeyBuffer) {
    bytes.append(tag.rawValue)
    append(count: content.count, to: &bytes)
    content.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  /// Appends a count: one byte, or 255 and a word.
  @inline(__always)
  private static func append(count: Int, to bytes: inout KeyBuffer) {
    guard count >= 255 else { return bytes.append(UInt8(truncatingIfNeeded: count)) }
    bytes.append(255)
    bytes.append(word: UInt64(count))
  }

  private static func takeCount(_ bytes: inout ArraySlice<UInt8>) -> Int {
    let first = Int(bytes.popFirst() ?? 0)
    return first < 255 ? first : Int(truncatingIfNeeded: takeWord(&bytes))
  }

  private static func takeWord(_ bytes: inout ArraySlice<UInt8>) -> UInt64 {
    let word = bytes.prefix(8).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    bytes = bytes.dropFirst(8)
    return word
  }

  // MARK: - Other values

  private static func appendOther(_ value: FilterValue, to bytes: inout KeyBuffer) {
    switch value {
    case .date(let date):
      let seconds = date.timeIntervalSinceReferenceDate
      // A zero has no sign, and NaN one form.
      append(bits: (seconds.isNaN ? Double.nan : seconds + 0).bitPattern, .date, to: &bytes)
    case .data(let data): append(.data, Array(data), to: &bytes)
    case .uuid(let uuid): append(.uuid, uuid.uuidString, to: &bytes)
    case .list(let list): append(.list, list.elements.flatMap(Self.bytes(of:)), to: &bytes)
    case .set(let set): append(.set, sorted(set.elements.map(Self.bytes(of:))), to: &bytes)
    case .object(let object):
      let members = object.members.map { key, value in
        Self.bytes(of: .string(key)) + Self.bytes(of: value)
      }
      append(.object, sorted(members), to: &bytes)
    default:
      // Rows that are read have no items.
      append(.object, value.description, to: &bytes)
    }
  }

  private static func bytes(of value: FilterValue) -> [UInt8] {
    var bytes = KeyBuffer()
    _ = append(value, to: &bytes)
    return bytes.bytes
  }

  private static func sorted(_ parts: [[UInt8]]) -> [UInt8] {
    parts.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 }
  }
}
