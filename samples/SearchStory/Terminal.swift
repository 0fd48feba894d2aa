import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The terminal of the process: keys one by one, and lines of which only those are written that change.
final class Terminal {
  /// A key.
  enum Key: Equatable {
    case character(Character)
    case up, down, enter, backspace, escape, end
  }

  private var saved = termios()
  private var shown: [String] = []
  private var size = (lines: 0, columns: 0)

  /// Nil where input or output is no terminal.
  init?() {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1,
      tcgetattr(STDIN_FILENO, &saved) == 0
    else { return nil }
  }

  /// Takes the whole screen while `body` runs, and gives it back.
  func withScreen(_ body: () throws -> Void) rethrows {
    var raw = saved
    cfmakeraw(&raw)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw)
    write("\u{1B}[?1049h\u{1B}[?25l")
    defer {
      write("\u{1B}[?25h\u{1B}[?1049l")
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &saved)
    }
    try body()
  }

  /// How many lines the screen has.
  var lineCount: Int { measured().lines }

  /// Shows lines from the top of the screen; writes those that are not shown there already.
  ///
  /// The line at `marked` is shown in reverse.
  func show(_ lines: [String], marked: Int?) {
    let now = measured()
    if now != size {
      size = now
      shown = []
      write("\u{1B}[2J")
    }
    var new: [String] = []
    for (place, line) in lines.prefix(now.lines).enumerated() {
      let text = String(line.prefix(now.columns))
      new.append(place == marked ? "\u{1B}[7m\(text)\u{1B}[0m" : text)
    }
    while new.count < now.lines { new.append("") }
    var output = ""
    for (place, line) in new.enumerated() where shown.isEmpty || shown[place] != line {
      output += "\u{1B}[\(place + 1);1H\(line)\u{1B}[K"
    }
    shown = new
    write(output)
  }

  private func measured() -> (lines: Int, columns: Int) {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_row > 0 else {
      return (24, 80)
    }
    return (Int(window.ws_row), Int(window.ws_col))
  }

  private func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

  // MARK: - Keys

  /// Waits for a key; `end` where none can come.
  func key() -> Key {
    guard let byte = byte() else { return .end }
    switch byte {
    case 3, 4: return .end
    case 8, 127: return .backspace
    case 10, 13: return .enter
    case 27: return sequence()
    default: return character(byte)
    }
  }

  /// The key of a sequence that begins with an escape, which may also be a key itself.
  private func sequence() -> Key {
    guard isByteWaiting, byte() == UInt8(ascii: "[") else { return .escape }
    switch byte() {
    case UInt8(ascii: "A"): return .up
    case UInt8(ascii: "B"): return .down
    default: return .escape
    }
  }

  private func character(_ first: UInt8) -> Key {
    var bytes = [first]
    let count = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    while bytes.count < count, let next = byte() { bytes.append(next) }
    return .character(String(decoding: bytes, as: UTF8.self).first ?? " ")
  }

  private func byte() -> UInt8? {
    var byte: UInt8 = 0
    return read(STDIN_FILENO, &byte, 1) == 1 ? byte : nil
  }

  private var isByteWaiting: Bool {
    var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 25) > 0
  }
}
