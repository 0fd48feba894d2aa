import Foundation

/// Another process that writes to a database.
package final class OtherProcess {
  package struct Failure: Error {
    package let answer: String
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var read: [UInt8] = []

  package init(_ path: String) throws {
    process.executableURL = BuiltPrograms.url("sqlite-script")
    process.arguments = [path]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try run("PRAGMA busy_timeout = 5000")
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Runs statements one after another, and waits for their end.
  package func run(_ statements: String...) throws {
    for sql in statements {
      precondition(!sql.contains("\n"))
      try input.fileHandleForWriting.write(contentsOf: Data((sql + "\n").utf8))
      let answer = line()
      guard answer == "ok" else { throw Failure(answer: answer) }
    }
  }

  /// Ends the process by SIGKILL.
  package func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private func line() -> String {
    while true {
      if let end = read.firstIndex(of: UInt8(ascii: "\n")) {
        defer { read.removeFirst(end + 1) }
        return String(decoding: read[..<end], as: UTF8.self)
      }
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { return "the process has ended" }
      read += data
    }
  }
}
