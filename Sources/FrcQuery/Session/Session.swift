internal import FilterEngine
internal import FilterSyntax

/// The state of a session.
final class Session {
  /// The number of rows that a predicate shows.
  static let shownRows = 50

  /// The maximum depth of scripts that read scripts.
  static let maximumScriptDepth = 16

  /// The maximum number of scripts that a line may read, directly or indirectly.
  static let maximumScriptCount = 1_000

  /// The longest line of a script, in bytes: 64 MiB.
  static let maximumScriptLine = 64 << 20

  let surroundings: Surroundings
  let sink: ByteSink

  /// Takes everything that is not rows or what a command was asked for; nil if `sink` takes that too.
  private let status: ByteSink?
  let isTerminal: Bool
  var libraries: FilterLibraries
  var data: (any SessionRows)?

  /// The form of the open file.
  var form = InputForm()
  var mode = RowFormat.usual(onTerminal: true)
  var columns: [KeyColumn]?
  var showsChanges = false
  var isTiming = false

  /// The scripts that are being read, each by the one before it, and the number of those that the line has read.
  var scripts: [FileStamp] = []
  var scriptCount = 0

  /// Whether the session ends before the next line.
  var isOver = false

  /// The refused steps of the previous line and of this one: steps that would drop unsaved edits.
  var refusals: (before: Departure?, now: Departure?)

  /// Whether a line of a script was wrong, and whether rows refused an edit.
  var (hasFailed, hasLeftRows) = (false, false)

  /// Whether a script ends at its first error, and whether one has.
  var (stopsAtErrors, hasStopped) = (true, false)

  /// Whether lines come from a script, so that nobody reads what they print before the next one.
  var isScript: Bool { !isTerminal || !scripts.isEmpty }

  /// The previous line, if it was a predicate.
  private(set) var previousPredicate: CommandWords?

  /// The reason that a change of the watched file could not be read, as it was reported; nil if it could.
  var unreadableChange: String?

  /// Called before something is printed that no command asked for.
  var willPrint: (() -> Void)?

  /// The key paths of the open data, for completion.
  var knownKeys: [RowSchema.Entry]?

  /// The completion of filters of the open data, and the rows that it was made of.
  var knownCompletion: (completion: FilterCompletion<FilterValue>, rows: [FilterValue])?

  /// The policy of each line; nil without one.
  let policy: SessionPolicy?

  /// The limits of each line.
  let limits: EvaluationLimits

  /// The seconds for which a line waits for other programs that lock tables.
  let lockTimeout: Double

  init(
    in surroundings: Surroundings, status: ByteSink? = nil, isTerminal: Bool,
    libraries: FilterLibraries,
    limits: EvaluationLimits = .standard, lockTimeout: Double = Query.usualLockTimeout,
    policy: SessionPolicy? = nil
  ) {
    self.surroundings = surroundings
    self.lockTimeout = lockTimeout
    sink = surroundings.sink()
    self.status = status
    self.policy = policy
    self.limits = policy?.limits(beside: limits) ?? limits
    self.isTerminal = isTerminal
    self.libraries = libraries
  }

  /// Does what a line says.
  func run(_ line: String) throws(ToolError) {
    if scripts.isEmpty { Interrupt.clear() }
    try followFile()
    let start = surroundings.seconds()
    try data?.beginLine(tracksChanges: showsChanges)
    try paged { () throws(ToolError) in
      // Before a pager waits for its reader.
      defer { data?.endLine() }
      try perform(line)
    }
    if isTiming {
      let thousandths = Int(((surroundings.seconds() - start) * 1000).rounded())
      let digits = String(1000 + thousandths % 1000).dropFirst()
      try say("\(thousandths / 1000).\(digits) s")
    }
  }

  private func perform(_ line: String) throws(ToolError) {
    var words = CommandWords(line)
    if words.isEmpty || Self.isComment(words.rest) { return }
    let previous = previousPredicate
    previousPredicate = nil
    refusals = (before: refusals.now, now: nil)
    // A command may change the rows that the known keys are read from.
    knownKeys = nil
    knownCompletion = nil
    guard words.rest.begins(with: "."), !Self.isNumber(words.rest) else {
      try show(matching: words, limit: Self.shownRows)
      return previousPredicate = words
    }
    let name = try words.next() ?? ""
    guard let command = Command.named(name) else { throw Command.unknown(name) }
    guard policy == nil || SessionPolicy.lines.contains(command.name) else {
      throw SessionPolicy.refusal(of: command.name)
    }
    if name == ".show" { previousPredicate = previous }
    do throws(ToolError) {
      try command.run(self, words)
    } catch {
      if case .misuse = error { throw command.misuse }
      throw error
    }
    try report()
    try flush()
  }

  /// Writes a line about rows, or about what was done.
  func say(_ text: String) throws(ToolError) {
    guard let status else { return try sink.write(text.endingInNewline) }
    // In the order in which both were written, where they are shown in one place
    try sink.flush()
    // A lost status is no reason to end a script.
    try? status.write(text.endingInNewline)
    try? status.flush()
  }

  /// `/* a remark */`, and the first line of a script that names its program
  private static func isComment(_ text: String) -> Bool {
    if text.begins(with: "#!") { return true }
    guard text.begins(with: "/*"), text.ends(with: "*/"), text.utf8.count >= 4 else { return false }
    return !text.dropping(2, last: 2).has("*/")
  }

  /// `.5 < x`
  private static func isNumber(_ text: String) -> Bool {
    text.utf8.dropFirst().first?.isDigit ?? false
  }

  /// The data, which a command needs.
  func opened() throws(ToolError) -> any SessionRows {
    guard let data else { throw .message("no data is open, see .help .open") }
    return data
  }

  /// The options of each text of a line.
  var options: FilterOptions {
    FilterOptions(libraries: libraries, limits: limits, policy: policy?.texts)
  }

  /// A key path or an expression; nil for no text.
  func key(_ text: String) throws(ToolError) -> KeyColumn? {
    guard !text.isEmpty else { return nil }
    return try KeyColumn(text, libraries: libraries).permitted(by: policy?.texts, libraries)
      .resolved(in: firstRows())
  }

  /// A sort key.
  func sortKey(_ text: String) throws(ToolError) -> SortColumn {
    let key = try SortColumn(text, libraries: libraries)
    return try key.with(key.column.permitted(by: policy?.texts, libraries))
      .resolved(in: firstRows())
  }

  /// A predicate over values, which begins so many bytes into the line.
  func predicate(
    _ text: String, offset: Int
  ) throws(ToolError) -> FilterPredicate<FilterValue> {
    guard !text.isEmpty else { throw .message("a predicate is missing") }
    do throws(SyntaxError) {
      if policy != nil { _ = try FilterPredicate<FilterValue>(text: text, options: options) }
      // The rows have nothing but what the policy permits.
      let predicate = try FilterPredicate<FilterValue>(
        text: text, options: FilterOptions(libraries: libraries, limits: limits))
      if let error = data?.unknownKey(in: predicate.syntax, of: text) { throw error }
      return predicate
    } catch {
      throw .syntax(error.proposingKey(of: sampleEntries().map(\.names)), offset: offset)
    }
  }
}
