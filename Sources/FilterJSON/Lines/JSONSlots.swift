internal import CSimdJSON
internal import FilterEngine

/// Reads the values of some key paths from lines of JSON.
///
/// Unsafe because slots and strings are read in the memory of the C++ reader. Both are valid until the next line; the
/// text that a slot points into is valid until it has been read. Only this file accesses their memory.
final class JSONSlots {
  typealias Slot = frc_json_slot

  private let handle: OpaquePointer
  private var slots: UnsafePointer<Slot>?

  init() {
    // Swift ends a program too if there is no memory for an object.
    guard let handle = frc_json_rows_create() else { fatalError("out of memory") }
    self.handle = handle
  }

  deinit { frc_json_rows_destroy(handle) }

  /// Returns the slot for the value at `path` of each line; nil if there is not enough memory.
  func slot(ofPath path: [String]) -> Int? {
    var place: Int32 = 0
    for key in path {
      place = Array(key.utf8).withUnsafeBufferPointer {
        frc_json_rows_member(handle, place, $0.baseAddress, $0.count)
      }
      guard place >= 0 else { return nil }
    }
    let slot = frc_json_rows_slot(handle, place)
    return slot < 0 ? nil : Int(slot)
  }

  /// Adds key paths, whose slots are numbered from 0 in this order. Returns false if there is not enough memory.
  func add(_ paths: [[String]]) -> Bool {
    for (index, path) in paths.enumerated() where slot(ofPath: path) != index { return false }
    return true
  }

  /// Begins a text of whole lines, which must stay valid until the last line has been read.
  func begin(_ text: UnsafeRawBufferPointer) {
    frc_json_rows_begin(
      handle, text.baseAddress?.bindMemory(to: UInt8.self, capacity: text.count), text.count)
  }

  /// Reads the next line. Returns nil after the last one.
  @inline(__always)
  func next() -> (status: frc_json_row_status, line: Range<Int>)? {
    var row = frc_json_row()
    guard frc_json_rows_next(handle, &row) else { return nil }
    slots = frc_json_rows_slots(handle)
    return (row.status, row.start..<row.start + row.length)
  }

  /// Returns a slot of the last line that was read.
  @inline(__always)
  subscript(index: Int) -> Slot { slots.map { $0[index] } ?? Slot() }

  /// Returns the text of the value in a slot of the last line, as the line spells it; nil if there is no value.
  func text(of index: Int) -> UnsafeRawBufferPointer? {
    var count = 0
    guard let start = frc_json_rows_text(handle, Int32(index), &count) else { return nil }
    return UnsafeRawBufferPointer(start: start, count: count)
  }

  /// Returns a slot of the last line that was read, as the engine reads it.
  func value(at index: Int) -> RowSlot {
    address.load(fromByteOffset: index * MemoryLayout<RowSlot>.stride, as: RowSlot.self)
  }

  /// The address of the slots of the last line as `RowSlot`s; any valid address if there are no slots.
  @inline(__always)
  var address: UnsafeRawPointer { slots.map { UnsafeRawPointer($0) } ?? UnsafeRawPointer(handle) }
}

extension frc_json_slot {
  @inline(__always)
  var part: frc_json_slot_kind { frc_json_slot_kind(rawValue: .init(kind)) }

  /// The number of bytes or elements.
  @inline(__always)
  var count: Int { Int(length) }

  @inline(__always)
  var integer: Int64 { Int64(bitPattern: bits) }

  @inline(__always)
  var double: Double { Double(bitPattern: bits) }

  /// The bytes of a string.
  @inline(__always)
  var utf8: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: UnsafePointer(bitPattern: UInt(bits)), count: count)
  }
}
