internal import CSimdJSON

/// The values of one key path in one line of JSON after another. Used by one thread at a time.
package final class JSONLineColumn {
  /// A value, as far as it takes no memory of its own.
  package enum Cell: Hashable, Sendable {
    /// Missing or null
    case null
    /// `true`
    case bool(Bool)
    /// `5`
    case int(Int64)
    /// `5.0`
    case double(Double)
    /// A string without escapes, by the place of its bytes in the text
    case string(Range<Int>)
    /// Anything else: the line has to be read as a value
    case other
  }

  private let slots = JSONSlots()
  private let slot: Int

  /// The column of a key path of nothing but names; nil where memory is short or it is too long.
  package init?(path: [String]) {
    guard path.count <= 32, let slot = slots.slot(ofPath: path) else { return nil }
    self.slot = slot
  }

  /// Calls `body` with the value of each line of `text` that is not blank, in order. `text` begins
  /// and ends between lines.
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
        // Strings with escapes lie elsewhere.
        let place = Int(bitPattern: UInt(value.bits) &- start)
        body(
          place >= 0 && place <= text.count - value.count
            ? .string(place..<place + value.count) : .other)
      default: body(.other)
      }
    }
  }
}
