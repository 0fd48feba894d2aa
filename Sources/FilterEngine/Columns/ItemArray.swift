/// An array in a row, of items with a field table. Its elements are rows themselves.
struct ItemArray: Sendable {
  let offset: Int

  /// The distance between elements.
  let stride: Int

  /// The type of the elements.
  let type: ItemType

  /// Longer arrays are left to the precise evaluator, which counts a step for each element.
  private(set) var maximumCount = ItemArray.maximumTests

  /// The tests of the elements of an array that are made without a look at the watch.
  private static let maximumTests = 100_000

  /// The array of a field; nil if its elements cannot be visited in place.
  init?(_ field: FieldAccess) {
    guard let offset = field.offset, let stride = field.type.itemStride,
      let type = field.type.members
    else { return nil }
    self.offset = offset
    self.stride = stride
    self.type = type
  }

  /// The same array, each of whose elements takes several comparisons.
  func testing(_ comparisons: Int) -> ItemArray {
    var result = self
    // A few comparisons take no longer than reading an element.
    result.maximumCount = Self.maximumTests / max(1, comparisons / 8)
    return result
  }

  /// Calls `body` with the elements in blocks until it returns false. Returns false if the array is too long.
  @inline(__always)
  func visit(_ row: Row, _ body: (Block) -> Bool) -> Bool {
    // All arrays of elements with an alignment of at most 16 have their elements at the same offset, so this
    // one is read as an array of machine words.
    row.withElements(UInt64.self, at: offset) { elements in
      guard let base = elements.baseAddress else { return true }
      guard elements.count <= maximumCount else { return false }
      var start = 0
      while start < elements.count {
        let count = Swift.min(Block.capacity, elements.count &- start)
        let block = Block(
          base: Row(base).advanced(by: start &* stride), stride: stride, count: count,
          candidates: count == Block.capacity ? .max : (1 &<< UInt64(count)) &- 1)
        guard body(block) else { return true }
        start &+= count
      }
      return true
    }
  }
}

/// The elements of an array of items that match a predicate, as in `SUBQUERY`, or all of them.
struct ItemSelection: Sendable {
  let array: ItemArray

  /// The predicate, which does not need a run; nil for all elements.
  var filter: RowFilter?
}

/// `SUBQUERY(comments, …).@count`
struct SelectionCountColumn: ColumnSource {
  let array: ItemArray

  /// The predicate of the subquery, which needs no run.
  let filter: RowFilter

  func fill(_ block: Block, _ lanes: UnsafeMutablePointer<Int64>) -> LaneMasks {
    block.willReadElements(at: array.offset, large: true)
    let many = filter.many
    var masks = LaneMasks()
    var rest = block.candidates
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      rest &= rest &- 1
      let row = block.base.advanced(by: lane &* block.stride)
      var count = 0
      var failures: UInt64 = 0
      let isVisited = array.visit(row) { elements in
        let answer = many(elements, nil)
        count &+= answer.matches.nonzeroBitCount
        failures |= answer.failures
        return failures == 0
      }
      lanes[lane] = Int64(count)
      if failures != 0 || !isVisited { masks.failures |= 1 &<< UInt64(truncatingIfNeeded: lane) }
    }
    return masks
  }
}

extension RowFilter {
  /// `ANY comments.likes > 7`. `test` tests an element, and does not need a run.
  static func elements(
    of array: ItemArray, _ quantifier: ElementQuantifier, _ test: RowFilter
  ) -> RowFilter {
    let many = test.many
    return columns { block in
      block.willReadElements(at: array.offset, large: true)
      var answer = BlockAnswer(matches: 0)
      var rest = block.candidates
      while rest != 0 {
        let lane = rest.trailingZeroBitCount
        rest &= rest &- 1
        let row = block.base.advanced(by: lane &* block.stride)
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: lane)
        var isDecided = false
        var failures: UInt64 = 0
        let isVisited = array.visit(row) { elements in
          let answer = many(elements, nil)
          failures = answer.failures
          let decisive =
            quantifier.decisive
            ? answer.matches : elements.candidates & ~(answer.matches | answer.failures)
          isDecided = decisive != 0
          return !isDecided && failures == 0
        }
        if failures != 0 || !isVisited {
          answer.failures |= bit
        } else if isDecided == quantifier.whenDecided {
          answer.matches |= bit
        }
      }
      return answer
    }
  }
}
