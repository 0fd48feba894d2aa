import Foundation
import TestSupport
import Testing

/// The built program, run as a user would.
struct Tool {
  struct Outcome: Equatable, CustomStringConvertible {
    var status: Int32
    var output: [UInt8]
    var errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }
    var description: String { "status \(status)\n\(text)\n\(errors)" }
  }

  /// It lies beside the test bundle.
  static let path: String = {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      folder = bundle.bundleURL.deletingLastPathComponent()
    }
    for _ in 0..<4 where !FileManager.default.fileExists(atPath: folder.path + "/frc-query") {
      folder = folder.deletingLastPathComponent()
    }
    return folder.path + "/frc-query"
  }()

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The text of a recorded snapshot; with RECORD_SNAPSHOTS=1, `text` is recorded first.
  static func recorded(_ name: String, _ text: String) throws -> String {
    try RecordedText.read(
      root.appendingPathComponent("Tests/ToolTests/Snapshots/" + name), recording: text)
  }

  static func sample(_ name: String) -> String { root.path + "/samples/" + name }

  /// Runs the program with `input` on standard input.
  static func run(_ arguments: String..., input: some Sequence<UInt8>) throws -> Outcome {
    try run(arguments, data: Data(input))
  }

  static func run(_ arguments: String..., input: String = "") throws -> Outcome {
    try run(arguments, data: Data(input.utf8))
  }

  static func run(_ arguments: [String], input: String = "") throws -> Outcome {
    try run(arguments, data: Data(input.utf8))
  }

  private static func run(_ arguments: [String], data: Data) throws -> Outcome {
    let folder = try Folder()
    let inputFile = try folder.file("input", data)
    let outputFile = try folder.file("output", Data())
    let errorFile = try folder.file("errors", Data())
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ["PATH": "/usr/bin:/bin"].merging(AddressSanitizer.environment) { $1 }
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: inputFile))
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: outputFile))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errorFile))
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus,
      output: [UInt8](try Data(contentsOf: URL(fileURLWithPath: outputFile))),
      errors: String(
        decoding: try Data(contentsOf: URL(fileURLWithPath: errorFile)), as: UTF8.self))
  }

  /// Whether the program answers what `writing` prints before its input ends.
  ///
  /// The input ends when the first line of the answer has been read, or after a minute without one.
  static func answersBeforeTheEnd(
    of writing: String, then rest: String = ":", _ arguments: String
  ) throws -> Bool {
    let folder = try Folder()
    let outcome = try shell(
      """
      cd \(folder.path); mkfifo answered
      (\(writing); timeout 60 cat answered && \(rest) || echo late >&2) | $Q \(arguments) \
      | (read first; timeout 60 sh -c ': > answered'; cat > /dev/null)
      """)
    return outcome.errors.isEmpty
  }

  /// Runs a line of the shell in which `$Q` is the program.
  static func shell(_ line: String) throws -> Outcome {
    let process = Process()
    #if os(Linux)
      // Signals that are ignored where the tests were started, as by nohup, would be ignored here.
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["--default-signal", "/bin/sh", "-c", line]
    #else
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", line]
    #endif
    process.environment = ["PATH": "/usr/bin:/bin", "Q": path]
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

/// A folder that is gone when it is not needed any more.
final class Folder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/frc-query-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and gives its path.
  func file(_ name: String, _ content: some Sequence<UInt8>) throws -> String {
    let file = path + "/" + name
    try Data(content).write(to: URL(fileURLWithPath: file))
    return file
  }

  func file(_ name: String, _ content: String) throws -> String { try file(name, content.utf8) }
}
