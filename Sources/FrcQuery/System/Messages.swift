internal import FilterEngine
internal import FilterSyntax

/// Messages beside the output, on standard error.
///
/// All of them are made safe for a terminal here, whether or not standard error is one: a message in a
/// file may be shown on a terminal later. Those for programs have every text as it is.
struct Messages: Sendable {
  let descriptor: Int32

  /// Takes messages in place of the descriptor; nil if that does.
  var memory: OutputMemory?

  /// Whether each message is an object on a line, with an error or a note in the form of the pipe.
  var isForPrograms = false

  /// Writes lines at once.
  func write(_ text: String) {
    guard isForPrograms else { return steer(TerminalText.lines(text)) }
    writeNote { ToolError.write(note: text.withoutLabel, to: &$0) }
  }

  /// Writes an error. For programs a message alone is an error of `kind`.
  func write(_ error: ToolError, as kind: ToolError.Kind = .request) {
    guard let text = error.text else { return }
    guard isForPrograms else { return write(text.endingInNewline) }
    writeObject(error.refused(as: kind).write)
  }

  /// Writes a note on a part of a filter.
  func write(_ note: FilterNote, in text: String) {
    guard isForPrograms else { return write(note.rendered(in: text).endingInNewline) }
    writeNote { ToolError.write(note: note.message, note.diagnostic(in: text), to: &$0) }
  }

  /// Writes a line that begins with the name of the program.
  func report(_ text: String) { write("frc-query: \(text)\n") }

  /// Writes the program's own control sequences, which no data is part of.
  func steer(_ text: String) { write(bytes: Array(text.utf8)) }

  /// Whether a terminal shows them.
  var isOnTerminal: Bool { !isForPrograms && SystemCalls.isTerminal(descriptor) }

  private func writeNote(_ note: (inout [UInt8]) -> Void) {
    writeObject { bytes in
      bytes += #""note":"#.utf8
      note(&bytes)
    }
  }

  /// Writes an object with the member that `member` appends.
  private func writeObject(_ member: (inout [UInt8]) -> Void) {
    var bytes = [UInt8(ascii: "{")]
    member(&bytes)
    bytes += "}\n".utf8
    write(bytes: bytes)
  }

  private func write(bytes: [UInt8]) {
    if let memory {
      _ = memory.append(bytes)
    } else {
      _ = SystemCalls.write(descriptor, bytes)
    }
  }
}

extension String {
  var endingInNewline: String { ends(with: "\n") ? self : self + "\n" }

  /// A message without what tells it from others on a screen: the name of the program or the word note, and line ends.
  fileprivate var withoutLabel: String {
    let labels = ["frc-query: ", "note: "]
    let label = labels.first { begins(with: $0) } ?? ""
    return dropping(label.utf8.count, last: ends(with: "\n") ? 1 : 0)
  }
}
