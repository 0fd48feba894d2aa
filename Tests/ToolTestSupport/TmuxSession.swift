import Foundation
import TestSupport

/// A program in a window of tmux, whose screen can be read as a person sees it.
package final class TmuxSession {
  /// The program, nil where it is missing.
  package static let path = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux"].first
  {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// What kept a window from being made.
  package struct Failure: Error {}

  private let socket: String

  // Its own process, and no daemon: a `Process` counts as running until its descendants have ended.
  private let server = Process()

  /// Runs a command of the shell in a window of 80 columns.
  package init(_ command: String, lines: Int = 24) throws {
    socket =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("tmux-\(UUID().uuidString.prefix(8))").path
    try begin(server, ["-u", "-f", "/dev/null", "-D"], output: FileHandle.nullDevice)
    let size = ["-x", "80", "-y", "\(lines)"]
    try pollOnThread {
      guard server.isRunning else { throw Failure() }
      return try run(["new-session", "-d"] + size + ["exec \(command)"]) != nil
    }
  }

  deinit {
    // The test runner may hold other signals back, which its children inherit.
    kill(server.processIdentifier, SIGKILL)
    server.waitUntilExit()
    try? FileManager.default.removeItem(atPath: socket)
  }

  /// Types text.
  package func type(_ text: String) throws { try run(["send-keys", "-l", text]) }

  /// Presses a key by the name that tmux has for it.
  package func press(_ key: String) throws { try run(["send-keys", key]) }

  /// The lines of the screen without the spaces at their ends.
  package func screen() throws -> [String] {
    (try run(["capture-pane", "-p"]) ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      .map {
        var line = $0
        while line.last == " " { line.removeLast() }
        return String(line)
      }
  }

  /// Waits until the screen is as expected; what it shows in the end, also if that of the program comes first.
  package func shows(_ isExpected: ([String]) -> Bool) throws -> [String] {
    var shown: [String] = []
    try pollOnThread {
      shown = try screen()
      return try isExpected(shown) || !isOpen
    }
    return shown
  }

  /// Waits until the program has ended, and the window with it.
  package func ends() throws { try pollOnThread { try !isOpen } }

  /// Whether the program runs, and the window with it.
  private var isOpen: Bool { get throws { try run(["list-panes"])?.isEmpty == false } }

  /// What a command of tmux prints, nil where it fails.
  @discardableResult private func run(_ arguments: [String]) throws -> String? {
    let process = Process()
    let pipe = Pipe()
    try begin(process, ["-N", "-u"] + arguments, output: pipe)
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: output, as: UTF8.self) : nil
  }

  private func begin(_ process: Process, _ arguments: [String], output: Any) throws {
    process.executableURL = URL(fileURLWithPath: Self.path ?? "")
    process.arguments = ["-S", socket] + arguments
    process.environment = [
      "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "xterm", "SHELL": "/bin/sh",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }
}
