import Foundation

/// A request of the command line whose work lies beside its filter, and that takes far longer than the limit.
struct WorkRequest {
  let name: String
  let arguments: [String]
  var rows = ""

  /// The requests of a pipe; nil for a request of one shot.
  var script: String?

  static var all: [WorkRequest] {
    let expressions = (0..<3_000).map { "c\($0)=a+\($0)" }.joined(separator: ",")
    let numbers = (0..<20_000).map { "{\"a\":\($0),\"t\":\"\($0 % 977)\"}\n" }.joined()
    let keys = (0..<300).map { "a+\($0):desc" }.joined(separator: ",")
    let items = (0..<20_000).map { "{\"id\":\($0),\"a\":\($0)}" }.joined(separator: ",")
    let begin = "{\"op\":\"set\",\"items\":[\(items)]}\n"
    let facets = (0..<100).map { "{\"name\":\"f\($0)\",\"values\":\"a+\($0)\"}" }
    let sums = (0..<300).map { "{\"name\":\"s\($0)\",\"sum\":\"a+\($0)\"}" }
    let sorting = (0..<300).map { "{\"key\":\"a+\($0)\",\"ascending\":false}" }
    return [
      WorkRequest(
        name: "3,000 columns", arguments: ["TRUE", "--select", expressions], rows: numbers),
      WorkRequest(
        name: "3,000 keys of groups", arguments: ["TRUE", "--count-by", expressions], rows: numbers),
      WorkRequest(name: "300 sort keys", arguments: ["TRUE", "--sort", keys], rows: numbers),
      WorkRequest(
        name: "300 totals",
        arguments: ["TRUE"] + (0..<300).flatMap { ["--sum", "s\($0)=a+\($0)"] }, rows: numbers),
      WorkRequest(
        name: "groups of three lists", arguments: ["TRUE", "--count-by", "a,b,c"],
        rows: lists((0..<2_000).map { "\($0)" })),
      WorkRequest(
        name: "groups of long texts", arguments: ["TRUE", "--count-by", "a,b,c"],
        rows: lists((0..<100).map { "\"\($0)" + String(repeating: "x", count: 10_000) + "\"" })),
      WorkRequest(
        name: "a header of a million columns", arguments: ["TRUE", "-i", "csv"],
        rows: String(repeating: ",", count: 1 << 20) + "\n1\n"),
      WorkRequest(
        name: "100 facets", arguments: ["pipe"],
        script: begin + "{\"op\":\"configure\",\"facets\":[\(facets.joined(separator: ","))]}\n"),
      WorkRequest(
        name: "300 aggregates", arguments: ["pipe"],
        script: begin + "{\"op\":\"configure\",\"aggregates\":[\(sums.joined(separator: ","))]}\n"),
      WorkRequest(
        name: "300 sort keys of a pipe", arguments: ["pipe"],
        script: begin + "{\"op\":\"configure\",\"sort\":[\(sorting.joined(separator: ","))]}\n"),
      WorkRequest(
        name: "an explanation of a text of 1 MB", arguments: ["pipe"],
        script: "{\"op\":\"explain\",\"filter\":\""
          + (0..<200).map { "t MATCHES '.*a+b\($0)'" }.joined(separator: " OR ")
          + "\",\"item\":{\"t\":\"" + String(repeating: "a", count: 1 << 20) + "\"}}\n"),
    ]
  }

  /// A row that counts for each combination of the elements of three lists.
  private static func lists(_ elements: [String]) -> String {
    let list = elements.joined(separator: ",")
    return "{\"a\":[\(list)],\"b\":[\(list)],\"c\":[\(list)]}\n"
  }

  /// The time under the limit, without that of the same program on nothing. It is that of the clock, as more than one
  /// processor may do the work. A pipe has the limit for each request, so that one without the last request is what it
  /// is compared with.
  func measured(_ tool: String) throws -> WorkTimes {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func run(_ text: String, _ arguments: [String]) throws -> Double {
      let input = folder.appendingPathComponent("input").path
      try text.write(toFile: input, atomically: false, encoding: .utf8)
      let start = ContinuousClock.now
      try ToolWay.run(tool, arguments + ToolWay.limits, input: input)
      return start.duration(to: .now) / .seconds(1)
    }
    var times = WorkTimes()
    if let script {
      let earlier = script.split(separator: "\n").dropLast().map { $0 + "\n" }.joined()
      times.limited = try max(0, run(script, arguments) - run(earlier, arguments))
    } else {
      times.limited = try max(0, run(rows, arguments) - run("", ["FALSE"]))
    }
    return times
  }
}
