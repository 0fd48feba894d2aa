import Foundation
import Testing

/// What the compiler says of programs that it refuses: the files of `Tests/Refused`, each refused line after its message.
struct CompilerMessageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func theEngineSaysWhatToWrite() throws { try check("Engine") }

  #if Macros
    @Test func theMacrosSayWhatIsWrong() throws { try check("Macros") }
  #endif

  private func check(_ name: String) throws {
    let file = Self.root.appending(path: "Tests/Refused/\(name).swift")
    let lines = try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    var expected: [Int: (kind: String, text: String)] = [:]
    for (index, line) in lines.enumerated() {
      for kind in ["error: ", "warning: "] {
        guard let range = line.range(of: "// " + kind) else { continue }
        expected[index + 2] = (kind, String(line[range.upperBound...]))
      }
    }
    #expect(!expected.isEmpty)
    let messages = try SwiftCompiler.messages(of: file)
    for (line, message) in expected {
      let said = messages[line] ?? []
      #expect(
        said.contains { $0.hasPrefix(message.kind) && $0.contains(message.text) },
        "line \(line): \(said)")
    }
    for (line, messages) in messages where expected[line] == nil {
      Issue.record("line \(line): \(messages)")
    }
  }
}
