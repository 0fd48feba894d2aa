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
    let (given, output, errors) = (Pipe(), Pipe(), Pipe())
    process.standardInput = given
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    given.fileHandleForWriting.write(Data(input.utf8))
    try given.fileHandleForWriting.close()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, text: String(decoding: text, as: UTF8.self),
      errors: String(decoding: said, as: UTF8.self))
  }
}
