/// A segment with `?` as an automaton, for texts in which the segment nearly matches at many offsets.
///
/// Each byte of a literal and each `?` is a state. A bit is set while the parts up to its state match up to the current
/// byte, for all offsets at once. So a byte of text takes a shift of all bits, whatever has been tried before.
///
/// The algorithm is Shift-And of Baeza-Yates and Gonnet, with `?` as a state that also takes the other bytes of its
/// scalar.
struct LikeAutomaton {
  private let segment: LikeSegment

  /// The number of words that hold the states.
  private let width: Int

  /// The states of `?`.
  private var ones: [UInt64]

  /// The states of each byte that a literal has, a row of words each. The first row is that of all other bytes.
  private var rows: [UInt64]
  private var rowOfByte = [Int](repeating: 0, count: 256)

  private let last: (word: Int, bit: UInt64)

  /// The automaton of a segment that has at least one state.
  init(_ segment: LikeSegment, of pattern: LikeParts) {
    self.segment = segment
    let count = segment.stateCount
    width = (count + 63) / 64
    last = ((count - 1) / 64, 1 << UInt64((count - 1) % 64))
    ones = [UInt64](repeating: 0, count: width)
    rows = ones
    var state = 0
    for part in segment.parts {
      if part.isOne {
        ones[state / 64] |= 1 << UInt64(state % 64)
        state += 1
      } else {
        for byte in pattern.bytes(of: part) {
          if rowOfByte[Int(byte)] == 0 {
            rowOfByte[Int(byte)] = rows.count / width
            rows.append(contentsOf: repeatElement(0, count: width))
          }
          rows[rowOfByte[Int(byte)] * width + state / 64] |= 1 << UInt64(state % 64)
          state += 1
        }
      }
    }
  }

  /// The end of the first match in `subject` from `start` on, between two `*`; nil without one, and where `goesOn` says
  /// that the search must end.
  ///
  /// - Parameter goesOn: Called with units of work, after at most a few thousand of them.
  /// - Complexity: O(n × m / 64).
  func firstEnd(
    in subject: LikeSubject, from start: Int, _ goesOn: (Int) -> Bool
  ) -> Int? {
    var states = [UInt64](repeating: 0, count: width)
    // A unit is 64 words.
    let interval = max(1, (64 << 10) / width)
    var untilLook = interval
    return states.withUnsafeMutableBufferPointer { states in
      rows.withUnsafeBufferPointer { rows in
        ones.withUnsafeBufferPointer { ones in
          for offset in start..<max(start, subject.text.count) {
            untilLook -= 1
            if untilLook == 0 {
              guard goesOn(1 + interval * width / 64) else { return nil }
              untilLook = interval
            }
            let row = rowOfByte[Int(subject.text.base[offset])] * width
            let begins = subject.isScalarStart(offset)
            var carry: UInt64 = subject.mayCut(offset, segment.parts.first) ? 1 : 0
            for word in 0..<width {
              let old = states[word]
              if begins {
                states[word] = (old &<< 1 | carry) & (rows[row &+ word] | ones[word])
                carry = old &>> 63
              } else {
                // Within a scalar only a literal goes on, and `?` takes the byte too.
                let literal = old & ~ones[word]
                states[word] = (literal &<< 1 | carry) & rows[row &+ word] | old & ones[word]
                carry = literal &>> 63
              }
            }
            // The last state can be a `?` although a literal that folds to nothing follows it.
            if states[last.word] & last.bit != 0, subject.mayCut(offset + 1, segment.parts.last),
              ones[last.word] & last.bit == 0 || subject.isScalarStart(offset + 1)
            {
              return offset + 1
            }
          }
          return nil
        }
      }
    }
  }
}
