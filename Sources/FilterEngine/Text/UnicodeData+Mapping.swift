extension UnicodeData {
  /// The decomposition or folding of a scalar: a record of `mappings`.
  struct Mapping {
    private let record: UnsafeRawPointer
    private let digits: UInt64

    /// The record that the value of an entry names.
    @inline(__always)
    init(_ value: UInt32) {
      record = UnsafeRawPointer(mappings.utf8Start) + Int(value >> 2)
      digits = record.loadUnaligned(as: UInt64.self) &- 0x3F3F_3F3F_3F3F_3F3F
    }

    /// The UTF-8 bytes to write, at most 16; 16 may be read wherever they begin.
    @inline(__always)
    func text(_ folding: TextFolding) -> (start: UnsafeRawPointer, count: Int) {
      var start = record + 8
      let isFolded = folding.foldsCase && digit(1) != 63
      if isFolded { start += digit(0) }
      guard folding.dropsMarks else { return (start, isFolded ? digit(1) : digit(0)) }
      let count = folding.foldsCase ? digit(3) : digit(2) & 31
      if digit(2) & 32 != 0 { start += digit(0) - count }
      return (start, count)
    }

    /// The length of the text to the end of its last starter.
    @inline(__always)
    func starterLength(_ folding: TextFolding) -> Int { folding.foldsCase ? digit(5) : digit(4) }

    /// Whether `[d]` leaves less.
    @inline(__always) var losesMarks: Bool { digit(2) != digit(0) }

    /// The combining class of the last scalar.
    @inline(__always)
    var lastClass: UInt8 { UInt8(truncatingIfNeeded: digit(6) | (digit(7) & 3) << 6) }

    /// Whether folding makes several scalars of one, `ß`.
    @inline(__always) var isExpansion: Bool { digit(7) & 4 != 0 }

    /// Whether there is an iota subscript, `ᾳ`.
    @inline(__always) var hasIotaSubscript: Bool { digit(7) & 8 != 0 }

    /// Whether every scalar has a combining class.
    @inline(__always) var isAllMarks: Bool { digit(7) & 16 != 0 }

    /// Whether the scalar is a mark.
    @inline(__always) var isMark: Bool { digit(7) & 32 != 0 }

    @inline(__always)
    private func digit(_ place: UInt64) -> Int { Int(digits >> (place &* 8) & 0xFF) }
  }
}
