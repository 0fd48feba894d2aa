import FilterEngine
import FilterableResults
import Foundation
import Synchronization
import TestSupport
import Testing
import ToolTestSupport

@testable import FrcQuery

/// What `.undo` takes back and `.redo` makes again.
struct ReplUndoTests {
  private static let start = (1...5).map { "{\"id\":\($0), \"n\":\($0).50}" }

  private func ids(_ heard: HeardSession) throws -> String {
    _ = try heard.says(".mode jsonl")
    return try heard.says(".show").split(separator: "\n").dropLast()
      .compactMap { $0.firstMatch(of: /"id":(\d+)/)?.1 }.joined(separator: " ")
  }

  @Test func eachLineThatEditsIsAStep() throws {
    let heard = try HeardSession()
    try heard.load(Self.start)
    _ = try heard.folder.file("more.jsonl", "{\"id\":1,\"m\":1}\n{\"id\":9}\n")
    for line in [
      ".remove 2", ".sort id:desc", ".add {\"id\":7}", "id == 7", ".filter add A id > 2",
      ".merge \(heard.folder.path)/more.jsonl", ".begin", ".remove 3", ".remove 4", ".end",
      ".section n", ".section", ".filter clear",
    ] { _ = try heard.says(line) }
    #expect(try ids(heard) == "9 7 5 1")
    #expect(try heard.says(".undo") == "6 rows\n")
    #expect(try ids(heard) == "9 7 5 4 3 1")
    #expect(try heard.says(".undo") == "5 rows\n")
    #expect(try ids(heard) == "7 5 4 3 1")
    #expect(try heard.says(".undo") == "4 rows\n")
    #expect(try heard.says(".undo") == "5 rows\n")
    #expect(try heard.says(".undo") == "error: there is nothing to undo\n")
    #expect(try ids(heard) == "5 4 3 2 1")
    #expect(heard.session.data?.unsavedCount == 0)
    for rows in ["4 rows\n", "5 rows\n", "6 rows\n", "4 rows\n"] {
      #expect(try heard.says(".redo") == rows)
    }
    #expect(try heard.says(".redo") == "error: there is nothing to redo\n")
    #expect(try ids(heard) == "9 7 5 1")
    // Filters, order and sections stay.
    _ = try heard.says(".filter add A id > 5")
    #expect(try heard.says(".undo") == "2 rows changed, 2 of them hidden\n2 of 6 rows\n")
    #expect(try ids(heard) == "9 7")
  }

  @Test func aNewEditDropsWhatCouldBeRedone() throws {
    let heard = try HeardSession()
    try heard.load(Self.start)
    _ = try heard.says(".remove 2")
    _ = try heard.says(".remove 3")
    _ = try heard.says(".undo")
    _ = try heard.says(".filter add A id > 3")
    #expect(try heard.says(".redo") == "1 row changed, 1 of them hidden\n2 of 3 rows\n")
    _ = try heard.says(".undo")
    _ = try heard.says(".remove 4")
    #expect(try heard.says(".redo") == "error: there is nothing to redo\n")
    _ = try heard.says(".filter clear")
    #expect(try ids(heard) == "1 3 5")
    _ = try heard.says(".undo")
    _ = try heard.says(".undo")
    #expect(try ids(heard) == "1 2 3 4 5")
  }

  @Test func insideABatchNothingIsUndone() throws {
    let heard = try HeardSession()
    try heard.load(Self.start)
    _ = try heard.says(".remove 2")
    _ = try heard.says(".begin")
    let refusal = "error: end the batch first: .end or .rollback\n"
    #expect(try heard.says(".undo") == refusal)
    _ = try heard.says(".remove 3")
    #expect(try heard.says(".undo") == refusal && heard.says(".redo") == refusal)
    // A batch that was taken back is no step.
    _ = try heard.says(".rollback")
    #expect(try heard.says(".undo") == "5 rows\n")
    #expect(try heard.says(".redo") == "4 rows\n")
    // Nor is an empty one, or a line that failed.
    _ = try heard.says(".begin")
    _ = try heard.says(".end")
    _ = try heard.says(".add {\"id\":1}")
    #expect(try heard.says(".undo") == "5 rows\n")
  }

