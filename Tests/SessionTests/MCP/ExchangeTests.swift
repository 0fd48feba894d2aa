import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// What a client of another implementation sends, each line with the answer that was recorded.
@Suite struct ExchangeTests {
  private static let file = "mcp.txt"

  @Test func aRecordedExchangeIsAnswered() throws {
    let path = Tool.root.path + "/Tests/ToolTests/Snapshots/" + Self.file
    let recorded = try String(contentsOfFile: path, encoding: .utf8)
    var text = ""
    var server: HeardServer?
    var count = 0
    for line in recorded.split(separator: "\n", omittingEmptySubsequences: false) {
      // Answers are made again.
      if line.hasPrefix("< ") { continue }
      text += line + "\n"
      if line.hasPrefix("=") {
        server = try Self.serving(policy: line.dropFirst(2))
      } else if line.hasPrefix("> ") {
        count += 1
        for answer in try #require(server).answers(String(line.dropFirst(2))) {
          text += "< \(Self.steady(answer))\n"
        }
      }
    }
    // The last line has no end of its own.
    text.removeLast()
    #expect(count > 30)
    #expect(try text == Tool.recorded(Self.file, text))
  }

  /// Makes a server without a clock, so that progress is not reported. Without a policy all keys are permitted.
  private static func serving(policy: Substring) throws -> HeardServer {
    let folder = try Folder()
    let file = policy.isEmpty ? nil : try folder.file("policy.json", String(policy))
    return try HeardServer(
      ["people=" + Tool.sample("people.json")], policy: file, in: folder, seconds: { 0 })
  }

  private static func steady(_ answer: String) -> String {
    answer.replacing(#""version":"\#(Version.text)""#, with: #""version":"VERSION""#)
  }
}
