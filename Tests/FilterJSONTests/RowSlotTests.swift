import CSimdJSON
import Testing

@testable import FilterEngine

/// The slots that the reader of lines writes in C are those that the engine reads.
@Suite struct RowSlotTests {
  @Test func bothLayoutsAreOne() {
    #expect(MemoryLayout<RowSlot>.stride == MemoryLayout<frc_json_slot>.stride)
    #expect(MemoryLayout<RowSlot>.alignment == MemoryLayout<frc_json_slot>.alignment)
    let written = frc_json_slot(bits: 0x0102_0304_0506_0708, length: 0x0A0B_0C0D, kind: 4)
    let read = withUnsafeBytes(of: written) { $0.load(as: RowSlot.self) }
    #expect(read.kind == .integer)
    #expect(read.integer == 0x0102_0304_0506_0708)
    #expect(read.count == 0x0A0B_0C0D)
  }

  @Test func bothNumberTheKindsAlike() {
    let kinds: [(RowSlot.Kind, frc_json_slot_kind)] = [
      (.missing, FRC_JSON_SLOT_MISSING), (.null, FRC_JSON_SLOT_NULL),
      (.false, FRC_JSON_SLOT_FALSE), (.true, FRC_JSON_SLOT_TRUE),
      (.integer, FRC_JSON_SLOT_INTEGER), (.double, FRC_JSON_SLOT_DOUBLE),
      (.string, FRC_JSON_SLOT_STRING), (.array, FRC_JSON_SLOT_ARRAY),
      (.object, FRC_JSON_SLOT_OBJECT), (.wide, FRC_JSON_SLOT_WIDE_INTEGER),
      (.other, FRC_JSON_SLOT_OTHER),
    ]
    #expect(kinds.map(\.0) == RowSlot.Kind.allCases)
    for (kind, written) in kinds { #expect(UInt32(kind.rawValue) == written.rawValue) }
    #expect(RowSlot.maximumElements == Int(FRC_JSON_ROWS_MAXIMUM_ELEMENTS))
  }
}
