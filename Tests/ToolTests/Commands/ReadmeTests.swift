import Foundation
import Testing
import ToolTestSupport

/// A command of the README, or of the transcript of the REPL, and its output there.
struct ReadmeCommand: CustomTestStringConvertible {
  let command: String
  let output: String

  /// The lines typed behind a prompt of the REPL.
  let input: String

  init(command: String, lines: some Sequence<Substring>) {
    self.command = command
    let typed = lines.map { line in (line, try? /frc\**> (.*)/.wholeMatch(in: line)?.1) }
    input = typed.compactMap(\.1).map { $0 + "\n" }.joined()
    output = typed.filter { $0.1 == nil }.map(\.0).joined(separator: "\n")
  }

  var testDescription: String { command }

  /// The commands of all `console` blocks: a line that begins with a dollar sign, then its output.
  static func all() throws -> [ReadmeCommand] {
    try ["README.md", "samples/README.md", "samples/repl.md", "samples/tasks.md"].flatMap(
      commands(of:))
  }

  private static func commands(of file: String) throws -> [ReadmeCommand] {
    let page = try String(contentsOf: Tool.root.appendingPathComponent(file), encoding: .utf8)
    return page.components(separatedBy: "```console\n").dropFirst().flatMap { block in
      let text = block.components(separatedBy: "\n```").first ?? ""
      return ("\n" + text).components(separatedBy: "\n$ ").dropFirst().map { entry in
        let lines = entry.split(separator: "\n", omittingEmptySubsequences: false)
        return ReadmeCommand(command: String(lines.first ?? ""), lines: lines.dropFirst())
      }
    }
  }
}

@Suite struct ReadmeTests {
  @Test func theReadmeShowsCommands() throws {
    // Those of the README and eighty tasks.
    #expect(try ReadmeCommand.all().count >= 85)
  }

  @Test func aLineOfTheReadmeFitsAWindow() throws {
    let page = try String(contentsOf: Tool.root.appending(path: "README.md"), encoding: .utf8)
    // A command has to be one line.
    let prose = page.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 0 }
    let long = prose.flatMap { $0.element.split(separator: "\n") }.filter { $0.count > 120 }
    #expect(long == [])
  }

  @Test(arguments: try ReadmeCommand.all())
  func aCommandPrintsWhatTheReadmeSays(_ example: ReadmeCommand) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let folder = URL(fileURLWithPath: Tool.path).deletingLastPathComponent().path
    process.environment = ["PATH": folder + ":/usr/bin:/bin"]
    process.currentDirectoryURL = Tool.root
    process.arguments = ["-c", "{ " + example.command + " ; } 2>&1"]
    let pipe = Pipe()
    let folderOfInput = try Folder()
    process.standardInput = try FileHandle(
      forReadingFrom: URL(fileURLWithPath: folderOfInput.file("input", example.input)))
    process.standardOutput = pipe
    try process.run()
    let printed = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let text = String(decoding: printed, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      // Trailing blanks cannot be seen in the README.
      String($0.reversed().drop { $0 == " " }.reversed())
    }
    #expect(lines.joined(separator: "\n") == example.output + "\n")
  }
}
