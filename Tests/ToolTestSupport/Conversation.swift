import Foundation
import TestSupport

@testable import FrcQuery

/// The program in this process, which reads from a pipe that is still open. Errors go where output goes.
package final class Conversation {
  private let run: WorkThread<Int32>
  private let (reading, writing): (Int32, Int32)
  private var isOpen = true
  private var read: [UInt8] = []

  /// Runs the program, in a folder if one is given.
  package init(_ arguments: [String], in folder: String? = nil) throws {
    let (input, output) = (try ThreadSettings.pipe(), try ThreadSettings.pipe())
    (reading, writing) = (output.reading, input.writing)
    run = WorkThread(stack: CapturedRun.stackSize) {
      ThreadSettings.blockSignalOfPipes()
      if let folder { ThreadSettings.enter(folder) }
      defer {
        close(input.reading)
        close(output.writing)
      }
      return Program.run(
        arguments,
        in: Surroundings(
          input: input.reading, output: output.writing, errors: output.writing,
          environment: Tool.environment))
    }
  }

  deinit {
    endInput()
    close(reading)
    _ = run.result()
  }

  /// Writes to the input of the program; it has to be small enough for a pipe.
  package func send(_ text: some Sequence<UInt8>) throws {
    let bytes = Array(text)
    guard write(writing, bytes, bytes.count) == bytes.count else { throw SystemError() }
  }

  package func send(_ text: String) throws { try send(text.utf8) }

  /// The next line of the output, waited for; nil after the last.
  package func line() -> String? {
    while true {
      if let end = read.firstIndex(of: UInt8(ascii: "\n")) {
        defer { read.removeFirst(end + 1) }
        return String(decoding: read[..<end], as: UTF8.self)
      }
      guard more() else { return nil }
    }
  }

  /// Ends the input, and waits for the program: its status, and the rest of what it writes.
  package func end() -> Tool.Outcome {
    endInput()
    while more() {}
    return Tool.Outcome(status: run.result(), output: read, errors: "")
  }

  /// Waits for the end of the program, whose input stays open.
  package func status() -> Int32 { run.result() }

  /// Ends the input of the program, which may go on.
  package func endInput() {
    if isOpen { close(writing) }
    isOpen = false
  }

  private func more() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = Foundation.read(reading, &buffer, buffer.count)
    guard count > 0 else { return false }
    read += buffer[..<count]
    return true
  }
}
