import FilterEngine
import FilterJSON

/// What a session of the REPL is to answer, worked out over a plain list of rows.
struct ReplModel {
  struct Row {
    /// What tells the row from one that took its place.
    final class Token {}

    let token = Token()
    let number: Int
    let json: String
    let value: FilterValue

    init(number: Int, json: String) {
      self.number = number
      self.json = json
      value = (try? JSONReader().read(json)) ?? .null
    }

    func member(_ name: String) -> FilterValue {
      guard case .object(let object) = value else { return .null }
      return object[name] ?? .null
    }

    var text: String {
      if case .string(let text) = member("t") { text } else { "" }
    }
  }

  struct NamedFilter {
    let name: String
    let group: String?
    let text: String
    let passes: (Row) -> Bool

    var title: String { "\(fullName)  \(text)" }

    private var fullName: String { name + (group.map { "@" + $0 } ?? "") }

    /// The lines of the filter for a row that it hides; none for a search.
    func explanation(of row: Row, isAlone: Bool) -> String {
      guard group != "search", let predicate = try? FilterPredicate<FilterValue>(text: text) else {
        return ""
      }
      let lines = predicate.explanation(of: row.value).description.split(separator: "\n")
      return (isAlone ? "" : "\(fullName):\n") + lines.map { "  \($0)\n" }.joined()
    }
  }

  struct State {
    var rows: [Row] = []
    var identity: String?
    var filters: [NamedFilter] = []
    var sort: [(key: String, isAscending: Bool)] = []
    var section: String?
  }

  struct Refusal: Error, Equatable { let text: String }

  var state = State()
  private(set) var batches: [State] = []
  /// The rows that are in the file.
  private(set) var file: [Row]
  private var nextNumber = 1
  var matches: [Row]?

  /// The rows before the last edits, and those that were taken back.
  private var (undoable, redoable): ([[Row]], [[Row]]) = ([], [])
  private var lastRows: [Row] = []

  /// Whether the last line was refused to drop edits.
  var isRefused = false
  var selected: [String]?
  var isCSV = false

  /// A session over lines of JSON.
  init(lines: [String]) {
    file = lines.map { Row(number: 0, json: $0) }
    _ = open()
  }

  // MARK: - Rows

  mutating func open() -> String {
    state = State()
    batches = []
    matches = nil
    selected = nil
    file = file.enumerated().map { Row(number: $0 + 1, json: $1.json) }
    state.rows = file
    nextNumber = file.count + 1
    state.identity = usualIdentity
    forgetSteps()
    return "\(count(state.rows.count, "row")), identified by \(identityName)\n"
  }

  /// Opens the file if no edit is lost, or if that was refused by the line before.
  mutating func openUnlessEdited() throws(Refusal) -> String {
    matches = nil
    let count = unsavedCount
    guard count > 0, !isRefused else {
      isRefused = false
      return open()
    }
    isRefused = true
    let (edits, them) = count == 1 ? ("edit is", "it") : ("edits are", "them")
    throw Refusal(text: "\(count) \(edits) not saved; .open --drop drops \(them)")
  }

  /// The number of edits that the file does not have.
  var unsavedCount: Int {
    if state.rows.map(\.json) == file.map(\.json) { return 0 }
    var gone = file.filter { row in !state.rows.contains { $0.token === row.token } }
    var count = 0
    var added: [Row] = []
    for row in state.rows where !file.contains(where: { $0.token === row.token }) {
      if let place = gone.lastIndex(where: { key(of: $0) == key(of: row) }) {
        if gone.remove(at: place).json != row.json { count += 1 }
      } else {
        added.append(row)
      }
    }
    // A row keeps its number when its key changes.
    for row in added {
      let place = gone.firstIndex { $0.number == row.number }
      if place.map({ gone.remove(at: $0).json }) != row.json { count += 1 }
    }
    return max(1, count + gone.count)
  }

