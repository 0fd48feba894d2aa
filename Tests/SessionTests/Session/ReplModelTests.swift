import FilterEngine
import Foundation
import TestSupport
import Testing
import ToolTestSupport

@testable import FrcQuery

/// Random sessions beside a model of what each line is to answer.
struct ReplModelTests {
  @Test(arguments: RandomSearch.seeds(20))
  func everyLineIsAnsweredAsTheModelSays(_ seed: UInt64) throws {
    let folder = try Folder()
    let story = ReplStory(seed, folder)
    let path = try folder.file("rows.jsonl", story.model.file.map { $0.json + "\n" }.joined())
    let descriptor = open(folder.path + "/output", O_RDWR | O_CREAT, 0o600)
    defer { close(descriptor) }
    let output = FileHandle(forReadingAtPath: folder.path + "/output")
    let session = Session(
      in: .writing(to: descriptor), isTerminal: false, libraries: .standard)
    try session.open(path)
    try session.run(".mode jsonl")
    _ = try output?.readToEnd()
    var lines: [String] = []
    for _ in 0..<60 {
      let (line, answer) = try story.step()
      lines.append(line)
      if line != ".open rows.jsonl" { story.model.isRefused = false }
      let expected = Result { () throws(ReplModel.Refusal) in try answer() }
      story.model.endLine()
      var refusal: String?
      do throws(ToolError) {
        // A file is the last word of its line.
        var words = line.split(separator: " ").map(String.init)
        let hasFile = [".open", ".save", ".merge"].contains(words[0]) && words.count > 1
        if hasFile { words.append("\(folder.path)/" + words.removeLast()) }
        try session.run(hasFile ? words.joined(separator: " ") : line)
      } catch {
        if case .message(let text) = error { refusal = text } else { refusal = "\(error)" }
        try session.flush()
      }
      let said = try output?.readToEnd() ?? Data()
      // Hints have tests of their own.
      let found = String(decoding: said, as: UTF8.self).replacing(folder.path + "/", with: "")
        .split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.hasPrefix("hint: ") }.joined(separator: "\n")
      func name() -> String {
        "\(story.model.file.map(\.json))\n\(lines.joined(separator: "\n"))"
      }
      switch expected {
      case .success(let text):
        try #require(found == text && refusal == nil, "\(refusal ?? "")\n\(name())")
      case .failure(let error): try #require(refusal == error.text, "\(found)\n\(name())")
      }
      guard line.hasPrefix(".save") else { continue }
      let saved = line == ".save" ? "rows.jsonl" : "other.jsonl"
      let rows = try String(contentsOfFile: folder.path + "/" + saved, encoding: .utf8)
      #expect(rows == story.model.state.rows.map { $0.json + "\n" }.joined(), "\(name())")
    }
  }
}
