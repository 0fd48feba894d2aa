import TestSupport
import Testing

@testable import FrcQuery

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

  /// A record, or what is wrong with it.
  private struct Record: Equatable {
    var start = 0
    var end = 0
    var line = 1
    var count = 0
    var cells: [Cell] = []
    var hasStrayQuote = false
    var fault: String?

    var isBlank: Bool { fault == nil && count == 1 && cells[0].isMissing }
  }

  /// The records of a text, of which the first cells are kept.
  private func naive(_ text: [UInt8], keeping columns: Int = .max) -> [Record] {
    var reader = NaiveDelimited(text)
    var records: [Record] = []
    while true {
      var record = Record(start: reader.place)
      guard let (line, cells) = reader.record() else { return records }
      record.end = min(reader.place, text.count)
      record.line = line
      switch cells {
      case .failure(let bad): record.fault = bad.text
      case .success(let cells):
        record.count = cells.count
        record.cells = cells.prefix(columns).map { Cell(text: $0.string, isQuoted: $0.isQuoted) }
        record.hasStrayQuote = cells.contains { !$0.isQuoted && $0.text.contains(0x22) }
      }
      records.append(record)
    }
  }

  // MARK: - The scanner

  /// Scans a text of which `step` more bytes are known each time, in memory of its own that goes on with
  /// `padding`.
  private func isRight(
    _ text: [UInt8], step: Int, columns: Int, padding: UInt8, _ expected: [Record]
  ) -> Bool {
    let cells = UnsafeMutableBufferPointer<DelimitedScanner.Place>.allocate(capacity: columns)
    defer { cells.deallocate() }
    cells.initialize(repeating: DelimitedScanner.Place())
    var scanner = DelimitedScanner(separator: Self.comma, cells: cells)
    var found: [Record] = []
    var (known, dropped) = (0, 0)
    while true {
      let memory = text[dropped..<known] + [padding, padding]
      let status = Array(memory).withUnsafeBufferPointer { bytes in
        let bytes = UnsafeBufferPointer(rebasing: bytes.dropLast(2))
        scanner.go(on: bytes, isAtEnd: known == text.count)
        var status = scanner.next()
        while status != .end, status != .incomplete {
          found.append(record(scanner, status, bytes, dropped))
          status = scanner.next()
        }
        return status
      }
      guard status == .incomplete else {
        return found == expected && scanner.place + dropped == text.count
      }
      // What ends in what is known has been found.
      let ended = expected.count { record in
        record.end <= known && text[record.end - 1] == 0x0A
          && record.fault != DelimitedScanner.Fault.openQuote.rawValue
      }
      guard found.count == ended, known < text.count else { return false }
      dropped += scanner.start
      scanner.moveToStart()
      known = min(known + step, text.count)
    }
  }

  private func record(
    _ scanner: DelimitedScanner, _ status: DelimitedScanner.Status,
    _ bytes: UnsafeBufferPointer<UInt8>, _ dropped: Int
  ) -> Record {
    var record = Record(
      start: scanner.start + dropped, end: scanner.place + dropped, line: scanner.linesBefore + 1)
    if case .bad(let fault) = status {
      record.fault = fault.rawValue
      return record
    }
    record.count = scanner.cellCount
    record.hasStrayQuote = scanner.hasStrayQuote
    record.cells = scanner.cells.prefix(scanner.cellCount).map { place in
      let text = String(decoding: bytes[place.start..<place.end], as: UTF8.self)
      return Cell(
        text: place.hasQuotes ? text.replacing("\"\"", with: "\"") : text,
        isQuoted: place.isQuoted)
    }
    #expect(record.isBlank == scanner.isBlank)
    return record
  }

  @Test(arguments: [1, 2, 3])
  func theScannerHasTheRecordsOfANaiveReader(_ columns: Int) {
    for text in Self.texts {
      let records = naive(text, keeping: columns)
      for step in 1...max(text.count, 1) {
        let padding = Self.bytes[(step + text.count) % 4]
        guard !isRight(text, step: step, columns: columns, padding: padding, records) else {
          continue
        }
        Issue.record("\(String(decoding: text, as: UTF8.self).debugDescription) by \(step)")
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
        DelimitedScanner.guess(
          UnsafeBufferPointer(rebasing: bytes.dropLast()), isAtEnd: true, separator: Self.comma,
          cells: cells)
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

  /// The cells of a record are split where they were read, in the bytes of it that a reader of rows names.
  @Test func rowsAreTheRecordsOfANaiveReader() throws {
    let header = Array("a,b,c\n".utf8)
    for text in Self.texts {
      let name = String(decoding: text, as: UTF8.self).debugDescription
      let reader = DelimitedReader(
        ByteSource(bytes: header + text, name: "text"), separator: Self.comma)
      for record in naive(header + text).dropFirst() where !record.isBlank {
        let tooMany = record.count > 3 ? "\(record.count) cells in a row of 3 columns" : nil
        do throws(ToolError) {
          let row = try reader.next()
          #expect(record.fault == nil && tooMany == nil && row != nil, "\(name)")
        } catch {
          let fault = record.fault ?? tooMany ?? "nothing"
          #expect(error.text == "frc-query: text:\(record.line): \(fault)", "\(name)")
          continue
        }
        #expect(reader.line == record.line, "\(name)")
        let body = body(record, header + text)
        #expect(reader.extent == body.startIndex..<body.endIndex, "\(name)")
        let split = Cell.split(body, separator: Self.comma)
        #expect(split.map { Cell($0) } == record.cells, "\(name)")
      }
      #expect(try reader.next() == nil, "\(name)")
    }
  }

  @Test func aCellIsReadAsTheTextThatWasWritten() throws {
    for text in Self.texts {
      let name = String(decoding: text, as: UTF8.self).debugDescription
      var bytes: [UInt8] = []
      Cell.append(text, separator: Self.comma, to: &bytes)
      let needsQuotes = text.isEmpty || text.contains { $0 != UInt8(ascii: "a") }
      #expect((bytes.first == 0x22) == needsQuotes, "\(name)")
      let string = String(decoding: text, as: UTF8.self)
      #expect(Cell.bytes(of: string, separator: Self.comma) == bytes, "\(name)")
      let records = naive(bytes + [Self.comma, 0x0A])
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
