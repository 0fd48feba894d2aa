internal import FilterEngine
internal import FilterJSON

/// The answers of a test for all rows of open data, two bits a row.
///
/// The rows of a file are asked in one pass over its text, which is as fast as reading it; rows that
/// were typed in are asked one by one, whenever the answer is wanted.
final class RowAnswers {
  private struct Masks {
    let serial: Int
    var matches: [UInt64] = []
    var failures: [UInt64] = []
  }

  /// What one part of a text has.
  private struct Part: Sendable {
    var matches: [UInt64] = []
    var failures: [UInt64] = []
  }

  /// Fewer rows are asked one by one.
  private static let fewest = 64

  private let store: RowStore
  private let test: any RowTest
  private let worker: any RowTestWorker
  private var masks: [Masks?] = []
  private var error: EvaluationError?

  init(_ test: any RowTest, _ store: RowStore) {
    self.test = test
    self.store = store
    worker = test.makeWorker()
  }

  /// Asks the rows of all texts that have not been asked.
  func prepare() throws(ReplError) {
    for (place, text) in store.texts {
      while masks.count <= Int(place) { masks.append(nil) }
      let serial = store.serial(place)
      guard masks[Int(place)]?.serial != serial else { continue }
      masks[Int(place)] = nil
      if text.count >= Self.fewest { masks[Int(place)] = try ask(text, serial) }
    }
  }

  private func ask(_ text: RowText, _ serial: Int) throws(ReplError) -> Masks {
    let test = test
    var masks = Masks(serial: serial)
    masks.matches.reserveCapacity(text.count / 64 + 1)
    masks.failures.reserveCapacity(text.count / 64 + 1)
    try RowWork.run(text) {
      let worker = test.makeWorker()
      return { rows in Self.part(worker, text, rows) }
    } take: { _, part throws(ReplError) in
      masks.matches += part.matches
      masks.failures += part.failures
    }
    return masks
  }

  private static func part(
    _ worker: any RowTestWorker, _ text: RowText, _ rows: Range<Int>
  ) -> Part {
    var part = Part()
    let words = (rows.count + 63) / 64
    part.matches = Array(repeating: 0, count: words)
    part.failures = Array(repeating: 0, count: words)
    var place = 0
    worker.answers(text, rows) { answer in
      let bit: UInt64 = 1 &<< UInt64(place & 63)
      if place < rows.count {
        switch answer {
        case .yes: part.matches[place >> 6] |= bit
        case .failed: part.failures[place >> 6] |= bit
        case .no: break
        }
      }
      place += 1
    }
    return part
  }

  /// Whether a row matches; throws where there is no answer.
  ///
  /// Of the rows of a file, all without an answer throw the error of the one that was asked first: to
  /// find out may take long for each.
  func matches(_ row: OpenRow) throws(EvaluationError) -> Bool {
    guard Int(row.text) < masks.count, let masks = masks[Int(row.text)],
      masks.serial == store.serial(row.text)
    else { return try evaluate(row) }
    let (word, bit) = (Int(row.index >> 6), UInt64(row.index & 63))
    if masks.failures[word] &>> bit & 1 == 0 { return masks.matches[word] &>> bit & 1 == 1 }
    if let error { throw error }
    do throws(EvaluationError) {
      return try evaluate(row)
    } catch {
      self.error = error
      throw error
    }
  }

  private func evaluate(_ row: OpenRow) throws(EvaluationError) -> Bool {
    try store.withBytes(of: row) { bytes throws(EvaluationError) in try worker.matches(bytes) }
  }
}
