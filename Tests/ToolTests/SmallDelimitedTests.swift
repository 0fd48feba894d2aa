import TestSupport
import Testing

@testable import frc_query

/// Texts of a few bytes, all of them, through each reader of cells, beside a naive one.
struct SmallDelimitedTests {
  private static let comma = UInt8(ascii: ",")
  private static let bytes = Array("a,\"\n\r".utf8)

  /// All texts of up to four bytes, and some of five and six.
  private static let texts: [[UInt8]] = {
    var texts: [[UInt8]] = [[]]
    var longest = texts
    for length in 1...6 {
      longest = longest.flatMap { text in bytes.map { text + [$0] } }
      texts += length < 5 ? longest : RandomSearch.sample(longest, oneOf: length == 5 ? 6 : 30)
    }
    return texts
  }()

  private struct Record: Equatable {
    var start = 0
    var end = 0
    var line = 1
    var cells: [Cell] = []
    var hasStrayQuote = false

    var isBlank: Bool { cells.count == 1 && cells[0].isMissing }
  }

  /// The records before the first with a mistake, and what is wrong with that.
  private func naive(_ text: [UInt8]) -> (records: [Record], bad: (line: Int, String)?) {
    var reader = NaiveDelimited(text)
    var records: [Record] = []
    while true {
      var record = Record(start: reader.place)
      guard let (line, cells) = reader.record() else { return (records, nil) }
      switch cells {
      case .failure(let bad): return (records, (line, bad.text))
      case .success(let cells):
        record.end = reader.place
        record.line = line
        record.cells = cells.map { Cell(text: $0.string, isQuoted: $0.isQuoted) }
        record.hasStrayQuote = cells.contains { !$0.isQuoted && $0.text.contains(0x22) }
        records.append(record)
      }
    }
  }

  // MARK: - The scanner

