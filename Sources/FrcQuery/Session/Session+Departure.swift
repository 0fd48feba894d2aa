// Edits that are not in the file yet are dropped only on purpose.
extension Session {
  /// A step that drops unsaved edits.
  enum Departure: Equatable {
    case quit
    case open(String)

    /// The command that does it.
    var command: String { if case .quit = self { ".quit" } else { ".open" } }
  }

  /// Whether a step may drop the edits that are not saved: if there are none, if it `drops` them on purpose, or if the
  /// previous line was refused the same step. Otherwise reports them, in a script as an error.
  func mayDropEdits(by step: Departure, drops: Bool = false) throws(ToolError) -> Bool {
    guard !drops, refusals.before != step, let count = data?.unsavedCount, count > 0 else {
      return true
    }
    refusals.now = step
    let them = count == 1 ? "it" : "them"
    let advice =
      isScript && stopsAtErrors
      ? "\(step.command) --drop drops \(them)" : "\(step.command) again to drop \(them)"
    let text = Self.unsaved(count, advice)
    guard !isScript else { throw .message(text) }
    try say(text)
    return false
  }

  /// Ends the session, as Ctrl-D does. At a terminal unsaved edits delay that until the next call.
  func leave() throws(ToolError) {
    refusals = (before: refusals.now, now: nil)
    isOver = try mayDropEdits(by: .quit)
  }

  /// Ends a session whose lines have ended, and reports unsaved edits that the last line was not refused to drop.
  func endOfScript() throws(ToolError) {
    let isSaid = hasStopped ? refusals.now != nil : refusals.now == .quit
    guard !isOver, !isSaid, let count = data?.unsavedCount, count > 0 else { return }
    hasFailed = true
    try flush()
    surroundings.messages.report(
      Self.unsaved(
        count,
        hasStopped
          ? "the script ended at its first error, see .help .bail"
          : ".quit --drop drops \(count == 1 ? "it" : "them")"))
  }

  /// `1 edit is not saved; …`
  private static func unsaved(_ count: Int, _ advice: String) -> String {
    "\(ValueText.count(count, "edit")) \(count == 1 ? "is" : "are") not saved; \(advice)"
  }
}
