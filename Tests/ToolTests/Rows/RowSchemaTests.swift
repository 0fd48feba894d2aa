import FilterEngine
import FilterJSON
import TestSupport
import Testing

@testable import FrcQuery

/// The key paths of rows, beside a recursion over each row.
struct RowSchemaTests {
  private struct Known: Equatable {
    var kinds: [FilterKind] = []
    var elementKinds: [FilterKind] = []
    var count = 0
    var example: FilterValue?
  }

  private func known(_ rows: [FilterValue]) -> [String: Known] {
    var known: [String: Known] = [:]
    var seen: Set<String> = []
    func add(_ value: FilterValue, _ path: String) {
      if !path.isEmpty || value.kind != .object {
        let path = path.isEmpty ? "SELF" : path
        var entry = known[path] ?? Known()
        if !entry.kinds.contains(value.kind) { entry.kinds.append(value.kind) }
        if seen.insert(path).inserted { entry.count += 1 }
        if entry.example == nil, value != .null { entry.example = value }
        if case .list(let elements) = value {
          for kind in elements.map(\.kind) where !entry.elementKinds.contains(kind) {
            entry.elementKinds.append(kind)
          }
        }
        known[path] = entry
      }
      addMembers(value, path)
    }
    func addMembers(_ value: FilterValue, _ path: String) {
      switch value {
      case .object(let object):
        for (key, value) in zip(object.shape.keys, object.values) {
          add(value, path.isEmpty ? key : "\(path).\(key)")
        }
      case .list(let elements): for element in elements { addMembers(element, path) }
      default: break
      }
    }
    for row in rows {
      seen = []
      add(row, "")
    }
    return known
  }

  private func known(_ schema: RowSchema) -> [String: Known] {
    Dictionary(
      schema.entries.map { entry in
        (
          entry.path,
          Known(
            kinds: entry.kinds, elementKinds: entry.elementKinds, count: entry.count,
            example: entry.example)
        )
      }
    ) { first, _ in first }
  }

  private func value(_ dice: inout SeededGenerator, depth: Int) -> FilterValue {
    switch dice.below(depth > 0 ? 9 : 5) {
    case 0: return .null
    case 1: return .int(Int64(dice.below(5)))
    case 2: return .string("x\(dice.below(3))")
    case 3: return .bool(dice.chance(50))
    case 4: return .list([])
    case 5: return .list([value(&dice, depth: 0), value(&dice, depth: 0)])
    case 6:
      return .list((0..<3).map { _ in value(&dice, depth: depth - 1) })
    default:
      let keys = ["a", "b", "c", "d"].filter { _ in dice.chance(50) }
      return .object(FilterObject(keys.map { (key: $0, value: value(&dice, depth: depth - 1)) }))
    }
  }

  @Test(arguments: RandomSearch.seeds(30))
  func entriesAreThoseOfAllRows(_ seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    let rows = (0..<12).map { _ in value(&dice, depth: 3) }
    let expected = known(rows)
    for size in [1, 5, 12] {
      var whole = RowSchema()
      let reader = RowSchemaReader()
      for start in stride(from: 0, to: rows.count, by: size) {
        for row in rows[start..<min(rows.count, start + size)] { reader.add(row) }
        whole.add(reader.take())
      }
      #expect(known(whole) == expected)
      #expect(whole.entries.count == expected.count && !whole.isCut)
    }
  }

  /// Objects used as dictionaries have more key paths than are listed.
  @Test(arguments: [999, 1_000, 1_001, 1_500])
  func onlySoManyKeyPathsAreListed(_ count: Int) {
    let rows = (0..<count).map { index in
      FilterValue.object(FilterObject([(key: "k\(index)", value: .int(Int64(index)))]))
    }
    let together = RowSchemaReader()
    for row in rows { together.add(row) }
    var parts = RowSchema()
    for half in [rows[..<600], rows[600...]] {
      let reader = RowSchemaReader()
      for row in half { reader.add(row) }
      parts.add(reader.take())
    }
    for schema in [together.take(), parts] {
      #expect(schema.entries.map(\.path) == (0..<min(count, 1_000)).map { "k\($0)" })
      #expect(schema.isCut == (count > 1_000))
    }
    var first = RowSchema()
    let reader = RowSchemaReader()
    for row in rows { reader.add(row) }
    first.add(reader.take())
    first.add(RowSchema())
    #expect(first.isCut == (count > 1_000))
  }

  @Test(arguments: [
    "a", "A9_z", "_", "a b", "9a", "é", "", "a.b", "a`b", "`", "@count", "#size", "size", "in",
    "SELF", "self", "nil", "true", "first", "a-b", "any", "\"", "x\ny",
  ])
  func aKeyIsSpelledAsAFilterNamesIt(_ key: String) throws {
    let spelled = RowSchema.spelled(key)
    let isPlain = ["a", "A9_z", "_", "é"].contains(key)
    #expect((spelled == key) == isPlain)
    guard !key.isEmpty else { return }
    let row = FilterValue.object(FilterObject([(key: key, value: .int(7))]))
    let expression = try FilterExpression<FilterValue>(text: spelled)
    #expect(try expression.value(of: row) == 7)
  }
}
