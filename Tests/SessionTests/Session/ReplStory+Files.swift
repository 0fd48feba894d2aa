import FilterEngine
import TestSupport
import Testing
import ToolTestSupport

// Lines about files and batches.
extension ReplStory {
  func merge() -> Step {
    if model.canMergeFile, dice.chance(50) { return mergeFile() }
    // A text of many rows is asked as a whole.
    let isLong = model.state.rows.count > 50 && dice.chance(60)
    let first = isLong ? 1 : dice.below(8)
    var lines = (0..<(isLong ? 64 + dice.below(4) : dice.below(5))).map { row(id: first + $0) }
    if model.state.identity == "k" { lines = lines.prefix(1).map { $0 } }
    let rows = lines
    write(rows, to: "more.jsonl")
    return (".merge more.jsonl", { () throws(ReplModel.Refusal) in try self.model.merge(rows) })
  }

  private func write(_ lines: [String], to name: String) {
    do { _ = try folder.file(name, lines.map { $0 + "\n" }.joined()) } catch { Issue.record(error) }
  }

  /// Others drop rows of the file, change some, and add some.
  private func mergeFile() -> Step {
    var lines: [String] = []
    var ids: Set<Int64> = []
    // Where rows are identified by number, their ids do not matter.
    let (stays, changes) = (dice.pick([100, 90, 60]), dice.pick([5, 30]))
    for row in model.file {
      var id = Int64(dice.below(99))
      if case .int(let number) = row.member("id") { id = number }
      ids.insert(id)
      guard dice.chance(stays) else { continue }
      lines.append(dice.chance(changes) ? self.row(id: Int(id)) : row.json)
    }
    for _ in 0..<dice.below(3) {
      let id = Int64(dice.below(99))
      if ids.insert(id).inserted { lines.insert(row(id: Int(id)), at: dice.below(lines.count + 1)) }
    }
    if dice.chance(10) { lines.shuffle(using: &dice) }
    let rows = lines
    guard model.batches.isEmpty else {
      return (
        ".end",
        {
          self.model.end(); return ""
        }
      )
    }
    write(rows, to: "rows.jsonl")
    return (".merge", { () throws(ReplModel.Refusal) in try self.model.mergeFile(rows) })
  }

  func batch() -> Step {
    guard !model.batches.isEmpty, dice.chance(60) else {
      return (
        ".begin",
        {
          self.model.begin(); return ""
        }
      )
    }
    if dice.chance(50) {
      return (
        ".end",
        {
          self.model.end(); return ""
        }
      )
    }
    return (".rollback", { self.model.rollback() })
  }

  func open() -> Step {
    (
      ".open rows.jsonl",
      { () throws(ReplModel.Refusal) in try self.model.openUnlessEdited() }
    )
  }

  func file() -> Step {
    switch dice.below(5) {
    case 0: return open()
    case 1: return (".open --drop rows.jsonl", { self.model.open() })
    case 3: return (".save --force other.jsonl", { self.model.save("other.jsonl") })
    case 2: return (".save", { self.model.save("rows.jsonl") })
    default:
      return (
        ".filters",
        {
          self.model.forgetMatches()
          return self.model.titles
        }
      )
    }
  }
}