  @Test func rowsThatAnotherIdentityDoesNotAllowAreRefused() throws {
    let heard = try HeardSession()
    try heard.load(["{\"id\":1,\"k\":1}", "{\"id\":2,\"k\":1}", "{\"id\":3,\"k\":2}"])
    _ = try heard.says(".remove 2")
    _ = try heard.says(".identity k")
    #expect(
      try heard.says(".undo")
        == "error: the undo is refused, as rows are identified by k, and then more than one row "
        + "has the k 1, such as row 2; see .help .identity\n")
    #expect(try heard.session.data?.count() == 2)
    _ = try heard.says(".identity id")
    #expect(try heard.says(".undo") == "3 rows\n")
  }

  @Test func changesOfOthersEndWhatCanBeUndone() throws {
    let heard = try HeardSession()
    try heard.load(Self.start)
    _ = try heard.says(".remove 2")
    _ = try heard.folder.file("rows.jsonl", (Self.start + ["{\"id\":6}"]).joined(separator: "\n"))
    #expect(try heard.says(".merge").contains("1 added, 0 removed by others; 1 edit kept"))
    #expect(try heard.says(".undo") == "error: there is nothing to undo\n")
    #expect(try ids(heard) == "1 3 4 5 6")
  }

  /// What a row was before counts, and of a new row what it is.
  @Test func hiddenRowsAreCounted() throws {
    let heard = try HeardSession()
    try heard.load((1...4).map { "{\"id\":\($0),\"n\":\($0)}" })
    _ = try heard.says(".set n n + 10 where id > 1")
    _ = try heard.says(".filter add A n > 12")
    #expect(try heard.says(".undo") == "3 rows changed, 1 of them hidden\n0 of 4 rows\n")
    #expect(try heard.says(".redo") == "3 rows changed, 3 of them hidden\n2 of 4 rows\n")
    for line in [".filter clear", ".begin", ".remove 1", ".remove 4", ".end"] {
      _ = try heard.says(line)
    }
    _ = try heard.says(".filter add A n > 12")
    #expect(try heard.says(".undo") == "2 rows changed, 1 of them hidden\n2 of 4 rows\n")
    #expect(try heard.says(".redo") == "2 rows changed, 1 of them hidden\n1 of 2 rows\n")
    // A line that edits only visible rows says no more than before.
    for line in [".undo", ".set n 20"] { _ = try heard.says(line) }
    #expect(try heard.says(".undo") == "2 of 4 rows\n")
  }

  @Test func theChangeIsReportedAsOne() throws {
    let heard = try HeardSession()
    try heard.load(["1", "2", "3"])
    for line in [".begin", ".remove 1", ".remove 3", ".end", ".diff on"] {
      _ = try heard.says(line)
    }
    #expect(try heard.says(".undo") == "3 rows\ninsert [0,0]  1\ninsert [0,2]  3\n")
    #expect(try heard.says(".redo") == "1 row\ndelete [0,2]  3\ndelete [0,0]  1\n")
  }

  // MARK: - The history

  @Test func theOldestStepsAreDropped() throws {
    let text = RowText(bytes: [], starts: [])
    func insertion(_ number: UInt32) -> RowEdit {
      RowEdit(position: Int(number), old: nil, new: OpenRow(text: text, index: number))
    }
    func positions(_ steps: some Sequence<EditHistory<RowEdit>.Step>) -> [Int] {
      steps.flatMap { $0.edits.map(\.position) }
    }
    var history = EditHistory<RowEdit>(maximumSize: 1_000)
    for number in UInt32(0)..<5 {
      history.add(insertion(number))
      history.endStep { _ in 200 }
      #expect(positions(history.undoable) == Array(max(0, Int(number) - 2)...Int(number)))
    }
    // 128 bytes for a step, 200 for its edit
    #expect(history.undoable.map(\.size) == [328, 328, 328])
    history.move(.undo)
    history.add(insertion(5))
    #expect(positions(history.redoable) == [4])
    history.endStep { _ in 2_000 }
    #expect(history.redoable.isEmpty && positions(history.undoable) == [5])
    history.move(.undo)
    #expect(throws: ToolError.self) { try history.edits(.undo, isInBatch: false) }
    #expect(try history.edits(.redo, isInBatch: false).map(\.position) == [5])
  }

  /// A step is taken back by its edits, from the last one to the first, and with the columns of its side.
  @Test(arguments: RandomSearch.seeds(200))
  func aStepIsItsEdits(_ seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let texts = (0...8).map { _ in RowText(bytes: [], starts: []) }
    var lists: [[OpenRow]] = [(0..<6).map { OpenRow(text: texts[0], index: $0) }]
    var history = EditHistory<RowEdit>()
    func make(_ edit: RowEdit, in rows: inout [OpenRow]) {
      let end = edit.position + (edit.old == nil ? 0 : 1)
      #expect(edit.old == nil || rows[edit.position] == edit.old)
      rows.replaceSubrange(edit.position..<end, with: edit.new.map { [$0] } ?? [])
    }
    for number in 1...8 {
      var rows = lists[lists.count - 1]
      for index in 0...dice.below(3) {
        let position = dice.below(rows.count + 1)
        let old = position < rows.count && dice.chance(60) ? rows[position] : nil
        let new = OpenRow(text: texts[number], index: UInt32(index))
        let edit = RowEdit(
          position: position, old: old, new: old != nil && dice.chance(50) ? nil : new)
        make(edit, in: &rows)
        history.add(edit)
      }
      history.endStep(columns: ["\(number)"]) { _ in 1 }
      lists.append(rows)
    }
    var rows = lists[8]
    for (number, list) in lists.dropLast().enumerated().reversed() {
      for edit in try history.edits(.undo, isInBatch: false) { make(edit, in: &rows) }
      history.move(.undo)
      #expect(rows == list && history.columns == (number == 0 ? [] : ["\(number)"]))
    }
    for (number, list) in lists.enumerated().dropFirst() {
      for edit in try history.edits(.redo, isInBatch: false) { make(edit, in: &rows) }
      history.move(.redo)
      #expect(rows == list && history.columns == ["\(number)"])
    }
    #expect(throws: ToolError.self) { try history.edits(.redo, isInBatch: false) }
  }

  // MARK: - Edits by position

  /// The keys and the filter of other rows are not asked.
  @Test func anUndoReadsTheRowsOfItsStep() throws {
    let heard = try HeardSession()
    try heard.load((1...700).map { "{\"id\":\($0)}" })
    let path = try heard.folder.file("more.jsonl", "{\"id\":7,\"n\":1}\n{\"id\":2000}\n")
    let data = try #require(heard.session.data as? StoredRows)
    let calls = CallCount()
    try data.controller.configure { configuration in
      configuration.rows.identity = ResultsKey { [unowned data] row in
        calls.value.add(1, ordering: .relaxed)
        return data.key(of: row)
      }
    }
    data.controller.filters.add(
      ResultsFilter("Counted") { _ in
        calls.value.add(1, ordering: .relaxed)
        return true
      })
    for lines in [
      [".remove 500"], [".add {\"id\":0}"], [".replace {\"id\":3,\"n\":1}"], [".merge \(path)"],
      [".set --add n 2 where id < 5"],
      [".begin", ".remove 1", ".add {\"id\":1,\"n\":2}", ".end"],
    ] {
      for line in lines { #expect(try !heard.says(line).contains("error"), "\(line)") }
      for line in [".undo", ".redo"] {
        calls.value.store(0, ordering: .relaxed)
        #expect(try heard.says(line).hasSuffix(" rows\n"))
        #expect((1..<200).contains(calls.value.load(ordering: .relaxed)), "\(line) after \(lines)")
      }
    }
  }

  /// Edits by position would give two rows one key before the last of them.
  @Test func rowsThatExchangeKeysAreTakenBackAtOnce() throws {
    let heard = try HeardSession()
    try heard.load(["{\"id\":1,\"k\":7}", "{\"id\":2,\"k\":8}", "{\"id\":3,\"k\":9}"])
    _ = try heard.says(".set id 3 - id where id < 3")
    #expect(try ids(heard) == "2 1 3")
    #expect(try heard.says(".undo") == "3 rows\n")
    #expect(try ids(heard) == "1 2 3")
    #expect(try heard.says(".redo") == "3 rows\n")
    #expect(try ids(heard) == "2 1 3")
    // With insertions and removals in the step
    for line in [
      ".begin", ".add {\"id\":4,\"k\":9}", ".remove 3", ".set id 3 - id where id < 3", ".end",
    ] { _ = try heard.says(line) }
    #expect(try ids(heard) == "1 2 4")
    _ = try heard.says(".identity k")
    #expect(try heard.says(".undo") == "3 rows\n")
    #expect(try ids(heard) == "2 1 3")
    #expect(try heard.says(".redo") == "3 rows\n")
    #expect(try ids(heard) == "1 2 4")
    #expect(try heard.says(".explain row 9") == "shown\n")
  }

  /// An undo reports what filters could not be evaluated on among its rows, as other edits do.
  @Test func rowsOfOtherStepsAreNotReported() throws {
    let heard = try HeardSession()
    try heard.load(["{\"id\":1,\"n\":1}", "{\"id\":2,\"n\":\"x\"}", "{\"id\":3,\"n\":3}"])
    let failure = "1 row could not be evaluated and is hidden"
    #expect(try heard.says(".filter add A n + 1 > 0").contains(failure))
    _ = try heard.says(".remove 1")
    #expect(try heard.says(".undo") == "2 of 3 rows\n")
    for line in [".begin", ".remove 2", ".remove 3", ".end"] { _ = try heard.says(line) }
    #expect(try heard.says(".undo").contains(failure))
  }

  /// A row that a batch adds and removes is no step.
  @Test func aRowThatCameAndWentIsNoStep() throws {
    let heard = try HeardSession()
    try heard.load(Self.start)
    _ = try heard.says(".remove 2")
    for line in [".begin", ".add {\"id\":7}", ".replace {\"id\":7,\"n\":1}", ".remove 7", ".end"] {
      _ = try heard.says(line)
    }
    let data = try #require(heard.session.data as? StoredRows)
    #expect(data.history.undoable.count == 1)
    #expect(try heard.says(".undo") == "5 rows\n")
  }

  /// A merge may have rows with one key, of which the last counts.
  @Test func aMergeWithRepeatedKeysIsTakenBack() throws {
    let heard = try HeardSession()
    try heard.load(Self.start)
    let lines = [(8, 1), (3, 1), (8, 2), (3, 2), (9, 1)].map { "{\"id\":\($0),\"n\":\($1)}\n" }
    let path = try heard.folder.file("more.jsonl", lines.joined())
    _ = try heard.says(".merge \(path)")
    _ = try heard.says(".mode jsonl")
    let shown = try heard.says(".show")
    #expect(try ids(heard) == "1 2 3 4 5 8 9")
    #expect(try heard.says(".undo") == "5 rows\n")
    #expect(heard.session.data?.unsavedCount == 0)
    #expect(try heard.says(".redo") == "7 rows\n")
    #expect(try heard.says(".show") == shown)
  }

  // MARK: - Random sessions

  /// Undone to the beginning and redone to the end, each state saves the bytes that it saved before.
  @Test(arguments: RandomSearch.seeds(12))
  func eachStateHasItsBytesAgain(_ seed: UInt64) throws {
    for name in ["rows.jsonl", "rows.csv", "rows.json"] {
      let story = try UndoStory(seed, name)
      for _ in 0..<25 { try story.step() }
      try story.finish()
      let states = story.states
      var back = [states[states.count - 1]]
      while try !story.say(".undo").contains("nothing to undo") { back.append(try story.bytes()) }
      #expect(UndoStory.distinct(back.reversed()) == UndoStory.distinct(states), "\(story.lines)")
      var forth = [back[back.count - 1]]
      while try !story.say(".redo").contains("nothing to redo") { forth.append(try story.bytes()) }
      #expect(UndoStory.distinct(forth) == UndoStory.distinct(states), "\(story.lines)")
      #expect(forth[forth.count - 1] == states[states.count - 1], "\(story.lines)")
    }
  }
}

