import Foundation
import Testing
import ToolTestSupport

/// The sample program, compared whole with what it printed when it was recorded.
@Suite(.serialized, .startsProcesses) struct SearchStoryTests {
  @Test func theStoryIsToldAsRecorded() throws {
    let process = Process()
    let folder = URL(fileURLWithPath: Tool.path).deletingLastPathComponent()
    process.executableURL = folder.appendingPathComponent("search-story")
    process.arguments = [Tool.sample("instances.jsonl")]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let printed = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let text = String(decoding: printed, as: UTF8.self)
    #expect(try text == Tool.recorded("search-story.txt", text))
  }

  /// Some machines, a line each.
  private static let machines = [
    ("a1", "AWS", 3), ("a2", "AWS", 4), ("a3", "AWS", 5), ("b1", "Intel", 2), ("b2", "Intel", 8),
  ].map { name, manufacturer, count in
    """
    {"instanceType": "\(name)", "vCPUs": \(count), "memoryMiB": 1, "currentGeneration": true, \
    "bareMetal": false, "processor": {"manufacturer": "\(manufacturer)"}}
    """
  }

  @Test(.enabled(if: TmuxSession.path != nil, "tmux is missing"))
  func onATerminalItIsAList() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("machines-\(UUID().uuidString).jsonl")
    try Self.machines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let program = URL(fileURLWithPath: Tool.path).deletingLastPathComponent()
      .appendingPathComponent("search-story").path
    let session = try TmuxSession("\(program) \(file.path)", lines: 10)
    /// The lines of the list, once they are as expected or the time is over.
    func list(_ head: String, _ expected: [String]) throws -> [String] {
      let screen = try session.shows { screen in
        screen.first == head && Array(screen.dropFirst().prefix(expected.count)) == expected
          && screen.dropFirst(expected.count + 1).first == ""
      }
      return screen.first == head ? Array(screen.dropFirst().prefix(expected.count)) : screen
    }
    func expect(
      _ head: String, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      #expect(try list(head, expected) == expected, sourceLocation: sourceLocation)
    }
    try expect(
      "search:    5 of 5",
      [
        " ▾ AWS", "    a1 (3 vCPUs)", "    a2 (4 vCPUs)", "    a3 (5 vCPUs)", " ▾ Intel",
        "    b1 (2 vCPUs)", "    b2 (8 vCPUs)",
      ])
    // A search narrows, letter by letter, and its end widens.
    try session.type("/2")
    try expect(
      "search: 2_   2 of 5", [" ▾ AWS", "    a2 (4 vCPUs)", " ▾ Intel", "    b2 (8 vCPUs)"])
    try session.type("9")
    try expect("search: 29_   0 of 5", [])
    try session.press("BSpace")
    try expect(
      "search: 2_   2 of 5", ["+▾ AWS", "+   a2 (4 vCPUs)", "+▾ Intel", "+   b2 (8 vCPUs)"])
    try session.press("BSpace")
    try session.press("Enter")
    try expect(
      "search:    5 of 5",
      [
        " ▾ AWS", "    a1 (3 vCPUs)", "    a2 (4 vCPUs)", "    a3 (5 vCPUs)", " ▾ Intel",
        "    b1 (2 vCPUs)", "    b2 (8 vCPUs)",
      ])
    // With twice as many processors the row moves, and the cursor with it.
    try session.press("Down")
    try session.type("e")
    try expect(
      "search:    5 of 5",
      [
        " ▾ AWS", "    a2 (4 vCPUs)", "    a3 (5 vCPUs)", ">   a1 (6 vCPUs)", " ▾ Intel",
        "    b1 (2 vCPUs)", "    b2 (8 vCPUs)",
      ])
    try session.type("e")
    try expect(
      "search:    5 of 5",
      [
        " ▾ AWS", "    a2 (4 vCPUs)", "    a3 (5 vCPUs)", "~   a1 (12 vCPUs)", " ▾ Intel",
        "    b1 (2 vCPUs)", "    b2 (8 vCPUs)",
      ])
    // Without it the next row has the cursor, and then its section.
    try session.type("d")
    try expect(
      "search:    4 of 4",
      [
        " ▾ AWS", "    a2 (4 vCPUs)", "    a3 (5 vCPUs)", " ▾ Intel", "    b1 (2 vCPUs)",
        "    b2 (8 vCPUs)",
      ])
    try session.type(" ")
    try expect(
      "search:    2 of 4", ["~▸ AWS", " ▾ Intel", "    b1 (2 vCPUs)", "    b2 (8 vCPUs)"])
    try session.type(" ")
    try expect(
      "search:    4 of 4",
      [
        "~▾ AWS", "+   a2 (4 vCPUs)", "+   a3 (5 vCPUs)", " ▾ Intel", "    b1 (2 vCPUs)",
        "    b2 (8 vCPUs)",
      ])
    // Small machines are hidden, then one row, with which they are deleted.
    try session.type("s")
    try expect(
      "search:    3 of 4",
      [" ▾ AWS", "    a2 (4 vCPUs)", "    a3 (5 vCPUs)", " ▾ Intel", "    b2 (8 vCPUs)"])
    try session.type("g")
    let grouped = [
      " ▾ AWS", "    a2 (4 vCPUs)", "    a3 (5 vCPUs)", " ▾ Intel", "    b2 (8 vCPUs)",
    ]
    try expect("search:    4 of 4", grouped + ["+   and 1 small ones"])
    try session.type("g")
    try expect("search:    3 of 4", grouped)
    try session.type("s")
    try expect(
      "search:    4 of 4",
      [
        " ▾ AWS", "    a2 (4 vCPUs)", "    a3 (5 vCPUs)", " ▾ Intel", "+   b1 (2 vCPUs)",
        "    b2 (8 vCPUs)",
      ])
    try session.type("sg")
    for _ in 0..<5 { try session.press("Down") }
    try session.type("d")
    try expect("search:    3 of 3", grouped)
    try session.type("q")
    try session.ends()
  }
}
