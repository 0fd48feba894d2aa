import FilterableResults
import FilterableResultsTesting
import TestSupport
import Testing

/// Batches of calls, right and wrong, beside the rules of list views written down one by one.
@Suite struct ListViewBatchTests {
  /// The rows that a view has after a batch, each by its place before; nil for a batch that breaks a rule.
  private static func expected(
    _ batch: ListViewBatch, _ old: [Int], _ new: [Int]
  ) -> [[ResultsPath?]]? {
    func areUnique(_ places: [some Hashable]) -> Bool { Set(places).count == places.count }
    func areRows(_ paths: [ResultsPath], _ counts: [Int]) -> Bool {
      paths.allSatisfy {
        counts.indices.contains($0.section) && (0..<counts[$0.section]).contains($0.item)
      }
    }
    let leaving = batch.deletedSections + batch.movedSections.map(\.from)
    let coming = batch.insertedSections + batch.movedSections.map(\.to)
    guard (leaving + batch.reloadedSections).allSatisfy(old.indices.contains),
      coming.allSatisfy(new.indices.contains),
      areUnique(leaving + batch.reloadedSections), areUnique(coming),
      batch.movedSections.allSatisfy({ $0.from != $0.to }),
      old.count - leaving.count + coming.count == new.count
    else { return nil }
    // What stays fills the gaps in order.
    var stayers = old.indices.filter { !leaving.contains($0) }
    let origins = new.indices.map { place -> Int? in
      if let move = batch.movedSections.first(where: { $0.to == place }) { return move.from }
      return batch.insertedSections.contains(place) ? nil : stayers.removeFirst()
    }
    let sources = batch.deleted + batch.reloaded + batch.moved.map(\.from)
    let targets = batch.inserted + batch.moved.map(\.to)
    guard areRows(sources, old), areRows(targets, new), areUnique(sources), areUnique(targets),
      batch.moved.allSatisfy({ $0.from != $0.to })
    else { return nil }
    let still = batch.deletedSections + batch.reloadedSections + batch.movedSections.map(\.from)
    guard sources.allSatisfy({ !still.contains($0.section) }),
      targets.allSatisfy({ origins[$0.section].map { !still.contains($0) } ?? false })
    else { return nil }
    var result: [[ResultsPath?]] = []
    for (place, origin) in origins.enumerated() {
      guard let origin, !batch.reloadedSections.contains(origin) else {
        result.append(Array(repeating: nil, count: new[place]))
        continue
      }
      var rows = (0..<old[origin]).map { ResultsPath(section: origin, item: $0) }
        .filter { !batch.deleted.contains($0) && !batch.moved.map(\.from).contains($0) }
        .map { batch.reloaded.contains($0) ? nil : $0 }
      let arrivals = targets.filter { $0.section == place }.sorted()
      guard rows.count + arrivals.count == new[place] else { return nil }
      for path in arrivals {
        rows.insert(batch.moved.first { $0.to == path }?.from, at: path.item)
      }
      result.append(rows)
    }
    return result
  }

  private static func batch(_ dice: inout SeededGenerator) -> ListViewBatch {
    var batch = ListViewBatch()
    let place = { (dice: inout SeededGenerator) in
      dice.chance(4) ? -1 : dice.chance(4) ? 3 : dice.below(3)
    }
    let path = { (dice: inout SeededGenerator) in
      ResultsPath(section: place(&dice), item: place(&dice))
    }
    for _ in 0..<dice.below(4) {
      switch dice.below(8) {
      case 0: batch.deletedSections.append(place(&dice))
      case 1: batch.insertedSections.append(place(&dice))
      case 2: batch.movedSections.append((place(&dice), place(&dice)))
      case 3: batch.reloadedSections.append(place(&dice))
      case 4: batch.deleted.append(path(&dice))
      case 5: batch.inserted.append(path(&dice))
      case 6: batch.moved.append((path(&dice), path(&dice)))
      default: batch.reloaded.append(path(&dice))
      }
    }
    return batch
  }