  private var usualIdentity: String? {
    !state.rows.isEmpty && conflict(of: "id") == nil ? "id" : nil
  }

  var identityName: String { state.identity ?? "row number" }

  func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  func key(of row: Row) -> FilterValue {
    state.identity.map { row.member($0) } ?? .int(Int64(row.number))
  }

  func json(_ value: FilterValue) -> String {
    String(decoding: JSONWriter().bytes(value), as: UTF8.self)
  }

  private func place(_ key: FilterValue) throws(Refusal) -> Int {
    if let place = state.rows.firstIndex(where: { self.key(of: $0) == key }) { return place }
    throw Refusal(text: "no row has the \(identityName) \(json(key))")
  }

  private func conflict(of identity: String, in rows: [Row]? = nil) -> String? {
    var seen: [FilterValue] = []
    for row in rows ?? state.rows {
      let value = row.member(identity)
      if value == .null { return "row \(row.number) has no \(identity)" }
      if seen.contains(value) {
        return "more than one row has the \(identity) \(json(value)), such as row \(row.number)"
      }
      seen.append(value)
    }
    return nil
  }

  private func requireKey(_ row: Row) throws(Refusal) {
    guard let identity = state.identity, row.member(identity) == .null else { return }
    throw Refusal(text: "the row has no \(identity), by which rows are identified")
  }

  mutating func identify(by key: String?) throws(Refusal) -> String {
    matches = nil
    if let key, let conflict = conflict(of: key) { throw Refusal(text: conflict) }
    state.identity = key ?? usualIdentity
    return "rows are identified by \(identityName)\n"
  }

  mutating func add(_ json: String) throws(Refusal) -> String {
    matches = nil
    let row = Row(number: nextNumber, json: json)
    try requireKey(row)
    guard (try? place(key(of: row))) == nil else {
      throw Refusal(text: "a row has the \(identityName) \(self.json(key(of: row))) already")
    }
    state.rows.append(row)
    nextNumber += 1
    let isShown = state.filters.allSatisfy { $0.passes(row) }
    return (isShown ? "" : "the new row is hidden\n") + shownCount
  }

  mutating func remove(_ key: FilterValue) throws(Refusal) -> String {
    matches = nil
    state.rows.remove(at: try place(key))
    return shownCount
  }

  mutating func replace(number: Int?, _ json: String) throws(Refusal) -> String {
    matches = nil
    let row = Row(number: 0, json: json)
    if number == nil { try requireKey(row) }
    let place = try place(number.map { .int(Int64($0)) } ?? key(of: row))
    state.rows[place] = Row(number: state.rows[place].number, json: json)
    return shownCount
  }

  /// Rows of another file, whose keys are all different.
  mutating func merge(_ lines: [String]) throws(Refusal) -> String {
    matches = nil
    let rows = lines.enumerated().map { Row(number: nextNumber + $0, json: $1) }
    for row in rows { try requireKey(row) }
    var known = 0
    for row in rows {
      if let place = try? place(key(of: row)) {
        state.rows[place] = row
        known += 1
      } else {
        state.rows.append(row)
      }
    }
    nextNumber += rows.count
    return "\(count(known, "row")) known, \(count(rows.count - known, "row")) new\n"
      + (state.filters.isEmpty ? "" : shownCount)
  }

  mutating func save(_ name: String) -> String {
    matches = nil
    if name == "rows.jsonl" { file = state.rows }
    return "\(count(state.rows.count, "row")) written to \(name)\n"
  }

  mutating func adopt(_ rows: [Row], file: [Row], nextNumber: Int) {
    state.rows = rows
    self.file = file
    self.nextNumber = nextNumber
    forgetSteps()
  }

  // MARK: - Steps

  private func isSame(_ left: [Row], _ right: [Row]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { $0.token === $1.token }
  }

  private mutating func forgetSteps() { (undoable, redoable, lastRows) = ([], [], state.rows) }

