import Foundation

/// A program that is run to its end.
final class Command {
  private let arguments: [String]
  private let folder: URL?
  private let environment: [String: String]

  /// The status with which the program has ended.
  private(set) var status: Int32 = 0

  init(_ arguments: String..., in folder: URL? = nil, environment: [String: String] = [:]) {
    self.arguments = arguments
    self.folder = folder
    self.environment = environment
  }

  /// What the program writes, errors among it.
  ///
  /// It goes to a file: what the program has started may live longer, and would keep a pipe open.
  func output(allowsFailure: Bool = false) throws -> String {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("faults-\(UUID().uuidString).log")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    defer { try? handle.close() }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = handle
    process.standardError = handle
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    guard status == 0 || allowsFailure else {
      throw Failure(
        "\(arguments.joined(separator: " ")) ended with \(status):\n\(text.suffix(2_000))")
    }
    return text
  }
}

/// Why the run cannot go on.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Writes a line at once, though the output may be a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
