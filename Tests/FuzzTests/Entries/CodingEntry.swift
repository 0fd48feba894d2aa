import FilterEngine
import FilterableResults
import Foundation
import ResultsTestSupport

extension FuzzEntry {
  /// A byte that chooses a type and its coded form: what can be decoded is coded and decoded again,
  /// and used.
  static let coding = FuzzEntry("coding") { bytes in
    var data = FuzzedData(bytes)
    let choice = data.below(4)
    let coded = Data(data.rest())
    switch choice {
    case 0:
      guard let predicate = try roundTrip(FilterPredicate<FilterValue>.self, coded) else { return }
      if !predicate.description.isUnsteady { _ = try? predicate.matches(["a": 1, "b": "x"]) }
    case 1:
      guard let snapshot = try roundTrip(ResultsSnapshot<Row>.self, coded) else { return }
      try use(snapshot)
    case 2:
      guard let patch = try roundTrip(ResultsPatch<Row>.self, coded) else { return }
      try use(patch)
    default:
      guard let changes = try roundTrip(Changeset.self, coded) else { return }
      use(changes, from: [3, 0, 2], to: [1, 4])
    }
  }
}

/// Decodes, codes and decodes again; nil for data that is refused.
private func roundTrip<Value: Codable & Equatable>(
  _ type: Value.Type, _ data: Data
) throws -> Value? {
  guard let value = try? JSONDecoder.ofFilters.decode(type, from: data) else { return nil }
  let coded = try encode(value)
  let again = try JSONDecoder.ofFilters.decode(type, from: coded)
  try expectSame(again, value, String(decoding: coded, as: UTF8.self))
  try expectSame(try encode(again), coded, "a second coding")
  return value
}

private func encode(_ value: some Encodable) throws -> Data {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return try encoder.encode(value)
}

private let shown = ResultsSnapshot<Row>(
  sections: [
    ResultsSection(
      key: "a",
      rows: [.item(Row(1, city: "a")), .item(Row(2, city: "a")), .item(Row(3, city: "a"))]
    ), ResultsSection(key: "b", rows: []),
    ResultsSection(key: "c", rows: [.item(Row(4, city: "c")), .item(Row(5, city: "c"))]),
  ])

private func use(_ snapshot: ResultsSnapshot<Row>) throws {
  _ = (snapshot.rowCount, snapshot.items, snapshot.paths)
  let change = ResultsChange(from: shown, to: snapshot, identifiedBy: \.id)
  let replay = ChangeReplay<Row>(\.text)
  try replay.apply(
    ResultsChange(reloading: shown, from: ResultsSnapshot(sections: nil)), "a snapshot")
  if !change.changeset.isEmpty || change.isReload { try replay.apply(change, "a snapshot") }
  let controller = ResultsController<Row>(identifiedBy: \.id)
  try? controller.setContents(of: snapshot)
  guard controller.isLoaded == snapshot.isLoaded else {
    throw FuzzMismatch("a controller takes only half of a snapshot")
  }
}

private func use(_ patch: ResultsPatch<Row>) throws {
  use(patch.changeset, from: shown.sectionCounts, to: [1, 4])
  guard let new = try? patch.applied(to: shown), !patch.isReload, new.isLoaded else { return }
  do throws(ChangesetError) {
    try patch.changeset.validate(from: shown.sectionCounts, to: new.sectionCounts)
  } catch {
    throw FuzzMismatch("a patch is applied although \(error)")
  }
}

private func use(_ changes: Changeset, from old: [Int], to new: [Int]) {
  _ = (changes.inverse.inverse, changes.withoutMoves, changes.itemChanges, changes.sectionChanges)
  _ = try? changes.validate(from: old, to: new)
  _ = try? changes.sequence(from: old)
  _ = try? changes.stages(from: old)
  _ = try? changes.composed(with: changes.inverse, from: old, through: new, to: old)
}
