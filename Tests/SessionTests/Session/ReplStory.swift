import FilterEngine
import FilterJSON
import TestSupport
import ToolTestSupport

/// One session: its lines, and what the model says of each.
final class ReplStory {
  private static let predicates = [
    "k > 2", "k == nil", "t == 'a'", "t != 'b' AND k < 4", "id > 3", "TRUEPREDICATE",
    "FALSEPREDICATE", "t BEGINSWITH 'a' OR k == 1", "id IN {2, 4, 6, 61}",
  ]
  private static let texts = ["a", "b", "ab", "B", "", "c"]

  var dice: SeededGenerator
  var model: ReplModel
  let hasIDs: Bool
  let folder: Folder

  init(_ seed: UInt64, _ folder: Folder) {
    dice = SeededGenerator(seed: seed)
    hasIDs = dice.chance(60)
    self.folder = folder
    model = ReplModel(lines: [])
    let count = dice.chance(20) ? 60 + dice.below(20) : dice.below(8)
    model = ReplModel(lines: (0..<count).map { row(id: $0 + 1) })
  }

  func row(id: Int? = nil) -> String {
    var members: [String] = []
    if hasIDs, id != nil || !dice.chance(8) { members.append("\"id\":\(id ?? dice.below(14))") }
    let number = dice.below(6)
    if number < 5 || dice.chance(50) {
      members.append("\"k\":\(number < 5 ? "\(number)" : "null")")
    }
    members.append("\"t\":\"\(dice.pick(Self.texts))\"")
    return "{\(members.joined(separator: ","))}"
  }

  func key() -> FilterValue {
    if let row = model.state.rows.randomElement(using: &dice), dice.chance(85) {
      return model.key(of: row)
    }
    return .int(Int64(dice.below(99)))
  }

  func test() -> (text: String, passes: (ReplModel.Row) -> Bool) {
    let text = dice.pick(Self.predicates)
    guard let predicate = try? FilterPredicate<FilterValue>(text: text) else {
      return (text, { _ in false })
    }
    return (text, { (try? predicate.matches($0.value)) == true })
  }

  func name() -> (text: String, name: String, group: String?) {
    let (name, group) = (dice.pick(["A", "B"]), dice.pick([nil, nil, "g", "h"]))
    return (name + (group.map { "@" + $0 } ?? ""), name, group)
  }

  /// A line, and what it is to print, or why it is refused.
  func step() throws(ReplModel.Refusal) -> (line: String, () throws(ReplModel.Refusal) -> String) {
    if model.isRefused, dice.chance(60) { return open() }
    if dice.chance(20) {
      return dice.chance(60)
        ? (".undo", { () throws(ReplModel.Refusal) in try self.model.undo() })
        : (".redo", { () throws(ReplModel.Refusal) in try self.model.redo() })
    }
    switch dice.below(20) {
    case 0, 1:
      let row = row()
      return (".add \(row)", { () throws(ReplModel.Refusal) in try self.model.add(row) })
    case 2, 3:
      let key = key()
      let text = String(decoding: JSONWriter().bytes(key), as: UTF8.self)
      return (".remove \(text)", { () throws(ReplModel.Refusal) in try self.model.remove(key) })
    case 4, 5: return replacement()
    case 6: return merge()
    case 7, 8: return filter()
    case 9: return search()
    case 10: return sort()
    case 11: return arrangement()
    case 12: return batch()
    case 13, 14:
      let (text, passes) = test()
      return (text, { self.model.ask(passes) })
    case 15, 16:
      let limit = dice.chance(30) ? nil : dice.below(9)
      return (".show \(limit.map(String.init) ?? "")", { self.model.show(limit) })
    case 17:
      let key = key()
      let text = String(decoding: JSONWriter().bytes(key), as: UTF8.self)
      return (
        ".explain row \(text)",
        { () throws(ReplModel.Refusal) in
          self.model.forgetMatches()
          return try self.model.why(key)
        }
      )
    case 18: return file()
    default: return output()
    }
  }

  typealias Step = (line: String, () throws(ReplModel.Refusal) -> String)

  private func replacement() -> Step {
    var row = row()
    guard model.state.identity == nil else {
      // The key of a row that is there, more often than not.
      if model.state.identity == "id", case .int(let id) = key() { row = self.row(id: Int(id)) }
      let json = row
      return (
        ".replace \(json)",
        { () throws(ReplModel.Refusal) in
          try self.model.replace(number: nil, json)
        }
      )
    }
    guard case .int(let number) = key() else { return (".explain row 0", { "" }) }
    let json = row
    return (
      ".replace \(number) \(json)",
      { () throws(ReplModel.Refusal) in
        try self.model.replace(number: Int(number), json)
      }
    )
  }

  private func filter() -> Step {
    let (title, name, group) = name()
    let (text, passes) = test()
    switch dice.below(6) {
    case 0: return (".filter clear", { self.model.removeAllFilters() })
    case 1:
      return (
        ".filter remove \(title)",
        { () throws(ReplModel.Refusal) in
          self.model.forgetMatches()
          _ = try self.model.named(name, group)
          return self.model.removeFilters(name, group)
        }
      )
    case 2:
      return (
        ".filter replace \(title) \(text)",
        { () throws(ReplModel.Refusal) in
          self.model.forgetMatches()
          let old = try self.model.named(name, group)
          return self.model.filter(
            ReplModel.NamedFilter(name: old.name, group: old.group, text: text, passes: passes))
        }
      )
    default:
      return (
        ".filter add \(title) \(text)",
        {
          self.model.filter(
            ReplModel.NamedFilter(name: name, group: group, text: text, passes: passes))
        }
      )
    }
  }

  private func search() -> Step {
    let text = dice.pick(Self.texts)
    guard !text.isEmpty else {
      return (".search", { self.model.removeFilters("search", "search") })
    }
    let filter = ReplModel.NamedFilter(name: "search", group: "search", text: text) {
      $0.text.lowercased().contains(text.lowercased())
    }
    return (".search \(text)", { self.model.filter(filter) })
  }

  private func sort() -> Step {
    let keys = dice.pick([
      [], [("k", true)], [("k", false)], [("t", true), ("k", false)], [("t", false), ("id", true)],
    ])
    let text = keys.map { $0.0 + ($0.1 ? "" : ":desc") }.joined(separator: ",")
    return (
      ".sort \(text)",
      {
        self.model.sort(keys.map { (key: $0.0, isAscending: $0.1) })
        return ""
      }
    )
  }

  private func arrangement() -> Step {
    if dice.chance(60) {
      let key = dice.pick([nil, "k", "t"])
      return (".section \(key ?? "")", { self.model.section(key) })
    }
    let key = dice.pick([nil, nil, "id", "k"])
    return (
      ".identity \(key ?? "")",
      { () throws(ReplModel.Refusal) in
        try self.model.identify(by: key)
      }
    )
  }

  private func output() -> Step {
    if dice.chance(50) {
      let names = dice.pick([nil, ["k", "t"], ["t"], ["nothing", "k"]])
      return (
        ".select \(names?.joined(separator: ",") ?? "")",
        {
          self.model.forgetMatches()
          self.model.selected = names
          return ""
        }
      )
    }
    let isCSV = dice.chance(50)
    return (
      ".mode \(isCSV ? "csv" : "jsonl")",
      {
        self.model.forgetMatches()
        self.model.isCSV = isCSV
        return ""
      }
    )
  }
}
