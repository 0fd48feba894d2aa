internal import FilterEngine
internal import FilterJSON

/// The answers of a test for all rows of open data, two bits a row.
///
/// The rows of a file are asked in one pass over its text, which is as fast as reading it; rows that
/// were typed in are asked one by one, whenever the answer is wanted.
final class RowAnswers {
  private struct Masks: Sendable {
    let serial: Int
    var matches: [UInt64] = []
    var failures: [UInt64] = []
  }

  /// What one part of a text has.
  private struct AnsweredPart: Sendable {
    var matches: [UInt64] = []
    var failures: [UInt64] = []
    var end: EvaluationError?
  }

  /// Fewer rows are asked one by one.
  private static let fewest = 64

  private let store: RowStore
  private let test: any RowTest
  private let worker: any RowTestWorker
  private var masks: [Masks?] = []
  private var error: EvaluationError?

  /// The answers of a test that lets pass whatever this one does, until they have been used.
  private var wider: RowAnswers?

  /// Where `before` lets pass all that `test` can, only its rows are asked.
  init(_ test: any RowTest, _ store: RowStore, instead before: RowAnswers? = nil) {
    self.test = test
    self.store = store
    worker = test.makeWorker()
    wider = before.flatMap { test.narrows($0.test) ? $0 : nil }
  }

  /// Asks the rows of all texts that have not been asked.
  func prepare() throws(ToolError) {
    for (place, text) in store.texts {
      while masks.count <= Int(place) { masks.append(nil) }
      let serial = store.serial(place)
      guard masks[Int(place)]?.serial != serial else { continue }
      masks[Int(place)] = nil
      guard text.count >= Self.fewest else { continue }
      masks[Int(place)] = try ask(text, serial, wider?.answers(at: place, serial))
    }
    wider = nil
  }

  /// What is known of the rows of a text, nil where they have not been asked.
  private func answers(at place: UInt32, _ serial: Int) -> Masks? {
    guard Int(place) < masks.count, let masks = masks[Int(place)], masks.serial == serial else {
      return nil
    }
    return masks
  }

  private func ask(_ text: RowText, _ serial: Int, _ known: Masks?) throws(ToolError) -> Masks {
    let test = test
    var masks = Masks(serial: serial)
    masks.matches.reserveCapacity(text.count / 64 + 1)
    masks.failures.reserveCapacity(text.count / 64 + 1)
    try RowWork.run(text) {
      let worker = test.makeWorker()
      return { rows in
        var part =
          known.map { Self.part(worker, text, rows, among: $0) } ?? Self.part(worker, text, rows)
        part.end = worker.end
        return part
      }
    } take: { _, part throws(ToolError) in
      if let end = part.end { throw .message(end.message) }
      masks.matches += part.matches
      masks.failures += part.failures
    }
    return masks
  }

  private static func part(
    _ worker: any RowTestWorker, _ text: RowText, _ rows: Range<Int>
  ) -> AnsweredPart {
    var part = AnsweredPart()
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

  /// Asks only rows that had another answer than no.
  private static func part(
    _ worker: any RowTestWorker, _ text: RowText, _ rows: Range<Int>, among known: Masks
  ) -> AnsweredPart {
    var part = AnsweredPart()
    // A part begins at a whole word.
    for word in rows.lowerBound >> 6..<(rows.upperBound + 63) >> 6 {
      if Interrupt.isRaised { break }
      var left = known.matches[word] | known.failures[word]
      var (matches, failures): (UInt64, UInt64) = (0, 0)
      while left != 0 {
        let bit = UInt64(left.trailingZeroBitCount)
        left &= left - 1
        let answer = Result { () throws(EvaluationError) in
          try text.withBytes(text.range(of: word << 6 + Int(bit))) {
            bytes throws(EvaluationError) in try worker.matches(bytes)
          }
        }
        switch answer {
        case .success(true): matches |= 1 &<< bit
        case .success(false): break
        case .failure: failures |= 1 &<< bit
        }
      }
      part.matches.append(matches)
      part.failures.append(failures)
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
