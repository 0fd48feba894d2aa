import FilterEngine
import FilterSyntax
import Foundation
import Synchronization

extension FuzzEntry {
  /// A filter of the bytes under a policy of the bytes: whatever is accepted asks an item for nothing that
  /// the policy does not permit, and no way into the program says what is hidden.
  static let policy = FuzzEntry("policy") { bytes in
    var data = FuzzedData(bytes)
    _ = try PolicyRun(&data).check()
  }
}

/// A filter, a policy and an item that records what it is asked for.
struct PolicyRun {
  /// What came of a run.
  struct Outcome {
    var isAccepted = false
    var reads = 0
  }

  private static let choices = [
    "a", "b", "a.b", "a.a", "b.c", "c.a.b", "a.c.c", "a.b.name", "name", "b.name", "SELF",
  ]

  let text: String
  let permitted: [String]
  private let item: FilterValue

  /// The same item as plain values.
  let content: FilterValue

  private let log = KeyLog()

  init(_ data: inout FuzzedData) {
    var permitted: [String] = []
    for _ in 0...data.below(4) { permitted.append(data.pick(Self.choices)) }
    // Everything is permitted seldom.
    if permitted.contains("SELF"), data.below(8) > 0 { permitted.removeAll { $0 == "SELF" } }
    self.permitted = permitted
    let object = RecordingItem.object(&data, depth: 3)
    content = object
    item = RecordingItem.value(object, [], log)
    var writer = PolicyText(data: data)
    text = data.below(8) == 1 ? data.textLine() ?? "" : writer.predicate(3)
  }

  /// Evaluates the filter, and throws where a key was asked for that is not permitted.
  func check() throws -> Outcome {
    var policy = try FilterPolicy(keyPaths: permitted)
    policy.allowsAssignments = true
    policy.variables = ["k", "x", "y"]
    policy.maximumCost = nil
    let paths = permitted.map { $0 == "SELF" ? [] : $0.split(separator: ".").map(String.init) }
    try checkCompletions(policy, paths)
    try checkSessions(policy, paths)
    try checkTool(policy, paths)
    try checkServer(policy, paths)
    guard
      let predicate = try? FilterPredicate<FilterValue>(
        text: text, options: FilterOptions(policy: policy))
    else {
      return Outcome()
    }
    _ = try? predicate.matches(item, bindings: ["k": "b"])
    _ = try? [item, item].filter(predicate, bindings: ["k": "a", "x": "name"])
    _ = predicate.explanation(of: item, bindings: ["k": "b"], policy: policy).description
    try checkSteps(predicate, paths)
    try checkExplanations(predicate, policy, paths)
    let reads = log.paths
    for read in reads where !paths.contains(where: { Self.permits($0, read) }) {
      throw FuzzMismatch("\(text) under \(permitted) reads \(read.joined(separator: "."))")
    }
    return Outcome(isAccepted: true, reads: reads.count)
  }

  /// Throws where what is hidden changes how many steps an evaluation takes.
  private func checkSteps(
    _ predicate: FilterPredicate<FilterValue>, _ paths: [[String]]
  ) throws {
    guard !paths.contains([]) else { return }
    let steps = [FilterValue.int(1), .list(FilterList(Array(repeating: 7, count: 99)))].map {
      secret in
      let run = predicate.makeRun(
        bindings: ["k": "b"], now: Date(timeIntervalSinceReferenceDate: 0))
      _ = try? predicate.matches(
        Self.replacing(content, at: [], outside: paths, by: secret), in: run)
      return run.remainingSteps
    }
    guard steps[0] != steps[1] else { return }
    throw FuzzMismatch("\(text) under \(permitted) takes other steps where hidden values differ")
  }

