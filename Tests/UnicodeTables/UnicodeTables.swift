/// The contents of the three tables of `UnicodeData`.
struct UnicodeTables {
  /// The block of each 64 scalars, two digits each.
  private(set) var blockIndex = ""

  /// The different blocks, 64 entries of four digits each.
  private(set) var blocks = ""

  /// The records of what scalars decompose and fold to.
  private(set) var mappings = ""

  /// The place of each record.
  private var places: [String: Int] = [:]

  /// The scalars before this one are in the tables.
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
    // 16 bytes are read wherever a text begins.
    mappings += TableText.digits(Array(repeating: 63, count: 16))
  }

  /// 0, a mark, or the place of a record.
  private mutating func entry(_ scalar: Unicode.Scalar?) -> Int {
    guard let scalar, !Self.isComputed(scalar) else { return 0 }
    if let record = MappingRecord(scalar) { return place(record.text) << 2 | 2 }
    guard scalar.isMark else { return 0 }
    return (scalar.isDropped ? 0x400 : 0) | scalar.combiningClass << 2 | 1
  }

  /// Where `record` begins: equal ones are one.
  private mutating func place(_ record: String) -> Int {
    if let place = places[record] { return place }
    let place = mappings.utf8.count
    places[record] = place
    mappings += record
    return place
  }

  /// ASCII and the syllables of Hangul are not looked up.
  private static func isComputed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII || (0xAC00...0xD7A3).contains(scalar.value)
  }
}
