import FilterableResults
import Foundation
import Testing

/// What a fetch with a test, a comparator and group rows can do (BSFetchedResultsController).
@Suite struct FetchParityTests {
  @Test func aFetchIsRepeatedWithAnotherRequest() throws {  // BS-1, BS-2, BS-3
    let source = MemorySource<Row>((0..<6).map { Row($0, n: $0 % 3, city: $0 < 3 ? "a" : "b") })
    source.request.predicate = try FilterPredicate("n > 0")
    source.request.sort = [.descending(\.id)]
    let controller = keyed { $0.sections.key = ResultsKey(\.city) }
    try controller.update(from: source)
    #expect(controller.items?.map(\.id) == [5, 4, 2, 1])
    #expect(controller.snapshot.sections.map(\.key) == ["b", "a"])
    let recorder = Recorder(controller)
    try controller.update(from: source)
    #expect(recorder.take() == [])
    source.request.predicate = try FilterPredicate("n == 0")
    try controller.update(from: source)
    // Old results are gone and not doubled.
    #expect(controller.items?.map(\.id) == [3, 0])
    #expect(recorder.changes.count == 1 && recorder.problems == [])
  }

  @Test func aFetchSaysWhyItFailed() throws {  // BS-2
    let source = MemorySource<FilterValue>([dynamic(1, "a")])
    source.request.predicate = try FilterPredicate("x > 3")
    let controller = try ResultsController<FilterValue>.dynamic()
    #expect(throws: EvaluationError.self) { try controller.update(from: source) }
    #expect(!controller.isLoaded)
  }

  @Test func fetchedRowsAreFilteredAndOrdered() throws {  // BS-5, BS-6, BS-8, BS-10
    let controller = keyed {
      $0.sections.key = ResultsKey(\.city)
      $0.rows.sort = [.ascending(\.n)]
      $0.rows.comparator = { $0.id > $1.id }
      $0.groupRows.test = { $0.id != 3 }
    }
    #expect(controller.items == nil)
    try controller.filters.add(ResultsFilter("fetched", predicate: FilterPredicate<Row>("n < 5")))
    let source = MemorySource<Row>([
      Row(1, n: 1, city: "a"), Row(2, n: 1, city: "a"), Row(3, n: 0, city: "a"),
      Row(4, n: 9, city: "a"), Row(5, n: 2, city: "b"),
    ])
    controller.follow(source) { _ in Issue.record("no error") }
    #expect(controller.snapshot.items.map(\.id) == [2, 1, 5])
    #expect(controller.snapshot.sections[0].groupedItems.map(\.id) == [3])
    let recorder = Recorder(controller)
    source.commit { $0[0].n = 0 }
    #expect(recorder.take() == ["M(1→0) U(1/0)"])
    try controller.configure { $0.rows.comparator = { $0.id < $1.id } }
    #expect(controller.snapshot.items.map(\.id) == [1, 2, 5])
    try controller.configure { $0.rows.sort = [] }
    try controller.configure { $0.groupRows.test = { $0.id != 1 } }
    #expect(controller.snapshot.items.map(\.id) == [2, 3, 5])
    #expect(recorder.problems == [])
  }

  @Test func sectionsSayWhatTheyHold() throws {  // BS-13, BS-14, BS-15
    let controller = keyed {
      $0.sections.key = ResultsKey(\.city)
      $0.groupRows.test = { $0.n == 0 }
      $0.groupRows.areShown = true
      $0.sections.order = .by { (left: FilterValue, right: FilterValue) in
        guard case .string(let left) = left, case .string(let right) = right else { return false }
        return left.lowercased() < right.lowercased()
      }
      $0.sections.title = { if case .string(let text) = $0 { text.capitalized } else { nil } }
    }
    try controller.setItems([
      Row(1, city: "beta"), Row(2, city: "Alpha"), Row(3, n: 1, city: "Alpha"),
      Row(4, n: 1, city: "gamma"),
    ])
    #expect(controller.snapshot.sections.map(\.title) == ["Alpha", "Beta", "Gamma"])
    #expect(controller.snapshot.sections.map(\.indexTitle) == ["A", "B", "G"])
    #expect(controller.snapshot.sectionCounts == [2, 1, 1])
    #expect(controller.snapshot.sections[0].items.map(\.id) == [2])
    #expect(controller.snapshot.sections[0].groupedItems.map(\.id) == [3])
    #expect(controller.snapshot.sectionIndexTitles == ["A", "B", "G"])
    try controller.configure { $0.groupRows.areShown = false }
    #expect(controller.snapshot.sections.map(\.title) == ["Alpha", "Beta"])
  }