  /// Records the edits of a line.
  mutating func endLine() {
    guard batches.isEmpty, !isSame(lastRows, state.rows) else { return }
    undoable.append(lastRows)
    redoable = []
    lastRows = state.rows
  }

  mutating func undo() throws(Refusal) -> String {
    let note = try restore(undoable.last, "undo")
    redoable.append(lastRows)
    lastRows = undoable.removeLast()
    return note + shownCount
  }

  mutating func redo() throws(Refusal) -> String {
    let note = try restore(redoable.last, "redo")
    undoable.append(lastRows)
    lastRows = redoable.removeLast()
    return note + shownCount
  }

  /// What is said of the rows that have another content, if some of them are hidden.
  private func note(from old: [Row], to new: [Row]) -> String {
    func named(_ rows: [Row]) -> [FilterValue: Row] {
      Dictionary(rows.map { (key(of: $0), $0) }) { $1 }
    }
    let (before, after) = (named(old), named(new))
    let changed = Set(before.keys).union(after.keys)
      .filter { before[$0]?.json != after[$0]?.json }
      .compactMap { before[$0] ?? after[$0] }
    let hidden = changed.count { row in !state.filters.allSatisfy { $0.passes(row) } }
    return hidden == 0
      ? "" : "\(count(changed.count, "row")) changed, \(hidden) of them hidden\n"
  }

  private mutating func restore(_ rows: [Row]?, _ verb: String) throws(Refusal) -> String {
    matches = nil
    guard batches.isEmpty else {
      throw Refusal(text: "end the batch first: .end or .rollback")
    }
    guard let rows else { throw Refusal(text: "there is nothing to \(verb)") }
    if let identity = state.identity, let conflict = conflict(of: identity, in: rows) {
      throw Refusal(
        text: "the \(verb) is refused, as rows are identified by \(identity), and then "
          + "\(conflict); see .help .identity")
    }
    defer { state.rows = rows }
    return note(from: state.rows, to: rows)
  }

  // MARK: - Batches

  mutating func begin() {
    matches = nil
    batches.append(state)
  }

  mutating func end() {
    matches = nil
    batches.removeLast()
  }

  mutating func rollback() -> String {
    matches = nil
    state = batches.removeLast()
    return shownCount
  }

  // MARK: - Filters

  mutating func filter(_ filter: NamedFilter) -> String {
    matches = nil
    let place = state.filters.firstIndex {
      filter.group == nil
        ? $0.group == nil && $0.name == filter.name : $0.group == filter.group
    }
    if let place { state.filters[place] = filter } else { state.filters.append(filter) }
    return shownCount
  }

  private func isNamed(_ filter: NamedFilter, _ name: String, _ group: String?) -> Bool {
    filter.name == name && (group == nil || filter.group == group)
  }

  func named(_ name: String, _ group: String?) throws(Refusal) -> NamedFilter {
    if let filter = state.filters.first(where: { isNamed($0, name, group) }) { return filter }
    throw Refusal(
      text: "no filter is named '\(name)'" + (group.map { " in the group '\($0)'" } ?? ""))
  }

  mutating func removeFilters(_ name: String, _ group: String?) -> String {
    matches = nil
    state.filters = state.filters.filter { !isNamed($0, name, group) }
    return shownCount
  }

  mutating func removeAllFilters() -> String {
    matches = nil
    state.filters = []
    return shownCount
  }

  func why(_ key: FilterValue) throws(Refusal) -> String {
    let row = state.rows[try place(key)]
    let hiding = state.filters.filter { !$0.passes(row) }
    guard !hiding.isEmpty else { return "shown\n" }
    let titles = hiding.map(\.title).joined(separator: "\n          ")
    return "hidden by \(titles)\n"
      + hiding.map { $0.explanation(of: row, isAlone: hiding.count == 1) }.joined()
  }

  var titles: String { state.filters.map { $0.title + "\n" }.joined() }
}
