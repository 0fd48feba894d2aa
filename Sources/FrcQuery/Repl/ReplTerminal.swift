internal import CLineEditor
internal import FilterSyntax

/// A REPL at a terminal: reads lines with history and completion, shows errors below them.
///
/// Unsafe because the editor calls back with the address of this object, which outlives each call.
final class ReplTerminal {
  private let session: Session
  private let editor: OpaquePointer
  private var history: HistoryFile?

  /// Nil if the terminal has no line editing, which that of the process alone can have.
  init?(_ session: Session) {
    let surroundings = session.surroundings
    guard surroundings.input == 0, surroundings.output == 1,
      let editor = frc_editor_create("frc-query", Int32(HistoryFile.maximumCount))
    else { return nil }
    self.editor = editor
    self.session = session
    history = HistoryFile(in: surroundings)
    for line in history?.lines() ?? [] { frc_editor_remember(editor, line) }
  }

  deinit { frc_editor_destroy(editor) }

  /// Opens a file before the first line.
  func open(_ body: (Session) throws(ToolError) -> Void) throws(ToolError) {
    Interrupt.watch()
    do throws(ToolError) {
      try body(session)
    } catch {
      if case .outputClosed = error { throw error }
      if let reason = error.reason { try session.say("error: \(reason)") }
    }
  }

  /// Reads and does lines until the last.
  func run() throws(ToolError) {
    Interrupt.watch()
    if session.data == nil {
      try session.say("Open a file with .open FILE, then type a predicate such as age > 30")
      try session.say("Without a session: frc-query \"age > 30\" FILE; see .help and --help")
    }
    try session.flush()
    while !session.isOver {
      let prompt = self.prompt
      switch read(prompt) {
      case .interrupted: try session.say("")
      case .end:
        try session.say("")
        try session.leave()
      case .line(let line):
        if CommandWords(line).isEmpty { continue }
        remember(line)
        try run(line, prompt: prompt)
      }
      try session.flush()
    }
  }

  /// Does what a line says, and shows what is wrong with it.
  func run(_ line: String, prompt: String) throws(ToolError) {
    do throws(ToolError) {
      try session.run(line)
    } catch {
      try session.flush()
      switch error {
      case .outputClosed: throw error
      case .interrupted: try session.say("interrupted")
      case .syntax(let error, let offset?):
        try session.say(
          Self.rendered(
            error, behind: prompt + String(line.utf8.prefix(offset)).orEmpty,
            width: session.surroundings.terminal.width))
        try session.hint(command: line)
      case .message, .badData, .diagnostic, .syntax, .refused, .misuse:
        if let reason = error.reason { try session.say("error: \(reason)") }
        try session.hint(command: line)
      }
    }
  }

  /// An error with carets under the typed line. The line is repeated if it was too long for one line of the
  /// terminal, or has characters that the editor shows in another form.
  static func rendered(_ error: SyntaxError, behind head: String, width: Int?) -> String {
    let text = Array(error.text.utf8)
    let start = max(0, min(error.range.lowerBound, text.count))
    let end = max(start, min(error.range.upperBound, text.count))
    let before = TextWidth.of(head + String(decoding: text[..<start], as: UTF8.self))
    let marked = max(1, TextWidth.of(String(decoding: text[start..<end], as: UTF8.self)))
    let isShort =
      TextWidth.of(head + error.text) < width ?? Terminal.usualWidth
      && error.text.unicodeScalars.allSatisfy(TerminalText.isSafe)
    let lines = error.description.split(separator: "\n")
    guard isShort, lines.count >= 3 else { return error.description }
    let carets = String(repeating: " ", count: before) + String(repeating: "^", count: marked)
    return ([Substring(carets), lines[0]] + lines[3...]).joined(separator: "\n")
  }

  private var prompt: String {
    "frc" + String(repeating: "*", count: min(3, session.data?.batchDepth ?? 0)) + "> "
  }

  // MARK: - The editor

  private enum Entry {
    case line(String), interrupted, end
  }

  private func read(_ prompt: String) -> Entry {
    var callbacks = frc_editor_callbacks()
    callbacks.context = Unmanaged.passUnretained(self).toOpaque()
    callbacks.interval = Int32(session.data?.watchInterval ?? FileWatch.interval)
    callbacks.complete = { context, _, line, cursor in
      guard let context, let line else { return }
      Unmanaged<ReplTerminal>.fromOpaque(context).takeUnretainedValue()
        .complete(String(cString: line), cursor)
    }
    callbacks.idle = { context, _ in
      guard let context else { return }
      Unmanaged<ReplTerminal>.fromOpaque(context).takeUnretainedValue().lookAfterFile()
    }
    var line: UnsafePointer<CChar>?
    let result = prompt.withCString { frc_editor_read(editor, $0, &callbacks, &line) }
    switch result {
    case FRC_EDITOR_LINE: return .line(line.map { String(cString: $0) } ?? "")
    case FRC_EDITOR_INTERRUPTED: return .interrupted
    default: return .end
    }
  }

  private func remember(_ line: String) {
    guard let line = HistoryFile.kept(line) else { return }
    frc_editor_remember(editor, line)
    history?.append(line)
  }

  private func complete(_ line: String, _ cursor: Int) {
    // A read that does not end would lock a table for other programs until the next line.
    defer { session.data?.endLine() }
    let completion = ReplCompletion(line: line, cursor: cursor, session: session)
    if let insertion = completion.insertion {
      frc_editor_insert(editor, Int32(clamping: insertion.replaced), insertion.text)
    } else if completion.candidates.count > 1 {
      frc_editor_hide(editor, true)
      let width = session.surroundings.terminal.width ?? Terminal.usualWidth
      let text = completion.listing(width: width)
      try? session.say(text)
      try? session.flush()
    }
  }

  private func lookAfterFile() {
    session.willPrint = { [editor] in frc_editor_hide(editor, false) }
    defer { session.willPrint = nil }
    // The next line ends the session if its output is closed.
    try? session.followFile()
    try? session.flush()
  }
}

extension String? {
  fileprivate var orEmpty: String { self ?? "" }
}