  @Test func aBatchIsTakenWhereItKeepsAllRules() {
    var taken = 0
    let seeds = RandomSearch.seeds(3_000)
    for seed in seeds {
      var dice = SeededGenerator(seed: seed)
      let old = (0..<dice.below(4)).map { _ in dice.below(4) }
      let batch = Self.batch(&dice)
      let counted = try? batch.counts(after: old) { _ in 2 }
      var new = counted ?? old
      if dice.chance(20), !new.isEmpty { new[dice.below(new.count)] += dice.chance(50) ? 1 : -1 }
      new = new.map { max(0, $0) }
      let expected = Self.expected(batch, old, new)
      #expect((try? batch.origins(from: old, to: new)) == expected, "FRC_SEED=\(seed): \(batch)")
      if expected != nil { taken += 1 }
    }
    #expect(taken >= seeds.count / 10)
  }

  // MARK: - Which rule

  private static func path(_ section: Int, _ item: Int) -> ResultsPath {
    ResultsPath(section: section, item: item)
  }

  /// Calls on sections of three rows and of one, which end with other ones, and the error.
  private struct Broken: Sendable {
    let error: String
    let new: [Int]
    let calls: @Sendable (inout ListViewBatch) -> Void

    init(
      _ error: String, _ new: [Int], _ calls: @escaping @Sendable (inout ListViewBatch) -> Void
    ) { (self.error, self.new, self.calls) = (error, new, calls) }
  }