/// The number of calls of the keys and filters of a controller.
private final class CallCount: Sendable {
  let value = Atomic(0)
}

/// A random session, and the bytes that each state of its rows saves.
private final class UndoStory {
  let heard: HeardSession
  private(set) var lines: [String] = []

  /// The bytes by the number of steps before them
  private(set) var states: [String] = []

  private var dice: SeededGenerator
  private let name: String
  private var next = 10

  init(_ seed: UInt64, _ name: String) throws {
    heard = try HeardSession()
    dice = SeededGenerator(seed: seed)
    self.name = name
    let texts = [
      "rows.jsonl": "{\"id\":1, \"n\":1.50}\n\n{\"id\":2}\r\n{ \"id\":3,\"t\":\"x\"}",
      "rows.csv": "id,n,t\r\n1,1.50,\"x\"\r\n2,,\n3,7,\"a,b\"",
      "rows.json": "[ {\"id\":1, \"n\":1.50},\n  {\"id\":2} ,{\"id\":3,\n\"t\":\"x\"}\n]\n",
    ]
    let path = try heard.folder.file(name, texts[name] ?? "")
    try heard.session.open(path)
    states.append(try bytes())
    #expect(states[0] == texts[name])
  }

  @discardableResult func say(_ line: String) throws -> String {
    lines.append(line)
    return try heard.says(line)
  }

