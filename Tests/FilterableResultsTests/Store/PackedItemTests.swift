import FilterEngine
import FilterableResults
import Testing

/// Items whose memory has no bits to spare, next to each other: what reads one as another type reads its neighbour.
@Suite struct PackedItemTests {
  private struct Packed: Filterable, Hashable, Sendable {
    var id: UInt32
    var number: UInt32

    static let filterFields = FilterFields<Packed>(
      FilterField("id", \.id), FilterField("number", \.number))
  }

  private static func item(_ id: UInt32) -> Packed { Packed(id: id, number: .max - id) }

  private func controller(_ count: UInt32) throws -> ResultsController<Packed> {
    let controller = ResultsController<Packed>(identifiedBy: \.id)
    try controller.setItems((0..<count).map(Self.item))
    return controller
  }

  @Test(arguments: [1, 2, 3, 64, 65]) func eachLookUpGivesTheItem(_ count: UInt32) throws {
    let controller = try controller(count)
    for id in 0..<count {
      let item = Self.item(id)
      let path = ResultsPath(section: 0, item: Int(id))
      #expect(controller.snapshot[path] == item)
      #expect(controller.snapshot.row(at: path)?.item == item)
      #expect(controller.item(forKey: FilterValue.int(Int64(id))) == item)
    }
    #expect(controller.snapshot.items == (0..<count).map(Self.item))
    #expect(controller.snapshot[ResultsPath(section: 0, item: Int(count))] == nil)
  }

  @Test func aChangeHasItsOldAndNewItems() throws {
    let controller = try controller(3)
    var deleted: [Packed?] = []
    var inserted: [Packed?] = []
    let observation = controller.observe { change in
      guard !change.isReload else { return }
      deleted += change.changeset.deletedItems.map { change.old[$0] }
      inserted += change.changeset.insertedItems.map { change.new[$0] }
    }
    controller.remove(key: 2)
    try controller.add(Self.item(9))
    try controller.setItems([])
    #expect(deleted == [2, 9, 1, 0].map(Self.item))
    #expect(inserted == [Self.item(9)])
    #expect(observation.isActive)
  }
}