  private static let broken = [
    Broken("R1: there is no section -1 before the batch", [3, 1]) { $0.deletedSections = [-1] },
    Broken("R1: there is no section 2 before the batch", [3, 1]) { $0.reloadedSections = [2] },
    Broken("R1: there is no section 2 before the batch", [3, 1]) { $0.movedSections = [(2, 0)] },
    Broken("R1: there is no section 3 after the batch", [3, 1, 1]) { $0.insertedSections = [3] },
    Broken("R1: there is no section -1 after the batch", [3, 1, 1]) { $0.insertedSections = [-1] },
    Broken("R1: there is no section 2 after the batch", [3, 1]) { $0.movedSections = [(0, 2)] },
    Broken("R1: there is no row [0, 3] before the batch", [2, 1]) { $0.deleted = [path(0, 3)] },
    Broken("R1: there is no row [0, -1] before the batch", [2, 1]) { $0.deleted = [path(0, -1)] },
    Broken("R1: there is no row [-1, 0] before the batch", [2, 1]) { $0.reloaded = [path(-1, 0)] },
    Broken("R1: there is no row [2, 0] before the batch", [3, 1]) {
      $0.moved = [(path(2, 0), path(0, 0))]
    },
    Broken("R1: there is no row [0, 4] after the batch", [4, 1]) { $0.inserted = [path(0, 4)] },
    Broken("R1: there is no row [0, -1] after the batch", [4, 1]) { $0.inserted = [path(0, -1)] },
    Broken("R1: there is no row [2, 0] after the batch", [3, 1]) {
      $0.moved = [(path(0, 0), path(2, 0))]
    },
    Broken("R3: 1 sections, the data has 2", [3, 1]) { $0.deletedSections = [0] },
    Broken("R3: 3 sections, the data has 2", [3, 1]) { $0.insertedSections = [0] },
    Broken("R3: 2 rows in section 0, the data has 3", [3, 1]) { $0.deleted = [path(0, 0)] },
    Broken("R3: 4 rows in section 0, the data has 3", [3, 1]) { $0.inserted = [path(0, 0)] },
    Broken("R3: 3 rows in section 0, the data has 4", [4, 1]) { $0.reloaded = [path(0, 0)] },
    Broken("R3: 2 rows in section 0, the data has 3", [3, 2]) {
      $0.moved = [(path(0, 0), path(1, 0))]
    },
    Broken("R3: 3 rows in section 0, the data has 2", [2, 1]) { _ in },
    Broken("R4: section 0 is deleted, moved or reloaded twice", [3, 1]) {
      $0.deletedSections = [0]
      $0.reloadedSections = [0]
    },
    Broken("R4: section 0 is deleted, moved or reloaded twice", [3, 1]) {
      $0.movedSections = [(0, 1), (0, 1)]
    },
    Broken("R4: section 1 is filled twice", [3, 1, 1]) {
      $0.insertedSections = [1]
      $0.movedSections = [(0, 1)]
    },
    Broken("R4: [0, 0] is reloaded twice, or reloaded and deleted", [3, 1]) {
      $0.reloaded = [path(0, 0), path(0, 0)]
    },
    Broken("R4: [0, 0] is reloaded twice, or reloaded and deleted", [1]) {
      $0.deletedSections = [0]
      $0.reloaded = [path(0, 0)]
    },
    Broken("R4: [0, 0] is moved twice, or moved and deleted", [3, 1]) {
      $0.moved = [(path(0, 0), path(0, 1)), (path(0, 0), path(0, 2))]
    },
    Broken("R4: [0, 1] is filled twice", [3, 1]) {
      $0.moved = [(path(0, 0), path(0, 1)), (path(0, 2), path(0, 1))]
    },
    Broken("R4: [0, 1] is filled twice", [3, 1]) {
      $0.inserted = [path(0, 1)]
      $0.moved = [(path(0, 2), path(0, 1))]
    },
    Broken("R5: [0, 0] moves out of a deleted section", [2]) {
      $0.deletedSections = [0]
      $0.moved = [(path(0, 0), path(0, 0))]
    },
    Broken("R5: [1, 0] is moved into an inserted section", [2, 1, 1]) {
      $0.insertedSections = [1]
      $0.moved = [(path(0, 0), path(1, 0))]
    },
    Broken("R6: [0, 0] is reloaded and moved", [3, 1]) {
      $0.reloaded = [path(0, 0)]
      $0.moved = [(path(0, 0), path(0, 1))]
    },
    Broken("R7: [0, 0] changes in a section that moves", [1, 3]) {
      $0.movedSections = [(0, 1)]
      $0.reloaded = [path(0, 0)]
    },
    Broken("R7: [1, 0] changes in a section that moves", [1, 4]) {
      $0.movedSections = [(0, 1)]
      $0.inserted = [path(1, 0)]
    },
    Broken("R8: [0, 0] changes in a section that reloads", [3, 1]) {
      $0.reloadedSections = [0]
      $0.reloaded = [path(0, 0)]
    },
    Broken("R8: [0, 0] changes in a section that reloads", [3, 0]) {
      $0.reloadedSections = [0]
      $0.moved = [(path(1, 0), path(0, 0))]
    },
    Broken("R9: section 0 is deleted, moved or reloaded twice", [1]) {
      $0.deletedSections = [0, 0]
    },
    Broken("R9: section 0 is filled twice", [1, 1, 3, 1]) { $0.insertedSections = [0, 0] },
    Broken("R9: [0, 0] is deleted twice", [2, 1]) { $0.deleted = [path(0, 0), path(0, 0)] },
    Broken("R9: [0, 0] is deleted with its section", [1]) {
      $0.deletedSections = [0]
      $0.deleted = [path(0, 0)]
    },
    Broken("R9: [0, 0] is inserted with its section", [1, 3, 1]) {
      $0.insertedSections = [0]
      $0.inserted = [path(0, 0)]
    },
    Broken("R9: [0, 0] is inserted twice", [5, 1]) { $0.inserted = [path(0, 0), path(0, 0)] },
    Broken("R12: section 1 moves to its own index", [3, 1]) { $0.movedSections = [(1, 1)] },
    Broken("R12: [0, 0] moves to its own index path", [3, 1]) {
      $0.moved = [(path(0, 0), path(0, 0))]
    },
    Broken("R17: 1 rows in section 1, the data has 2", [2, 2]) { $0.deleted = [path(0, 0)] },
  ]

  @Test func theRuleThatIsBrokenIsNamed() {
    for broken in Self.broken {
      var batch = ListViewBatch()
      broken.calls(&batch)
      do throws(BrokenListViewRule) {
        _ = try batch.origins(from: [3, 1], to: broken.new)
        Issue.record("taken in spite of \(broken.error)")
      } catch { #expect("\(error)" == broken.error) }
    }
  }
}
