import Foundation
import TestSupport

/// A way of evaluation of the command line.
enum ToolWay: String, CaseIterable, CustomStringConvertible {
  case lines, csv, pipe, repl

  var description: String { rawValue }

  /// The seconds that the tool may take besides: starting, and reading the filter and the row, which no limit ends.
  private static let startUp = 0.05

  func measured(_ sample: WorkSample, _ tool: String) throws -> WorkTimes {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func file(_ name: String, _ text: String) throws -> String {
      let path = folder.appendingPathComponent(name).path
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      return path
    }
    let filter = try file("filter", sample.text)
    let rows = try file("rows.jsonl", sample.item.json + "\n")
    let limits = ["--time-limit", "\(WorkTimes.limit)", "--step-limit", "1000000000000"]
    let arguments: [String]
    var input = ""
    switch self {
    case .lines: arguments = limits + ["-c", "-f", filter, rows]
    case .csv:
      let cells = ["1", sample.item.s, "x", "x", "x"]
      let table = try file("rows.csv", "n,s,l,t,o\n" + cells.joined(separator: ",") + "\n")
      arguments = limits + ["-c", "-f", filter, table]
    case .pipe:
      arguments = ["pipe"] + limits
      input = Self.request("evaluate", sample) + "\n"
    case .repl:
      arguments = ["repl"] + limits + [rows]
      input = sample.text.split(separator: "\n").joined(separator: " ") + "\n"
    }
    let script = try file("input", input)
    let used = try Self.processorTime(tool, arguments, input: script)
    var times = WorkTimes()
    // Reading takes up to 40 ns a byte.
    let read = Double(sample.text.utf8.count + sample.item.json.utf8.count) * 40e-9
    times.limited = max(0, used - Self.startUp - read)
    return times
  }

  private static func request(_ name: String, _ sample: WorkSample) -> String {
    let filter =
      (try? JSONEncoder().encode(sample.text)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return "{\"op\":\"\(name)\",\"filter\":\(filter),\"item\":\(sample.item.json)}"
  }

  /// The processor time of a process, in seconds.
  private static func processorTime(
    _ tool: String, _ arguments: [String], input: String
  ) throws -> Double {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = arguments
    process.standardInput = FileHandle(forReadingAtPath: input)
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/null")
    process.standardError = FileHandle(forWritingAtPath: "/dev/null")
    let before = childTime
    try process.run()
    process.waitUntilExit()
    return childTime - before
  }

  private static var childTime: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}
