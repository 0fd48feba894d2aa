/// The contents of the three tables of `UnicodeData`.
struct UnicodeTables {
  /// The block of each 64 scalars, two digits each.
  private(set) var blockIndex = ""

  /// The different blocks, 64 entries of four digits each.
  private(set) var blocks = ""

  /// The records of the scalars that decompose or fold.
  private(set) var mappings = ""

  /// The offset of each record, by its bytes: equal strings may have different ones.
  private var offsets: [[UInt8]: Int] = [:]

  /// The first scalar beyond the tables.
  static let end = 0x30000

  init() {
    var numbers: [[Int]: Int] = [:]
    for start in stride(from: 0, to: Self.end, by: 64) {
      let block = (start..<start + 64).map { entry(Unicode.Scalar(UInt32($0))) }
      if numbers[block] == nil {
        for entry in block { blocks += TableText.digits(of: entry, count: 4) }
      }
      let number = numbers[block, default: numbers.count]
      numbers[block] = number
      blockIndex += TableText.digits(of: number, count: 2)
    }
    // A reader of the last text reads 16 bytes from its beginning.
    mappings += TableText.digits(Array(repeating: 63, count: 16))
  }

  /// 0, a mark, or the offset of a record.
  private mutating func entry(_ scalar: Unicode.Scalar?) -> Int {
    guard let scalar, !Self.isComputed(scalar) else { return 0 }
    if let record = MappingRecord(scalar) { return offset(of: record.text) << 2 | 2 }
    guard scalar.isMark else { return 0 }
    return (scalar.isDropped ? 0x400 : 0) | scalar.combiningClass << 2 | 1
  }

  /// The offset of `record`, which is added unless there is an equal one.
  private mutating func offset(of record: String) -> Int {
    let bytes = Array(record.utf8)
    if let offset = offsets[bytes] { return offset }
    let offset = mappings.utf8.count
    offsets[bytes] = offset
    mappings += record
    return offset
  }

  /// Whether the engine handles the scalar without the tables: ASCII, and the syllables of Hangul.
  private static func isComputed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII || (0xAC00...0xD7A3).contains(scalar.value)
  }
}
