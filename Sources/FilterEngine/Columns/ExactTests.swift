import EssentialFoundation

extension RowFilter {
  /// Compares a stored decimal with a number. Rows in which it is not a number fail.
  static func decimal(
    at offset: Int, _ answers: OrderAnswers, _ number: ExactNumber
  ) -> RowFilter {
    rowByRow(offset) { row in
      let value = row.load(Decimal.self, at: offset)
      guard !value.isNaN else { return .failed }
      return switch ExactNumber(finite: value).order(number) {
      case .ascending: Answer(answers.below)
      case .same: Answer(answers.same)
      case .descending: Answer(answers.above)
      }
    }
  }
}

/// Compares a stored UUID with a constant for equality.
struct UUIDTest: StoredTest {
  let offset: Int
  let isInverted: Bool
  private let low: UInt64
  private let high: UInt64

  init(offset: Int, _ uuid: UUID, isInverted: Bool) {
    self.offset = offset
    self.isInverted = isInverted
    (low, high) = withUnsafeBytes(of: uuid.uuid) { bytes in
      (
        bytes.loadUnaligned(as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
      )
    }
  }

  @inline(__always)
  func holds(_ row: Row) -> Bool {
    let bytes = row.load(uuid_t.self, at: offset)
    let (first, second) = withUnsafeBytes(of: bytes) { bytes in
      (
        bytes.loadUnaligned(as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
      )
    }
    return ((first ^ low) | (second ^ high) == 0) != isInverted
  }
}
