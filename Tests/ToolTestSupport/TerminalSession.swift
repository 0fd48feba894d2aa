import Foundation
import TestSupport

/// The built program at a terminal of its own.
package final class TerminalSession {
  /// What kept a terminal from being made.
  package struct Failure: Error {
    package let step: String
  }

  // POSIX_SPAWN_SETSID, which the headers of Linux hide.
  #if canImport(Darwin)
    private static let newSession = Int16(0x0400)
  #else
    private static let newSession = Int16(0x80)
  #endif

  private let terminal: Int32
  private let process: pid_t
  private var isOver = false

  /// All that has been shown, without the sequences that steer the terminal.
  package private(set) var text = ""
  private var bytes: [UInt8] = []

  /// Begins a session in `folder`, which is its home too.
  package convenience init(_ arguments: [String], folder: String, columns: UInt16 = 100) throws {
    try self.init(
      shell: "exec \"$Q\" \(arguments.joined(separator: " "))", folder: folder, columns: columns)
  }

  /// Runs a line of the shell in which `$Q` is the program.
  package init(shell command: String, folder: String, columns: UInt16 = 100) throws {
    var size = winsize(ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var (ours, theirs): (Int32, Int32) = (-1, -1)
    var name: [CChar] = Array(repeating: 0, count: 256)
    guard openpty(&ours, &theirs, &name, nil, &size) == 0 else {
      throw Failure(step: "no terminal")
    }
    defer { close(theirs) }
    terminal = ours

    // The leader of a session gets the first terminal that it opens.
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    posix_spawn_file_actions_addclose(&actions, ours)
    posix_spawn_file_actions_addclose(&actions, theirs)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads of a test runner may hold signals back, and what they start inherits that.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // What started the tests may have ignored signals, which is inherited too.
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes,
      Self.newSession | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

    let words = ["/bin/sh", "-c", "cd \"\(folder)\"; \(command)"]
    let settings =
      [
        // A pager would wait for a key.
        "PAGER=",
        "PATH=/usr/bin:/bin", "HOME=\(folder)", "TERM=xterm", "LC_ALL=C.UTF-8", "Q=\(Tool.path)",
        // A backtrace at SIGQUIT takes its time.
        "SWIFT_BACKTRACE=enable=no",
      ]
      // Leaks of the line editor are none of ours.
      + (AddressSanitizer.options.map { ["ASAN_OPTIONS=\($0)"] } ?? [])
    var argv = words.map { strdup($0) } + [nil]
    var environment = settings.map { strdup($0) } + [nil]
    defer { (argv + environment).forEach { free($0) } }
    var process: pid_t = 0
    guard posix_spawn(&process, "/bin/sh", &actions, &attributes, &argv, &environment) == 0 else {
      throw Failure(step: "no process")
    }
    self.process = process
  }

  deinit {
    if !isOver {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(terminal)
  }

  /// Types characters once a line can be edited.
  package func type(_ text: String) {
    while !isEditing, read() {}
    send(text)
  }

  /// Waits until the program is in the middle of the work for the last line: until it has used a processor for a while,
  /// however long that takes beside others.
  package func works() {
    while isEditing, read() {}
    let begin = processorTime
    while processorTime - begin < 20, read() {}
  }

  /// The time for which the program has used a processor, in hundredths of a second; that of the clock where the system
  /// does not say.
  private var processorTime: Int {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return Int(Date().timeIntervalSince1970 * 100)
    }
    // The numbers come after the name in parentheses.
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    return fields.dropFirst(12).prefix(2).compactMap { Int($0) }.reduce(0, +)
  }

  /// Types characters now.
  package func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
  }

  /// Whether the program takes characters one by one.
  private var isEditing: Bool {
    var settings = termios()
    return tcgetattr(terminal, &settings) == 0 && settings.c_lflag & tcflag_t(ICANON) == 0
  }

  /// Reads until `expected` is shown behind what was waited for before; false if the program ends without it.
  package func shows(_ expected: String) -> Bool {
    repeat {
      if let found = text.range(of: expected) {
        text = String(text[found.upperBound...])
        return true
      }
    } while read()
    return false
  }

  /// Reads what comes within a moment; false once nothing will.
  private func read() -> Bool {
    var entry = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 50) > 0 else { return true }
    var buffer: [UInt8] = Array(repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { readBytes(terminal, $0.baseAddress, $0.count) }
    guard count > 0 else { return false }
    bytes += buffer[..<count]
    text += Self.plain(&bytes)
    return true
  }

  /// Waits for the end of the program; its exit status.
  package func status() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      if !read() { usleep(10_000) }
    }
    isOver = true
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
  }

  /// Takes complete characters and sequences off the front; sequences are dropped.
  private static func plain(_ bytes: inout [UInt8]) -> String {
    var plain: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x1B {
        guard let end = sequenceEnd(bytes, index) else { break }
        index = end
      } else {
        if bytes[index] != 0x0D { plain.append(bytes[index]) }
        index += 1
      }
    }
    bytes.removeFirst(index)
    return String(decoding: plain, as: UTF8.self)
  }

  /// Behind `ESC [ … letter` or `ESC` and another character.
  private static func sequenceEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
    guard start + 1 < bytes.count else { return nil }
    guard bytes[start + 1] == UInt8(ascii: "[") else { return start + 2 }
    return bytes[(start + 2)...].firstIndex { (0x40...0x7E).contains($0) }.map { $0 + 1 }
  }
}

private func readBytes(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
  read(descriptor, bytes, count)
}