  /// Scans a text of which the first `known` bytes are known at first, in memory that goes on with
  /// `padding`.
  private func expectRecords(
    _ text: [UInt8], known: Int, columns: Int, padding: UInt8, _ expected: [Record], isBad: Bool
  ) -> Bool {
    let cells = UnsafeMutableBufferPointer<DelimitedScanner.Place>.allocate(capacity: columns)
    defer { cells.deallocate() }
    cells.initialize(repeating: DelimitedScanner.Place())
    return (text + [padding, padding]).withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return false }
      var scanner = DelimitedScanner(
        base, end: known, isAtEnd: false, from: 0, separator: Self.comma, cells: cells)
      var found: [Record] = []
      var isWhole = false
      while true {
        let status = scanner.next()
        switch status {
        case .record: found.append(record(scanner, bytes))
        case .incomplete where !isWhole:
          let reached = found.last?.end ?? 0
          guard scanner.place == reached, scanner.lineFeeds == feeds(text, reached) else {
            return false
          }
          // What ends well before the end of what is known has been found.
          guard
            found.count >= expected.count(where: { $0.end + 1 < known && text[$0.end - 1] == 0x0A })
          else { return false }
          isWhole = true
          scanner.go(on: base, end: text.count, isAtEnd: true)
        default:
          let reached = found.last?.end ?? 0
          return found == expected && status == (isBad ? .irregular : .end)
            && scanner.place == reached && scanner.lineFeeds == feeds(text, reached)
        }
      }
    }
  }

  private func feeds(_ text: [UInt8], _ end: Int) -> Int { text[..<end].count { $0 == 0x0A } }

  private func record(
    _ scanner: DelimitedScanner, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Record {
    let cells = scanner.cells[..<scanner.cellCount].map { place in
      let text = String(decoding: bytes[place.start..<place.end], as: UTF8.self)
      return Cell(
        text: place.hasQuotes ? text.replacing("\"\"", with: "\"") : text,
        isQuoted: place.isQuoted)
    }
    let record = Record(
      start: scanner.start, end: scanner.place, line: scanner.linesBefore + 1, cells: cells,
      hasStrayQuote: scanner.hasStrayQuote)
    #expect(record.isBlank == scanner.isBlank)
    return record
  }

  @Test(arguments: [1, 2, 3])
  func theScannerHasTheRecordsOfANaiveReader(_ columns: Int) {
    for text in Self.texts {
      var (records, bad) = naive(text)
      var isBad = bad != nil
      if let wide = records.firstIndex(where: { $0.cells.count > columns }) {
        records.removeSubrange(wide...)
        isBad = true
      }
      for known in 0...text.count {
        let padding = Self.bytes[(known + text.count) % 4]
        let isRight = expectRecords(
          text, known: known, columns: columns, padding: padding, records, isBad: isBad)
        guard !isRight else { continue }
        Issue.record("\(String(decoding: text, as: UTF8.self).debugDescription) at \(known)")
        return
      }
    }
  }

  /// The first line end ends a record unless an odd record of two columns follows it, and does not where
  /// the open quotes end.
  @Test(arguments: [
    ("x\n1,2\n", 2), ("\n1,2", 1), ("x,\"y\n1,2\n", 5), ("b\",5\n1,2\n", 5), ("x\n", 2), ("x", nil),
    ("", nil), ("a\nb\",5\n1,2\n", 7), ("a\nb\"\n1,2\n", 5), ("a\nb\"\r\n1,2\n", 6),
    ("a\nb\"\"c\"\n1,2\n", 8), ("a\n\"\",\"\"b\",\"c\nd\"\n1,2\n", 16), ("x\n\n1\",2\n3,4\n", 2),
    ("a\n1,2,3\n\"\n4,5\n", 10), ("a\n1,2,3\n\"\r\n4,5\n", 11), ("a\n1,2,3\n\"\n4\n", 2),
    ("a\nb\"", 2), ("a\nb\"c\n1,2\n", 2), ("a\nb\"\r1,2\n", 2), ("a\nb\",5", 6), ("a\n\"x", 2),
    ("a\nb\"\"", 2), ("a\nb\"\r", 2), ("a\nb\",\"5\n6\"\n1,2\n", 11), ("a\nb\",\"5\n1,2\n", 2),
  ])
  func aRecordIsGuessedToBegin(_ text: String, _ expected: Int?) {
    let cells = UnsafeMutableBufferPointer<DelimitedScanner.Place>.allocate(capacity: 2)
    defer { cells.deallocate() }
    cells.initialize(repeating: DelimitedScanner.Place())
    for padding in Self.bytes {
      let guess = (Array(text.utf8) + [padding]).withUnsafeBufferPointer { bytes in
        bytes.baseAddress.flatMap {
          DelimitedScanner.guess(
            $0, end: text.utf8.count, isAtEnd: true, separator: Self.comma, cells: cells)
        }
      }
      #expect(guess == expected)
    }
  }

  // MARK: - Records and cells

  /// The bytes of a record without its line end.
  private func body(_ record: Record, _ text: [UInt8]) -> ArraySlice<UInt8> {
    var bytes = text[record.start..<record.end]
    let hasFeed = bytes.last == 0x0A
    if hasFeed { bytes.removeLast() }
    let isQuoted = record.cells.last?.isQuoted == true
    if bytes.last == 0x0D, hasFeed || isQuoted { bytes.removeLast() }
    return bytes
  }

  /// Behind a mistake the records go on where it ends.
  @Test func recordsAreThoseOfANaiveReader() throws {
    for text in Self.texts {
      var reader = NaiveDelimited(text)
      let records = try DelimitedRecords(
        ByteSource(bytes: text, name: "text"), separator: Self.comma)
      let name = String(decoding: text, as: UTF8.self).debugDescription
      while true {
        let start = reader.place
        let expected = reader.record()
        do throws(ToolError) {
          let cells = try records.next()
          let wanted = try? expected?.cells.get()
          #expect(cells == wanted?.map { Cell(text: $0.string, isQuoted: $0.isQuoted) }, "\(name)")
        } catch {
          guard let expected, case .failure(let bad) = expected.cells else { throw error }
          #expect(error.text == "frc-query: text:\(expected.line): \(bad.text)", "\(name)")
        }
        guard let expected else { break }
        let end = min(reader.place, text.count)
        #expect(records.line == expected.line && records.offset == end, "\(name)")
        #expect(records.nextLine == reader.line, "\(name)")
        guard let cells = try? expected.cells.get() else { continue }
        let record = Record(
          start: start, end: reader.place,
          cells: cells.map { Cell(text: $0.string, isQuoted: $0.isQuoted) })
        let body = body(record, text)
        #expect(records.extent == body.startIndex..<body.endIndex, "\(name)")
        let split = DelimitedCell.split(body, separator: Self.comma)
        #expect(split.map { Cell($0) } == record.cells, "\(name)")
      }
    }
  }

  @Test func aCellIsReadAsTheTextThatWasWritten() throws {
    for text in Self.texts {
      let name = String(decoding: text, as: UTF8.self).debugDescription
      var bytes: [UInt8] = []
      DelimitedCell.append(text, separator: Self.comma, to: &bytes)
      let needsQuotes = text.isEmpty || text.contains { $0 != UInt8(ascii: "a") }
      #expect((bytes.first == 0x22) == needsQuotes, "\(name)")
      let string = String(decoding: text, as: UTF8.self)
      #expect(DelimitedCell.bytes(of: string, separator: Self.comma) == bytes, "\(name)")
      let records = naive(bytes + [Self.comma, 0x0A]).records
      let expected = Cell(text: string, isQuoted: needsQuotes)
      #expect(records.map { $0.cells } == [[expected, Cell(text: "", isQuoted: false)]], "\(name)")
    }
  }
}

extension Cell {
  /// The cell that is spelled so.
  fileprivate init(_ spelled: ArraySlice<UInt8>) {
    let text = String(decoding: spelled, as: UTF8.self)
    let isQuoted = spelled.first == 0x22
    let content = isQuoted ? String(text.unicodeScalars.dropFirst().dropLast()) : text
    self.init(
      text: isQuoted ? content.replacing("\"\"", with: "\"") : content, isQuoted: isQuoted)
  }
}