  /// Throws where what is hidden changes an explanation, or where its verdict is not the outcome.
  private func checkExplanations(
    _ predicate: FilterPredicate<FilterValue>, _ policy: FilterPolicy, _ paths: [[String]]
  ) throws {
    guard !paths.contains([]) else { return }
    let now = Date(timeIntervalSinceReferenceDate: 0)
    var texts: Set<String> = []
    for secret in [FilterValue.int(1), "SECRET", .list(FilterList(Array(repeating: 7, count: 99)))]
    {
      let value = Self.replacing(content, at: [], outside: paths, by: secret)
      let explanation = predicate.explanation(
        of: value, bindings: ["k": "b"], policy: policy, now: now)
      let outcome: FilterExplanation.Verdict
      do throws(EvaluationError) {
        outcome =
          try predicate.matches(value, bindings: ["k": "b"], now: now) ? .matches : .doesNotMatch
      } catch {
        outcome = .failed(error)
      }
      guard explanation.verdict == outcome else {
        throw FuzzMismatch("\(text) is explained as \(explanation.verdict) and is \(outcome)")
      }
      texts.insert(explanation.description + Self.values(of: explanation))
    }
    guard texts.count > 1 else { return }
    throw FuzzMismatch("\(text) under \(permitted) is explained by what is hidden: \(texts)")
  }

  /// Throws where hidden keys of the rows change a completion or a documentation.
  private func checkCompletions(_ policy: FilterPolicy, _ paths: [[String]]) throws {
    let rows = [content, Self.removing(content, at: [], outside: paths) ?? .null]
    let completions = rows.map {
      FilterCompletion<FilterValue>(sample: [$0], options: FilterOptions(policy: policy))
    }
    // A few offsets, others for each text
    let length = text.utf8.count
    for offset in stride(from: length % 5, through: length, by: 5 + length / 8) {
      let answers = completions.map { completion in
        var wanted = ""
        let list = completion.completions(in: text, at: offset) { key, prefix in
          wanted = "\(key) \(prefix)"
          return [.string(key)]
        }
        return
          "\(list) \(wanted) \(String(describing: completion.documentation(in: text, at: offset)))"
      }
      guard answers[0] != answers[1] else { continue }
      throw FuzzMismatch("\(text) under \(permitted) is completed by hidden keys at \(offset)")
    }
  }

  /// A value without the members that are not permitted; nil if it is hidden as a whole.
  private static func removing(
    _ value: FilterValue, at path: [String], outside paths: [[String]]
  ) -> FilterValue? {
    if paths.contains(where: path.starts) { return value }
    guard paths.contains(where: { $0.starts(with: path) }) else { return nil }
    switch value {
    case .object(let object):
      return .object(
        FilterObject(
          object.members.compactMap { key, value in
            removing(value, at: path + [key], outside: paths).map { (key: key, value: $0) }
          }))
    case .list(let list):
      return .list(FilterList(list.compactMap { removing($0, at: path, outside: paths) }))
    default: return value
    }
  }

  /// All values of an explanation as text.
  private static func values(of explanation: FilterExplanation) -> String {
    var values = [explanation.left, explanation.right].map { $0?.json ?? "none" }
    for list in [explanation.elements, explanation.passed] {
      values.append(list.map { FilterValue.list($0).json } ?? "none")
    }
    return (values + explanation.parts.map(self.values)).joined(separator: "\n")
  }

  /// A value with `secret` in the place of all that is not permitted.
  static func replacing(
    _ value: FilterValue, at path: [String], outside paths: [[String]], by secret: FilterValue
  ) -> FilterValue {
    if paths.contains(where: path.starts) { return value }
    guard paths.contains(where: { $0.starts(with: path) }) else { return secret }
    switch value {
    case .object(let object):
      return .object(
        FilterObject(
          object.members.map { key, value in
            (key: key, value: replacing(value, at: path + [key], outside: paths, by: secret))
          }))
    case .list(let list):
      return .list(list.map { replacing($0, at: path, outside: paths, by: secret) })
    default: return value
    }
  }

  /// Whether a path is permitted whole, or is the way to one that is; `*` is all of a value.
  private static func permits(_ path: [String], _ read: [String]) -> Bool {
    read.starts(with: path) || read.last != "*" && path.starts(with: read)
  }
}

/// What items were asked for.
final class KeyLog: Sendable {
  private let known = Mutex<[[String]]>([])

  var paths: [[String]] { known.withLock { $0 } }

  func add(_ path: [String]) { known.withLock { $0.append(path) } }
}

/// An object that records the keys that it is asked for.
private struct RecordingItem: FilterItem {
  let object: FilterObject
  let path: [String]
  let log: KeyLog

