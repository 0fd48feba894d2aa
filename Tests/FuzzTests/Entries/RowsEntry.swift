import FilterEngine
import Foundation

@testable import FilterJSON
@testable import FrcQuery

extension FuzzEntry {
  /// A byte that chooses the format, a predicate to the end of its line, and the bytes of a file: the
  /// ways of the tool against reading each row as a value.
  static let rows = FuzzEntry("rows") { bytes in
    var data = FuzzedData(bytes)
    let formats = [RowFormat.json, .jsonl, .csv, .tsv]
    let format = formats[data.below(formats.count)]
    guard let text = data.textLine(),
      let predicate = try? FilterPredicate<FilterValue>(text: text),
      !text.isUnsteady
    else { return }
    let file = try FuzzFile(data.rest())
    defer { file.remove() }
    let rows = RowsRun(file: file, format: format, predicate: predicate, text: text)
    try rows.checkLines()
    try rows.checkTool()
    try rows.checkSession()
  }
}

/// The bytes of an input as a file.
struct FuzzFile {
  let bytes: [UInt8]
  let path: String

  init(_ bytes: [UInt8], ending: String = "") throws {
    self.bytes = bytes
    path = FileManager.default.temporaryDirectory.path + "/frc-fuzz-\(UUID().uuidString)" + ending
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  /// The last part of the path.
  var name: String { URL(fileURLWithPath: path).lastPathComponent }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  func contents() throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }
}

/// One file, read in the tool's ways and as values one by one.
private struct RowsRun {
  let file: FuzzFile
  let format: RowFormat
  let predicate: FilterPredicate<FilterValue>
  let text: String
  let now = Date(timeIntervalSinceReferenceDate: 0)

  /// What the plain way says: the rows up to the first bad one, and the answers for them.
  private struct Expectation {
    var rows: [FilterValue] = []
    var answers: [FuzzOutcome] = []
    var isBad = false
    var hasBooleans = false

    var matches: Int { answers.count { $0 == .answer(true) } }
  }

  private func expectation() -> Expectation {
    var result = Expectation()
    func add(_ row: FilterValue, testing tested: (FilterPredicate<FilterValue>, FilterValue)? = nil)
    {
      let (predicate, value) = tested ?? (predicate, row)
      result.rows.append(row)
      result.answers.append(
        FuzzOutcome { () throws(EvaluationError) in try predicate.matches(value, now: now) })
    }
    do {
      switch format {
      case .jsonl:
        for line in file.bytes.withoutMark.split(separator: UInt8(ascii: "\n"))
        where !line.isBlank { add(try JSONReader().read(line)) }
      case .json:
        let text = Array(file.bytes.withoutMark)
        guard !text[...].isBlank else { break }
        let rows = try JSONRows(text)
        while let row = try rows.nextRow() { add(row) }
      default:
        let separator = UInt8(ascii: format == .csv ? "," : "\t")
        let reader = DelimitedReader(try ByteSource(path: file.path), separator: separator)
        let read = predicate.readingCells()
        while let row = try reader.next() {
          var json: [UInt8] = []
          reader.write(row, to: &json)
          // The texts of booleans are not those of their values.
          if case .object(let object) = row, object.values.contains(where: { $0.kind == .boolean })
          {
            result.hasBooleans = true
          }
          add(row, testing: read.map { ($0, CellReading.row(json, JSONReader()) ?? .null) })
        }
      }
    } catch {
      result.isBad = true
    }
    return result
  }

  // MARK: - The line filter

  /// The bytes as JSON Lines, whatever the format, with bad lines skipped and not.
  func checkLines() throws {
    guard format == .jsonl else { return }
    for skipsBad in [false, true] {
      var request = JSONLineFilter.Request()
      request.skipsBad = skipsBad
      let filter = JSONLineFilter(JSONLinePredicate(predicate), now: now)
      var found = JSONLineMatches()
      file.bytes.withUnsafeBytes { filter.filter($0, request, into: &found) }
      let expected = plainMatches(skipsBad: skipsBad)
      try expectSame(Self.told(found), Self.told(expected), text)
    }
  }

