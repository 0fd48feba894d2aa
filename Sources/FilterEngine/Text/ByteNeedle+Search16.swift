extension ByteNeedle {
  /// The search in 16 places at once.
  ///
  /// One operation for each statement, with explicit types: in longer expressions the compiler chooses generic
  /// operations, which work lane by lane.
  struct Search16 {
    private let needle: ByteNeedle
    private let first: SIMD16<UInt8>
    private let firstMask: SIMD16<UInt8>
    private let last: SIMD16<UInt8>
    private let lastMask: SIMD16<UInt8>

    @inline(__always)
    init(_ needle: ByteNeedle) {
      let end = needle.count &- 1
      self.needle = needle
      first = SIMD16(repeating: needle.base[0])
      firstMask = SIMD16(repeating: needle.masks[0])
      last = SIMD16(repeating: needle.base[end])
      lastMask = SIMD16(repeating: needle.masks[end])
    }

    /// The first of the 16 places from `place` on that has the needle, or -1.
    @inline(__always)
    func find(_ text: UnsafePointer<UInt8>, at place: Int) -> Int {
      let lanes = ends(text, at: place)
      guard lanes[0] | lanes[1] != 0 else { return -1 }
      let low = check(lanes[0], text, place)
      return low >= 0 ? low : check(lanes[1], text, place &+ 8)
    }

    /// The first of the 16 places from `place` on that has both ends of the needle, or -1.
    @inline(__always)
    func findEnds(_ text: UnsafePointer<UInt8>, at place: Int) -> Int {
      let lanes = ends(text, at: place)
      if lanes[0] != 0 { return place &+ lanes[0].littleEndian.trailingZeroBitCount / 8 }
      if lanes[1] != 0 { return place &+ 8 &+ lanes[1].littleEndian.trailingZeroBitCount / 8 }
      return -1
    }

    /// The lanes of the 16 places from `place` on, all ones where both ends of the needle match.
    @inline(__always)
    private func ends(_ text: UnsafePointer<UInt8>, at place: Int) -> SIMD2<UInt64> {
      let raw = UnsafeRawPointer(text + place)
      let firsts: SIMD16<UInt8> = raw.loadUnaligned(as: SIMD16<UInt8>.self)
      let lasts: SIMD16<UInt8> = raw.loadUnaligned(
        fromByteOffset: needle.count &- 1, as: SIMD16<UInt8>.self)
      let maskedFirsts: SIMD16<UInt8> = firsts | firstMask
      let maskedLasts: SIMD16<UInt8> = lasts | lastMask
      let differentFirsts: SIMD16<UInt8> = maskedFirsts ^ first
      let differentLasts: SIMD16<UInt8> = maskedLasts ^ last
      let different: SIMD16<UInt8> = differentFirsts | differentLasts
      let same: SIMDMask<SIMD16<Int8>> = different .== SIMD16<UInt8>()
      return unsafeBitCast(same, to: SIMD2<UInt64>.self)
    }

    /// The first of these eight lanes, all ones or all zeros, that has the whole needle, or -1.
    @inline(__always)
    private func check(_ lanes: UInt64, _ text: UnsafePointer<UInt8>, _ origin: Int) -> Int {
      var left = lanes.littleEndian & TextWords.high
      while left != 0 {
        let place = origin &+ left.trailingZeroBitCount / 8
        if needle.count <= 2 || needle.matches(text, at: place) { return place }
        left &= left &- 1
      }
      return -1
    }
  }
}