  var typeName: String { "Recording" }

  var filterKeys: [String] { object.shape.keys }

  func filterValue(forKey key: String) -> FilterValue? {
    log.add(path + [key])
    return Self.value(object[key] ?? .null, path + [key], log)
  }

  func isEqual(to other: any FilterItem) -> Bool {
    log.add(path + ["*"])
    return (other as? RecordingItem)?.path == path
  }

  /// A value whose objects record.
  static func value(_ value: FilterValue, _ path: [String], _ log: KeyLog) -> FilterValue {
    switch value {
    case .object(let object): .item(RecordingItem(object: object, path: path, log: log))
    case .list(let list): .list(list.map { self.value($0, path, log) })
    default: value
    }
  }

  /// An object with the keys that the filters name; some are lists of objects.
  static func object(_ data: inout FuzzedData, depth: Int) -> FilterValue {
    var members: [(key: String, value: FilterValue)] = [("name", .string("a"))]
    for key in ["a", "b", "c"] {
      guard depth > 0 else {
        members.append((key, .int(data.number())))
        continue
      }
      switch data.below(4) {
      case 0: members.append((key, .int(1)))
      case 1:
        var list: [FilterValue] = []
        for _ in 0...data.below(3) { list.append(object(&data, depth: depth - 1)) }
        members.append((key, .list(FilterList(list))))
      default: members.append((key, object(&data, depth: depth - 1)))
      }
    }
    return .object(FilterObject(members))
  }
}

/// Writes filters of the forms that read keys.
private struct PolicyText {
  var data: FuzzedData

  private mutating func key() -> String { data.pick(["a", "b", "c", "name"]) }

  mutating func predicate(_ depth: Int) -> String {
    guard depth > 0 else { return "\(value(0)) == \(value(0))" }
    switch data.below(10) {
    case 0: return "NOT (\(predicate(depth - 1)))"
    case 1: return "(\(predicate(depth - 1))) AND \(predicate(depth - 1))"
    case 2, 3: return "(\(predicate(depth - 1))) OR \(predicate(depth - 1))"
    case 4: return "ANY \(value(depth)) == \(value(0))"
    case 5: return "\(value(depth)) == nil"
    case 6: return "\(value(depth)) IN \(value(1))"
    default: return "\(value(depth)) == \(value(0))"
    }
  }

  private mutating func value(_ depth: Int) -> String {
    guard depth > 0 else {
      return data.pick(["1", "'a'", "a.b", "b.c", "name", "$x", "$y", "$x.a", "$y.name", "a"])
    }
    let inner = depth - 1
    switch data.below(19) {
    case 0: return "(\(value(inner))).\(key())"
    case 1: return "(\(value(inner)))[\(data.pick(["0", "FIRST", "LAST", "SIZE", "name", "$k"]))]"
    case 2: return "(\(value(inner)))['\(key())']"
    case 3: return "TERNARY(\(predicate(inner)), \(value(inner)), \(value(inner)))"
    case 4: return "{\(value(inner)), \(value(inner))}"
    case 5: return "SUBQUERY(\(value(inner)), $x, \(predicate(inner)))"
    case 6: return "(SUBQUERY(\(value(inner)), $y, \(predicate(inner))))[0].\(key())"
    case 7: return "($y := \(value(inner)))"
    case 8: return "($x := \(value(inner))).\(key())"
    case 9: return "FUNCTION(\(value(inner)), 'objectForKey:', '\(key())')"
    case 10: return "noindex(\(value(inner))).\(key())"
    case 11: return "(\(value(inner)) UNION \(value(inner)))"
    case 12: return "(\(value(inner))).@count"
    case 13: return "(\(value(inner))).@max.\(key())"
    case 14: return "(\(value(inner))).@unionOfObjects.\(key()).\(key())"
    case 15: return "(\(value(inner))).$k"
    case 16: return data.pick(["SELF", "SELF.a", "a.a.b", "a.b.name"])
    case 17: return "CAST(\(value(inner)), 'NSString')"
    default: return "(\(value(inner))).\(key()).\(key())"
    }
  }
}
