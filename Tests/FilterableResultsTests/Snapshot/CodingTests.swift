import FilterableResults
import Foundation
import TestSupport
import Testing

/// Snapshots, changes and patches as data, and data that is damaged.
@Suite struct CodingTests {
  private let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }()

  private func read<T: Codable>(_ value: T) throws -> T {
    try JSONDecoder().decode(T.self, from: try encoder.encode(value))
  }

  private func section(_ key: FilterValue) -> ResultsSnapshot<Row> {
    ResultsSnapshot(
      sections: [
        ResultsSection(
          key: key, title: "t",
          rows: [.item(Row(1)), .extra(ResultsExtra(id: key, value: [key]))])
      ])
  }

  static let keys: [FilterValue] = [
    nil, true, 1, -1, .int(.min), 1.5, .double(.nan), .double(-0.0), .double(.infinity),
    FilterValue(integer: UInt64.max), FilterValue(integer: Int128.min),
    FilterValue(integer: UInt128.max), FilterValue(integer: Int128(Int64.min) - 1),
    FilterValue(
      integerDigits: "-123456789012345678901234567890123456789012345678901234567890".utf8)
      ?? .null,
    FilterValue(integer: Int128(Int64.max) + 1), .int(.max),
    .decimal(Decimal(string: "0.1") ?? 0),
    .decimal(Decimal(string: "-12345678901234567890.123456789") ?? 0), "", "é\u{0}\n\"",
    .date(Date(timeIntervalSinceReferenceDate: 0.1)), .data(Data([0, 255])),
    .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))), [],
    [1, [nil, "a"]],
    .set(FilterSet([2, 1])), [:], ["a": ["b": 1], "": nil],
  ]

  @Test(arguments: keys)
  func everyKindOfKeyIsCoded(_ key: FilterValue) throws {
    let snapshot = section(key)
    let again = try read(snapshot)
    #expect(again == snapshot)
    // Equality is that of the language; the kind has to come back too.
    #expect("\(again.sections[0].key)" == "\(key)")
    #expect(again.sections[0].key.kind == key.kind)
    #expect(try encoder.encode(again) == (try encoder.encode(snapshot)))
  }

  @Test func itemsAreCodedAsObjects() throws {
    let again = try read(section(Row(7, n: 2, city: "x").filterValue))
    #expect(again.sections[0].key == ["id": 7, "n": 2, "city": "x"])
  }

  @Test func aCircleOfItemsIsAnError() {
    let node = Node()
    node.next = node
    #expect(throws: EncodingError.self) { try encoder.encode(section(node.filterValue)) }
    var deep: FilterValue = 1
    for _ in 0..<1000 { deep = [deep] }
    #expect(throws: EncodingError.self) { try encoder.encode(section(deep)) }
    node.next = nil
  }

  @Test(arguments: [
    "{\"wide\":\"5\"}", "{\"wide\":\"x\"}",
    "{\"wide\":\"+9223372036854775808\"}", "{\"wide\":\"-\"}",
    "{\"wide\":\"9223372036854775807\"}", "{\"wide\":\"-9223372036854775808\"}",
    "{\"wide\":5}", "{\"keys\":[\"a\"]}", "{\"object\":[{}]}", "{\"keys\":[],\"object\":[{}]}",
    "{\"int\":1.5}", "{\"int\":9223372036854775808}", "{\"uuid\":\"1\"}", "{\"data\":\"*\"}", "[]",
    String(repeating: "{\"list\":[", count: 200) + String(repeating: "]}", count: 200),
  ])
  func damagedKeysAreErrors(_ key: String) {
    let text = "{\"sections\":[{\"key\":\(key),\"rows\":[]}]}"
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ResultsSnapshot<Row>.self, from: Data(text.utf8))
    }
  }

  /// What is too deep to be written is too deep to be read, and nothing else is.
  @Test(arguments: ["key", "id", "value"], [false, true])
  func depthIsBoundedOnBothWays(place: String, isPatch: Bool) throws {
    let written = { (value: FilterValue) throws -> Data in
      let extra = ResultsExtra(
        id: place == "id" ? value : 1, value: place == "value" ? value : 2)
      let snapshot = ResultsSnapshot<Row>(sections: [
        ResultsSection(key: place == "key" ? value : 3, rows: [.extra(extra)])
      ])
      guard isPatch else { return try encoder.encode(snapshot) }
      let nothing = ResultsSnapshot<Row>(sections: nil)
      return try encoder.encode(ResultsChange(reloading: snapshot, from: nothing).patch)
    }
    let text = String(decoding: try written("here"), as: UTF8.self)
    var areRead: [Bool] = []
    for depth in 90..<110 {
      var value: FilterValue = 1
      for _ in 0..<depth { value = [value] }
      let nested =
        String(repeating: "{\"list\":[", count: depth) + "{\"int\":1}"
        + String(repeating: "]}", count: depth)
      let data = Data(text.replacing("{\"string\":\"here\"}", with: nested).utf8)
      let isRead =
        isPatch
        ? (try? JSONDecoder().decode(ResultsPatch<Row>.self, from: data)) != nil
        : (try? JSONDecoder().decode(ResultsSnapshot<Row>.self, from: data)) != nil
      #expect((try? written(value)) == (isRead ? data : nil), "depth \(depth)")
      areRead.append(isRead)
    }
    #expect(areRead.first == true && areRead.last == false)
  }

  private func change() throws -> ResultsChange<Row> {
    let controller = keyed { $0.sections.key = ResultsKey(\.city) }
    try controller.setItems([
      Row(1, city: "a"), Row(2, city: "a"), Row(3, city: "b"), Row(4, city: "b"), Row(5, city: "c"),
      Row(6, city: "d"),
    ])
    let recorder = Recorder(controller)
    try controller.setItems([
      Row(4, n: 1, city: "b"), Row(7, city: "b"), Row(3, city: "b"), Row(1, city: "b"),
      Row(8, city: "e"), Row(9, city: "a"), Row(2, n: 3, city: "a"), Row(6, city: "d"),
    ])
    return try #require(recorder.changes.first)
  }

  /// Reads damaged data as everything and uses what comes of it.
  private func use(_ data: Data, on change: ResultsChange<Row>) {
    let decoder = JSONDecoder()
    if let snapshot = try? decoder.decode(ResultsSnapshot<Row>.self, from: data) {
      _ = (snapshot.rowCount, snapshot.items, snapshot.paths, snapshot == change.old)
      _ = try? change.patch.applied(to: snapshot)
      _ = ResultsChange(from: change.old, to: snapshot, identifiedBy: \.id).stages
      let controller = keyed()
      try? controller.setContents(of: snapshot)
      #expect(controller.isLoaded == snapshot.isLoaded)
    }
    if let patch = try? decoder.decode(ResultsPatch<Row>.self, from: data) {
      if let new = try? patch.applied(to: change.old), !patch.isReload, new.isLoaded {
        #expect(
          throws: Never.self,
          performing: {
            try patch.changeset.validate(
              from: change.old.sectionCounts, to: new.sectionCounts)
          })
      }
      use(patch.changeset, on: change)
    }
    if let changes = try? decoder.decode(Changeset.self, from: data) { use(changes, on: change) }
  }

  private func use(_ changes: Changeset, on change: ResultsChange<Row>) {
    let (old, new) = (change.old.sectionCounts, change.new.sectionCounts)
    _ = (changes.inverse.inverse, changes.withoutMoves, changes.itemChanges, changes.sectionChanges)
    _ = try? changes.validate(from: old, to: new)
    _ = try? changes.sequence(from: old)
    _ = try? changes.stages(from: old)
    _ = try? changes.composed(with: change.inverse.changeset, from: old, through: new, to: old)
    let broken = ResultsChange(from: change.old, to: change.new, changeset: changes)
    _ = (broken.sequence, broken.stages, broken.patch, broken.insertedRows, broken.deletedRows)
    _ = try? broken.applying(to: change.old)
    _ = try? broken.composed(with: change.inverse)
  }

  @Test func everyTruncationIsAnError() throws {
    let change = try change()
    for data in [
      try encoder.encode(change.new), try encoder.encode(change.patch),
      try encoder.encode(change.changeset),
    ] {
      for length in 0..<data.count {
        let part = data.prefix(length)
        #expect(throws: (any Error).self) {
          try JSONDecoder().decode(ResultsSnapshot<Row>.self, from: part)
        }
        #expect(throws: (any Error).self) {
          try JSONDecoder().decode(ResultsPatch<Row>.self, from: part)
        }
        #expect(throws: (any Error).self) {
          try JSONDecoder().decode(Changeset.self, from: part)
        }
      }
    }
  }

  @Test(arguments: RandomSearch.seeds(6))
  func damagedBytesNeverCrash(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let change = try change()
    let all = [
      try encoder.encode(change.new), try encoder.encode(change.patch),
      try encoder.encode(change.changeset), try encoder.encode(section(["a": ["b": 1]])),
    ]
    let bytes = Array("0123456789-\"{}[],:.eE ntf\\\u{0}x".utf8)
    for _ in 0..<150 {
      guard var data = all.randomElement(using: &dice) else { return }
      for _ in 0..<Int.random(in: 1...3, using: &dice) {
        let place = Int.random(in: 0..<data.count, using: &dice)
        switch Int.random(in: 0..<4, using: &dice) {
        case 0: data.remove(at: place)
        case 1: data.insert(bytes.randomElement(using: &dice) ?? 0, at: place)
        case 2: data[place] = UInt8.random(in: .min ... .max, using: &dice)
        default: data[place] = bytes.randomElement(using: &dice) ?? 0
        }
      }
      use(data, on: change)
    }
  }

  /// Numbers are where a mutation keeps the data readable.
  @Test(arguments: RandomSearch.seeds(6))
  func damagedNumbersNeverCrash(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let change = try change()
    let text = String(decoding: try encoder.encode(change.patch), as: UTF8.self)
    let changes = String(decoding: try encoder.encode(change.changeset), as: UTF8.self)
    for _ in 0..<150 {
      var damaged = ""
      for character in Bool.random(using: &dice) ? text : changes {
        let isHit = character.isNumber && Int.random(in: 0..<8, using: &dice) == 0
        damaged +=
          isHit
          ? ["0", "1", "2", "3", "7", "-1", "2147483647", "9223372036854775807"]
            .randomElement(using: &dice) ?? "" : String(character)
      }
      use(Data(damaged.utf8), on: change)
    }
  }

  @Test func aPatchFollowsFromAfar() throws {
    let change = try change()
    let patch = try read(change.patch)
    #expect(texts(try patch.applied(to: try read(change.old))) == texts(change.new))
    let reload = ResultsChange(reloading: change.new, from: change.old)
    #expect(texts(try read(reload.patch).applied(to: change.old)) == texts(change.new))
    let gone = ResultsChange<Row>(reloading: ResultsSnapshot(sections: nil), from: change.old)
    #expect(try read(gone.patch).applied(to: change.old).isLoaded == false)
  }
}

/// An item that leads to another one.
private final class Node: Filterable {
  var next: Node?

  static let filterFields = FilterFields<Node>(FilterField("next") { $0.next })
}
