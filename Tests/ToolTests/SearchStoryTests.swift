import Foundation
import Testing

/// The sample program, compared whole with what it printed when it was recorded.
@Suite struct SearchStoryTests {
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
    let file = Tool.root.appendingPathComponent("Tests/ToolTests/Snapshots/search-story.txt")
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      try printed.write(to: file)
    }
    let recorded = try String(contentsOf: file, encoding: .utf8)
    #expect(String(decoding: printed, as: UTF8.self) == recorded)
  }
}
