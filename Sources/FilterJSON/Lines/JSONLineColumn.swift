internal import CSimdJSON

/// Reads the values of one key path from lines of JSON. One thread at a time may use it.
package final class JSONLineColumn {
  /// A value that needs no memory of its own.
  package enum Cell: Hashable, Sendable {
    /// Missing or null
    case null
    /// `true`
    case bool(Bool)
    /// `5`
    case int(Int64)
    /// `5.0`
    case double(Double)
    /// The range of a string without escapes in the text
    case string(Range<Int>)
    /// Anything else: the line must be read as a value
    case other
  }

  private let slots = JSONSlots()
  private let slot: Int

  /// The column of a key path that consists of names; nil if it is too long, or if there is not enough memory.
  package init?(path: [String]) {
    guard path.count <= 32, let slot = slots.slot(ofPath: path) else { return nil }
    self.slot = slot
  }

  /// Calls `body` with the value of each line of `text` that is not blank, in order. `text` consists of whole lines.
  package func cells(_ text: UnsafeRawBufferPointer, _ body: (Cell) -> Void) {
    guard let base = text.baseAddress else { return }
    let start = UInt(bitPattern: base)
    slots.begin(text)
    while let (status, _) = slots.next() {
      if status == FRC_JSON_ROW_BLANK { continue }
      guard status == FRC_JSON_ROW_READ else {
        body(.other)
        continue
      }
      let value = slots[slot]
      switch value.part {
      case FRC_JSON_SLOT_MISSING, FRC_JSON_SLOT_NULL: body(.null)
      case FRC_JSON_SLOT_FALSE: body(.bool(false))
      case FRC_JSON_SLOT_TRUE: body(.bool(true))
      case FRC_JSON_SLOT_INTEGER: body(.int(value.integer))
      case FRC_JSON_SLOT_DOUBLE: body(.double(value.double))
      case FRC_JSON_SLOT_STRING:
        // Strings with escapes are not in the text.
        let place = Int(bitPattern: UInt(value.bits) &- start)
        body(
          place >= 0 && place <= text.count - value.count
            ? .string(place..<place + value.count) : .other)
      default: body(.other)
      }
    }
  }
}
