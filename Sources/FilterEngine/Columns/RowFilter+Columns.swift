extension RowFilter {
  /// A filter that tests columns. `many` tests a block; a single row is a block of one row.
  ///
  /// Rows that fail are left to the precise evaluator, so the filter does not need a run.
  static func columns(_ many: @escaping @Sendable (Block) -> BlockAnswer) -> RowFilter {
    RowFilter(
      one: { row, _ in
        let answer = many(Block(base: row, stride: 0, count: 1, candidates: 1))
        return answer.failures != 0 ? .failed : Answer(answer.matches != 0)
      },
      many: { block, _ in many(block) }, runUse: .never)
  }

  /// Integers inside or outside of a range, with a separate answer for `nil`.
  static func integers(
    _ column: NumberColumn<Int64>, in range: IntegerRangeTest<UInt64>, whenNil: Bool
  ) -> RowFilter {
    columns { block in
      column.withLanes(of: block) { lanes, masks in
        var inside: UInt64 = 0
        for lane in 0..<block.count {
          inside |= (range.contains(lanes[lane]) ? 1 : 0) &<< UInt64(truncatingIfNeeded: lane)
        }
        return BlockAnswer(range.isInverted ? ~inside : inside, whenNil, masks, block)
      }
    }
  }

  /// Doubles inside or outside of a range, with a separate answer for `nil`.
  static func doubles(
    _ column: NumberColumn<Double>, in range: FloatingRangeTest<Double>, whenNil: Bool
  ) -> RowFilter {
    columns { block in
      column.withLanes(of: block) { lanes, masks in
        var inside: UInt64 = 0
        for lane in 0..<block.count {
          inside |= (range.contains(lanes[lane]) ? 1 : 0) &<< UInt64(truncatingIfNeeded: lane)
        }
        return BlockAnswer(inside, whenNil, masks, block)
      }
    }
  }

  /// Compares two columns of integers. Rows in which one is `nil` fail.
  static func compare(
    _ left: NumberColumn<Int64>, _ right: NumberColumn<Int64>, _ answers: OrderAnswers
  ) -> RowFilter {
    columns { block in
      left.withLanes(of: block) { lanes, first in
        right.withLanes(of: block) { others, second in
          var below: UInt64 = 0
          var above: UInt64 = 0
          for lane in 0..<block.count {
            let place = UInt64(truncatingIfNeeded: lane)
            below |= (lanes[lane] < others[lane] ? 1 : 0) &<< place
            above |= (lanes[lane] > others[lane] ? 1 : 0) &<< place
          }
          return BlockAnswer(
            answers.mask(below, above), false,
            LaneMasks(failures: first.missing | second.missing), block)
        }
      }
    }
  }

  /// Compares two columns of doubles. Rows in which one is `nil` or not a number fail.
  static func compare(
    _ left: NumberColumn<Double>, _ right: NumberColumn<Double>, _ answers: OrderAnswers
  ) -> RowFilter {
    columns { block in
      left.withLanes(of: block) { lanes, first in
        right.withLanes(of: block) { others, second in
          var below: UInt64 = 0
          var above: UInt64 = 0
          var same: UInt64 = 0
          for lane in 0..<block.count {
            let place = UInt64(truncatingIfNeeded: lane)
            below |= (lanes[lane] < others[lane] ? 1 : 0) &<< place
            above |= (lanes[lane] > others[lane] ? 1 : 0) &<< place
            same |= (lanes[lane] == others[lane] ? 1 : 0) &<< place
          }
          let unordered = ~(below | above | same)
          return BlockAnswer(
            answers.mask(below, above), false,
            LaneMasks(failures: first.missing | second.missing | unordered), block)
        }
      }
    }
  }
}

extension BlockAnswer {
  /// The answer of lanes in which a test `holds`, with a separate answer for `nil`.
  @inline(__always)
  init(_ holds: UInt64, _ whenNil: Bool, _ masks: LaneMasks, _ block: Block) {
    let matches = holds & ~masks.missing | (whenNil ? masks.nils & ~masks.failures : 0)
    self.init(
      matches: matches & block.candidates, failures: masks.failures & block.candidates)
  }
}

extension OrderAnswers {
  /// The rows that match, given the rows whose left side is below and above the right side.
  @inline(__always)
  fileprivate func mask(_ below: UInt64, _ above: UInt64) -> UInt64 {
    (self.below ? below : 0) | (self.above ? above : 0) | (same ? ~(below | above) : 0)
  }
}