  @Test func resultsAreKeptInFiles() throws {  // BS-16, BS-17, TL-10
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("results-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let cache = ResultsCache<Row>(folder: folder)
    let request = ["predicate": "n > 0", "sort": "id", "section": "city"]
    #expect(cache.snapshot("../people", for: request) == nil)
    try cache.remove("../people")
    let controller = keyed { $0.sections.key = ResultsKey(\.city) }
    try controller.setItems([Row(1, n: 1, city: "a"), Row(2, n: 2, city: "b")])
    try cache.store(controller.snapshot, as: "../people", for: request)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.count == 1)
    let kept = try #require(cache.snapshot("../people", for: request))
    #expect(kept == controller.snapshot)
    for key in request.keys {
      var other = request
      other[key] = nil
      #expect(cache.snapshot("../people", for: other) == nil)
      other[key] = "other"
      #expect(cache.snapshot("../people", for: other) == nil)
    }
    let fresh = keyed { $0.sections.key = ResultsKey(\.city) }
    try fresh.setContents(of: kept)
    #expect(fresh.snapshot == controller.snapshot)
    let recorder = Recorder(fresh)
    try fresh.setItems([Row(1, n: 1, city: "a"), Row(3, n: 2, city: "b")])
    #expect(recorder.take() == ["D(1,0) I(1,0)"])
    let file = folder.appendingPathComponent(files[0])
    let data = try Data(contentsOf: file)
    try data.prefix(data.count / 2).write(to: file)
    #expect(cache.snapshot("../people", for: request) == nil)
    try cache.store(kept, as: "../people", for: request)
    try cache.remove("../people")
    #expect(cache.snapshot("../people", for: request) == nil)
  }

  /// Any text is a name of its own, in the folder.
  @Test func everyNameIsAFileOfItsOwn() throws {  // BS-16
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("results-\(UUID().uuidString)/inner")
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    let cache = ResultsCache<Row>(folder: folder)
    let names = [
      "", "a", "b", "ab", "a b", "a/b", "a_2fb", "..", "../a", ".", "é", "e\u{301}", "9",
      "\u{1}0", "\u{10}", "0zAZ", "@[`{/:",
    ]
    let snapshots = try names.indices.map { id in
      let controller = keyed()
      try controller.setItems([Row(id)])
      return controller.snapshot
    }
    for (name, snapshot) in zip(names, snapshots) { try cache.store(snapshot, as: name, for: [:]) }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.count == names.count)
    // People find a file by the letters and digits of its name.
    for file in ["ab", "9", "0zAZ", "a_20b", "_40_5b_60_7b_2f_3a", "_c3_a9", "_010"] {
      #expect(files.contains(file + ".results.json"))
    }
    for (name, snapshot) in zip(names, snapshots) {
      #expect(cache.snapshot(name, for: [:]) == snapshot, "'\(name)'")
      try cache.remove(name)
      #expect(cache.snapshot(name, for: [:]) == nil)
    }
  }

  @Test func aDamagedCacheIsThrownAway() throws {  // BS-17
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("results-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let cache = ResultsCache<Row>(folder: folder)
    let request = ["predicate": "n > 0"]
    let controller = keyed { _ in }
    try controller.setItems([Row(1, n: 1), Row(2, n: 2)])
    try cache.store(controller.snapshot, as: "rows", for: request)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let file = folder.appendingPathComponent(try #require(names.first))
    let data = try Data(contentsOf: file)
    for count in 0..<data.count {
      try data.prefix(count).write(to: file)
      #expect(cache.snapshot("rows", for: request) == nil, "cut after \(count) bytes")
      var flipped = data
      flipped[count] ^= 1 << (count % 8)
      try flipped.write(to: file)
      #expect(cache.snapshot("rows", for: request) == nil, "byte \(count) is another one")
    }
    try (data + data).write(to: file)
    #expect(cache.snapshot("rows", for: request) == nil)
    try data.write(to: file)
    #expect(cache.snapshot("rows", for: request) == controller.snapshot)
  }

  @Test func nothingIsComparedWhereNobodyIsTold() throws {  // BS-19
    var compared = 0
    let controller = keyed { configuration in
      configuration.rows.isModified = { _, _ in
        compared += 1
        return true
      }
    }
    try controller.setItems(rows(1, 2, 3))
    try controller.setItems(rows(1, 2, 3))
    #expect(compared == 0)
    #expect(controller.snapshot.rowCount == 3)
    let recorder = Recorder(controller)
    try controller.setItems(rows(1, 2, 3))
    #expect(compared == 3)
    // The state of the last unheard edit is where the next change begins.
    #expect(recorder.take() == ["U(0/0) U(1/1) U(2/2)"])
  }
}