  /// The bytes that a file of the same format gets.
  func bytes() throws -> String {
    let path = "\(heard.folder.path)/saved-\(name)"
    _ = try heard.says(".save --force \(path)")
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  private func row() -> String {
    next += 1
    let members = ["\"n\":2.0", "\"t\":\"\"", "\"z\(dice.below(3))\":[1]"].filter { _ in
      dice.chance(40)
    }
    let id = dice.chance(50) ? dice.below(next) : next
    return "{" + (["\"id\":\(id)"] + members).joined(separator: ",") + "}"
  }

  func step() throws {
    switch dice.below(14) {
    case 0, 1, 2: try say(".add --add \(row())")
    case 3, 4: try say(".replace --add \(row())")
    case 5: try say(".remove \(dice.below(next))")
    case 6:
      let path = try heard.folder.file("more.jsonl", "\(row())\n\(row())\n")
      try say(".merge --add \(path)")
    case 7: try say(".begin")
    case 8: try say(dice.chance(70) ? ".end" : ".rollback")
    case 9:
      try say(dice.pick([".sort id:desc", ".filter add A id > 2", ".section n", ".select n"]))
    case 10: try say(".save")
    case 11, 12: try say(dice.pick([".undo", ".redo"]))
    default:
      try say(
        dice.pick([
          ".set --add n id * 2 where id > 2", ".set --add o 1", ".set --add t 'y' where id == 1",
          ".set id 13 - id where id BETWEEN {1, 12}",
        ]))
    }
    try record()
  }

  /// Ends batches, and drops what could be redone.
  func finish() throws {
    while let data = heard.session.data, data.batchDepth > 0 { try say(".end") }
    try record()
    try say(".add {\"id\":999}")
    try record()
  }

  /// Keeps the bytes of the state after each step that is in force.
  private func record() throws {
    guard let data = heard.session.data as? StoredRows, data.batchDepth == 0 else { return }
    let count = data.history.undoable.count
    states.removeLast(max(0, states.count - count - 1))
    let state = try bytes()
    if states.count == count { states.append(state) }
    states[count] = state
  }

  static func distinct(_ states: some Sequence<String>) -> [String] {
    states.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}
