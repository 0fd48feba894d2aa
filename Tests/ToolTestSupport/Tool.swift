package import Foundation
import TestSupport
import Testing

@testable package import FrcQuery

/// The program, run in this process or as a user would.
package struct Tool {
  package struct Outcome: Equatable, CustomStringConvertible {
    package var status: Int32
    package var output: [UInt8]
    package var errors: String

    /// The number of bytes of its standard input after those that it read, if that is a file.
    package var unread: Int

    package init(status: Int32, output: [UInt8], errors: String, unread: Int = 0) {
      (self.status, self.output, self.errors, self.unread) = (status, output, errors, unread)
    }

    package var text: String { String(decoding: output, as: UTF8.self) }
    package var lines: [String] { text.split(separator: "\n").map(String.init) }
    package var description: String { "status \(status)\n\(text)\n\(errors)" }
  }

  /// It lies beside the test bundle.
  package static let path = BuiltPrograms.url("frc-query").path

  package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The text of a recorded snapshot; with RECORD_SNAPSHOTS=1, `text` is recorded first.
  package static func recorded(_ name: String, _ text: String) throws -> String {
    try RecordedText.read(
      root.appendingPathComponent("Tests/ToolTests/Snapshots/" + name), recording: text)
  }

  package static func sample(_ name: String) -> String { root.path + "/samples/" + name }

  /// Runs the program in this process, with `input` in a file as its standard input.
  package static func run(_ arguments: String..., input: some Sequence<UInt8>) throws -> Outcome {
    try run(arguments, bytes: input)
  }

  package static func run(_ arguments: String..., input: String = "") throws -> Outcome {
    try run(arguments, bytes: input.utf8)
  }

  /// Runs the program in this process, in a folder if one is given. `isPiped` input comes through a pipe; errors go to
  /// the output if they are to be `joined`; `variables` are beside those of the usual environment.
  package static func run(
    _ arguments: [String], input: String = "", isPiped: Bool = false, joined: Bool = false,
    in folder: String? = nil, _ variables: [String: String] = [:]
  ) throws -> Outcome {
    try run(
      arguments, bytes: input.utf8, isPiped: isPiped, joined: joined, in: folder, variables)
  }

  package static func run(
    _ arguments: [String], bytes: some Sequence<UInt8>, isPiped: Bool = false,
    joined: Bool = false, in folder: String? = nil, _ variables: [String: String] = [:]
  ) throws -> Outcome {
    var setting = CapturedRun.Setting()
    (setting.isPiped, setting.joinsErrors, setting.folder) = (isPiped, joined, folder)
    let environment = environment.merging(variables) { $1 }
    let run = try CapturedRun(input: bytes, setting) { input, output, errors in
      Program.run(
        arguments,
        in: Surroundings(input: input, output: output, errors: errors, environment: environment))
    }
    return Outcome(
      status: run.status, output: run.output,
      errors: String(decoding: run.errors, as: UTF8.self), unread: run.unread)
  }

  /// The words of a line of the shell with quotes, as `-c 'a > 1' "it's"`.
  package static func words(_ line: String) -> [String] {
    var (words, word, quote): ([String], String?, Character?) = ([], nil, nil)
    for character in line {
      switch character {
      case quote: quote = nil
      case "'" where quote == nil, "\"" where quote == nil: (quote, word) = (character, word ?? "")
      case " " where quote == nil:
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }

  /// The variables that the program finds in its environment.
  package static let environment = ["PATH": "/usr/bin:/bin"]

  /// Whether the program writes a line about the first part of its input, from a pipe, before it gets the rest.
  package static func answersBeforeTheEnd(
    of text: some Sequence<UInt8>, then rest: some Sequence<UInt8> = [], _ arguments: String...
  ) throws -> Bool {
    let conversation = try Conversation(arguments)
    try conversation.send(text)
    let line = conversation.line()
    try conversation.send(rest)
    return line != nil && conversation.end().status == 0
  }

  /// The compiler of C that comes with Swift, wherever Swift is.
  private static let compiler: String = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/clang" }.first(where: FileManager.default.isExecutableFile)
      ?? "clang"
  }()

  /// Runs a line of the shell in which `$Q` is the program and `$CC` a compiler of C.
  package static func shell(_ line: String) throws -> Outcome {
    let process = Process()
    #if os(Linux)
      // Signals that are ignored where the tests were started, as by nohup, would be ignored here.
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["--default-signal", "/bin/sh", "-c", line]
    #else
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", line]
    #endif
    process.environment = environment.merging(["Q": path, "CC": compiler]) { $1 }
      .merging(AddressSanitizer.environment) { $1 }
    let output = Pipe()
    let errors = Pipe()
    // Not that of the tests, which may be a terminal that waits for somebody to type.
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: [UInt8](bytes),
      errors: String(decoding: said, as: UTF8.self))
  }
}

extension Surroundings {
  /// Those of a part of the program that writes to a descriptor, and neither reads nor reports.
  package static func writing(to output: Int32) -> Surroundings {
    Surroundings(input: -1, output: output, errors: -1, environment: [:])
  }
}

/// A folder that is gone when it is not needed any more.
package final class Folder {
  package let path: String

  package init() throws {
    path = FileManager.default.temporaryDirectory.path + "/frc-query-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and gives its path.
  package func file(_ name: String, _ content: some Sequence<UInt8>) throws -> String {
    let file = path + "/" + name
    try Data(content).write(to: URL(fileURLWithPath: file))
    return file
  }

  package func file(_ name: String, _ content: String) throws -> String {
    try file(name, content.utf8)
  }
}
