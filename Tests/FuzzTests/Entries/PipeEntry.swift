import FilterEngine
import FilterJSON
import FilterableResults
import FilterableResultsUI
import FilterableResultsTesting
import ResultsTestSupport

@testable import FrcQuery

extension FuzzEntry {
  /// Requests of the pipe, a line each.
  static let pipe = FuzzEntry("pipe") { bytes in
    let run = PipeRun()
    for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(64) { try run.send(line) }
  }
}

/// A session whose answers are read, beside results whose changes are shown to strict list views.
private final class PipeRun {
  private let session = PipeSession(libraries: .standard)
  private let results = RequestSession(libraries: .standard)
  private let reader = JSONReader(tagged: true)
  private let replay: ChangeReplay<RowReference>
  private var depth = 0

  init() {
    // Rows of other texts can have equal values.
    let value = results.store.value
    replay = ChangeReplay {
      value($0).description
    } isSame: { left, right in
      left.isLoaded == right.isLoaded
        && left.sections.elementsEqual(right.sections) { left, right in
          left.key == right.key && left.items.map(value) == right.items.map(value)
        }
    }
  }

  /// Sends one line, reads the answer, and follows what it changes.
  func send(_ line: ArraySlice<UInt8>) throws {
    let what = String(decoding: line, as: UTF8.self)
    guard !what.isUnsteady else { return }
    let answer = session.answer(line)
    guard !answer.contains(UInt8(ascii: "\n")), case .object(let members) = try? read(answer)
    else { throw FuzzMismatch("\(what): \(String(decoding: answer, as: UTF8.self))") }
    guard let request = try? read(Array(line)) else {
      if members["error"] == nil { throw FuzzMismatch("\(what) is answered") }
      return
    }
    let own: Answer
    do throws(ToolError) {
      own = try Operation.answer(request, results)
    } catch {
      if members["error"] == nil { throw FuzzMismatch("\(what) is only sometimes refused") }
      return try compare(what)
    }
    if members["error"] != nil { throw FuzzMismatch("\(what) is only sometimes refused") }
    var plain = own
    if case .noted(let noted, notes: _) = own { plain = noted }
    guard case .changes(let changes, _, _, _) = plain else { return }
    if case .object(let members) = request, case .string(let operation) = members["op"] {
      switch operation {
      case "begin": depth += 1
      case "end", "rollback": depth -= 1
      default: break
      }
    }
    for change in changes { try replay.apply(change, what) }
    try compare(what)
  }

  /// Both show the same; outside of a batch it is what the views show.
  private func compare(_ what: String) throws {
    var shown: [UInt8] = Array("{".utf8)
    try Answer.snapshot(results.controller.shownRows(), results.summaries)
      .write(to: &shown, JSONWriter(style: .tagged), results.run)
    shown.append(UInt8(ascii: "}"))
    let told = session.answer(#"{"op":"snapshot"}"#.utf8)
    if told != shown {
      throw FuzzMismatch(
        "\(what): \(String(decoding: told, as: UTF8.self)) and \(String(decoding: shown, as: UTF8.self))"
      )
    }
    if depth == 0 { try replay.check(results.controller.shownRows(), what) }
  }

  private func read(_ bytes: [UInt8]) throws -> FilterValue { try reader.read(bytes) }
}

/// Strict list views of every form that follow the changes of a controller.
final class ChangeReplay<Item: Filterable> {
  private let views: [(view: StrictView<String>, adapter: ListViewAdapter<Item>)]
  private let text: (Item) -> String
  private let isSame: (ResultsSnapshot<Item>, ResultsSnapshot<Item>) -> Bool
  private var last = ResultsSnapshot<Item>(sections: nil)

  convenience init(_ text: @escaping (Item) -> String) where Item: Equatable {
    self.init(text) { $0 == $1 }
  }

  init(
    _ text: @escaping (Item) -> String,
    isSame: @escaping (ResultsSnapshot<Item>, ResultsSnapshot<Item>) -> Bool
  ) {
    (self.text, self.isSame) = (text, isSame)
    func cell(_ row: ResultsRow<Item>?) -> String? {
      guard let row else { return nil }
      return switch row {
      case .item(let item): text(item)
      case .group(let group): "group " + group.items.map(text).joined(separator: ",")
      case .extra(let extra): "extra \(extra.id) \(extra.value)"
      }
    }
    views = [ListViewAdapter<Item>.Form.batch, .staged, .sequential].map { form in
      let view = StrictView<String>()
      let adapter = ListViewAdapter<Item>(view, form: form)
      view.counts = { [unowned adapter] in adapter.rows.counts }
      view.cell = { [unowned adapter] path in cell(adapter.rows.row(at: path)) }
      return (view, adapter)
    }
  }

  /// Shows a change, which has to begin with what the last one led to.
  func apply(_ change: ResultsChange<Item>, _ what: String) throws(FuzzMismatch) {
    guard isSame(change.old, last) else { throw FuzzMismatch("\(what): a change begins elsewhere") }
    if !change.isReload, change.changeset.isEmpty { throw FuzzMismatch("\(what): no change") }
    last = change.new
    for (view, adapter) in views {
      adapter.apply(change)
      if let problem = view.problems.first { throw FuzzMismatch("\(what) breaks \(problem)") }
    }
    try checkAlgebra(change, what)
  }

  /// What the changes led to is what is shown.
  func check(_ snapshot: ResultsSnapshot<Item>, _ what: String) throws(FuzzMismatch) {
    guard isSame(snapshot, last) else { throw FuzzMismatch("\(what): something changes untold") }
    guard snapshot.isLoaded else { return }
    let rows = snapshot.sections.map { section in section.items.map(text) }
    for (view, _) in views { try expectSame(view.rows, rows, what) }
  }

  private func checkAlgebra(
    _ change: ResultsChange<Item>, _ what: String
  ) throws(FuzzMismatch) {
    guard !change.isReload else { return }
    let leadsThere: Bool
    do throws(ChangesetError) {
      try change.changeset.validate(from: change.old.sectionCounts, to: change.new.sectionCounts)
      let inverse = change.inverse
      let nothing = try change.composed(with: inverse)
      let ends = (
        try change.applying(to: change.old), try inverse.applying(to: change.new),
        try nothing.applying(to: change.old)
      )
      leadsThere =
        isSame(ends.0, change.new) && isSame(ends.1, change.old) && isSame(ends.2, change.old)
    } catch {
      throw FuzzMismatch("\(what): \(error)")
    }
    guard leadsThere else { throw FuzzMismatch("\(what): a change leads elsewhere") }
  }
}