  private func plainMatches(skipsBad: Bool) -> JSONLineMatches {
    var matches = JSONLineMatches()
    var lines = file.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines {
      matches.lineCount += 1
      if line.allSatisfy({ " \t\r".utf8.contains($0) }) { continue }
      let value: FilterValue
      do throws(JSONError) {
        value = try JSONReader().read(line)
      } catch {
        matches.badCount += 1
        if matches.firstBad == nil { matches.firstBad = (matches.lineCount, error) }
        guard skipsBad else { break }
        continue
      }
      do throws(EvaluationError) {
        guard try predicate.matches(value, now: now) else { continue }
        matches.matchCount += 1
        matches.lines += line + [UInt8(ascii: "\n")]
      } catch {
        matches.failureCount += 1
        if matches.firstFailure == nil { matches.firstFailure = (matches.lineCount, error) }
      }
    }
    return matches
  }

  private static func told(_ matches: JSONLineMatches) -> String {
    """
    \(matches.matchCount) of \(matches.lineCount), failed \(matches.failureCount) \
    \(matches.firstFailure.map { "\($0)" } ?? "-"), bad \(matches.badCount) \
    \(matches.firstBad.map { "\($0)" } ?? "-")
    \(String(decoding: matches.lines, as: UTF8.self))
    """
  }

  // MARK: - One shot

  /// The filter of the command line, whose output is read back.
  func checkTool() throws {
    let expected = expectation()
    // A run with failures reports them on standard error, which is no place for ten thousand runs.
    // Its time is its own.
    guard !expected.answers.contains(where: \.isFailure), !text.contains("now"),
      !expected.hasBooleans
    else { return }
    let output = try FuzzFile([])
    defer { output.remove() }
    let descriptor = open(output.path, O_WRONLY)
    defer { close(descriptor) }
    let query = Query(
      text: text, predicate: predicate, bindings: [:], form: InputForm(format: format),
      output: .jsonl,
      selection: Selection(nil), sortKeys: [], section: nil, limit: nil, offset: 0,
      isCount: false, isInverted: false, skipsErrors: false, limits: .standard)
    let matched: Bool
    do throws(ToolError) {
      let surroundings = Surroundings(
        input: -1, output: descriptor, errors: 2, environment: [:])
      matched = try FilterRun(query, in: surroundings).run(files: [file.path])
    } catch {
      guard expected.isBad else {
        throw FuzzMismatch("\(text) over \(format): \(error.text ?? "")")
      }
      return
    }
    // A mistake behind the last match may be one that only the values show.
    if expected.isBad { throw FuzzMismatch("\(text) over \(format): bad data passes") }
    try expectSame(matched, expected.matches > 0, "\(text) over \(format): the exit status")
    let rows = try output.contents().split(separator: UInt8(ascii: "\n")).map {
      try JSONReader().read($0).description
    }
    let wanted = zip(expected.rows, expected.answers).filter { $1 == .answer(true) }.map {
      Self.asJSON($0.0).description
    }
    try expectSame(rows, wanted, "\(text) over \(format)")
  }

  /// A value as it is after a way through JSON.
  private static func asJSON(_ value: FilterValue) -> FilterValue {
    (try? JSONReader().read(JSONWriter().bytes(value))) ?? value
  }

  // MARK: - The session

  /// The rows of a session, which are lines of JSON whatever the file is, and what its filters answer.
  func checkSession() throws {
    let expected = expectation()
    let rows: RowText
    do throws(ToolError) {
      rows = try FileRows(path: file.path, form: InputForm(format: format)).rows
    } catch {
      guard expected.isBad else { throw FuzzMismatch("\(format) is not opened: \(error)") }
      return
    }
    if expected.isBad { throw FuzzMismatch("bad \(format) is opened") }
    try expectSame(rows.count, expected.rows.count, "rows of \(format)")
    var found: [JSONLineFilter.Answer] = []
    RowTest(.predicate(predicate), of: RowStore(), now: now).makeWorker(.standard)
      .answers(rows, 0..<rows.count) { answer in
        if case .failed = answer { found.append(.failed(nil)) } else { found.append(answer) }
      }
    let wanted = expected.rows.map { row -> JSONLineFilter.Answer in
      let outcome = FuzzOutcome { () throws(EvaluationError) in
        try predicate.matches(Self.asJSON(row), now: now)
      }
      return switch outcome {
      case .answer(let answer): answer ? .yes : .no
      case .failure: .failed(nil)
      }
    }
    try expectSame(found, wanted, "\(text) in a session over \(format)")
  }
}

extension [UInt8] {
  fileprivate var withoutMark: ArraySlice<UInt8> {
    starts(with: ArraySlice.byteOrderMark) ? dropFirst(3) : self[...]
  }
}
