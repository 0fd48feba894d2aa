import Foundation

/// What a program did.
struct Outcome {
  var status: Int32
  var text: String
  var errors: String

  /// Runs a program that says little on standard error.
  static func of(
    _ program: String, _ arguments: [String], input: String = "", folder: String? = nil
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    // A file, and no pipe: a program that ends without reading closes it, and writing to it kills.
    let given = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(input.utf8).write(to: given)
    defer { try? FileManager.default.removeItem(at: given) }
    process.standardInput = try FileHandle(forReadingFrom: given)
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, text: String(decoding: text, as: UTF8.self),
      errors: String(decoding: said, as: UTF8.self))
  }
}
