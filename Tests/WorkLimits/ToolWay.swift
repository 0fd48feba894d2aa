import FilterSQLite
import Foundation
import TestSupport

/// A way of evaluation of the command line.
enum ToolWay: String, CaseIterable, CustomStringConvertible {
  case lines, csv, pipe, repl, database

  /// The ways that this build has.
  static var all: [ToolWay] {
    #if SQLite
      allCases
    #else
      allCases.filter { $0 != .database }
    #endif
  }

  var description: String { rawValue }

  /// The seconds for a byte of a filter: reading it, and the string of a request or a line that it is.
  private static let secondsOfByte = 40e-9

  /// The times of a sample without those of a filter that is false for the same row: no limit ends the reading of
  /// a row.
  func measured(_ sample: WorkSample, _ tool: String) throws -> WorkTimes {
    var times = WorkTimes()
    let used = try processorTime(sample, sample.text, tool)
    let ofNothing = try processorTime(sample, "FALSEPREDICATE", tool)
    times.limited = max(
      0, used - ofNothing - Double(sample.text.utf8.count) * Self.secondsOfByte)
    return times
  }

  /// The processor time of the tool for a filter on the row of a sample, in seconds.
  private func processorTime(
    _ sample: WorkSample, _ text: String, _ tool: String
  ) throws -> Double {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func file(_ name: String, _ text: String) throws -> String {
      let path = folder.appendingPathComponent(name).path
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      return path
    }
    let filter = try file("filter", text)
    let rows = try file("rows.jsonl", sample.item.json + "\n")
    let limits = Self.limits
    let arguments: [String]
    var input = ""
    switch self {
    case .lines: arguments = limits + ["-c", "-f", filter, rows]
    case .csv:
      let cells = ["1", sample.item.s, "x", "x", "x"]
      let table = try file("rows.csv", "n,s,l,t,o\n" + cells.joined(separator: ",") + "\n")
      arguments = limits + ["-c", "-f", filter, table]
    case .database:
      let path = folder.appendingPathComponent("rows.db").path
      #if SQLite
        let database = try SQLiteDatabase(writing: path)
        try database.execute("CREATE TABLE item (n INTEGER, s TEXT, l TEXT, t TEXT, o TEXT)")
        try database.execute("INSERT INTO item VALUES (1, '\(sample.item.s)', 'x', 'x', 'x')")
      #endif
      arguments = limits + ["-c", "-f", filter, path]
    case .pipe:
      arguments = ["pipe"] + limits
      input = Self.request("evaluate", text, sample) + "\n"
    case .repl:
      arguments = ["repl"] + limits + [rows]
      input = text.split(separator: "\n").joined(separator: " ") + "\n"
    }
    let script = try file("input", input)
    return try Self.processorTime(tool, arguments, input: script)
  }

  private static func request(_ name: String, _ text: String, _ sample: WorkSample) -> String {
    let filter =
      (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return "{\"op\":\"\(name)\",\"filter\":\(filter),\"item\":\(sample.item.json)}"
  }

  /// The options for the limit of time, with so many steps that no other limit ends a run.
  static let limits = ["--time-limit", "\(WorkTimes.limit)", "--step-limit", "1000000000000"]

  /// The processor time of a process, in seconds.
  private static func processorTime(
    _ tool: String, _ arguments: [String], input: String
  ) throws -> Double {
    let before = childTime
    try run(tool, arguments, input: input)
    return childTime - before
  }

  /// Runs a process to its end, with the file `input` as its standard input and without its output.
  static func run(_ tool: String, _ arguments: [String], input: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = arguments
    process.standardInput = FileHandle(forReadingAtPath: input)
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/null")
    process.standardError = FileHandle(forWritingAtPath: "/dev/null")
    try process.run()
    process.waitUntilExit()
  }

  private static var childTime: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}
