import FilterableResults
import Testing

/// Batches, rollback, and edits made by callbacks.
@Suite struct BatchScenarioTests {
  private let first = StorePosition(section: 0, offset: 0)

  private func batch(_ body: (ResultsController<Row>) throws -> Void) throws -> [String] {
    let controller = keyed()
    try controller.setItems(rows(1, 2, 3))
    let recorder = Recorder(controller)
    controller.begin()
    try body(controller)
    try controller.end()
    #expect(recorder.problems == [])
    return recorder.take()
  }

  @Test func aBatchIsOneChangeFromBeginToEnd() throws {
    #expect(
      try batch {
        try $0.remove(at: first)
        try $0.remove(at: first)
      } == ["D(1) D(0)"])
    #expect(
      try batch {
        try $0.add(Row(4))
        $0.remove(Row(4))
      } == [])
    #expect(
      try batch {
        $0.replace(Row(2, n: 1))
        $0.remove(Row(2))
      } == ["D(1)"])
    #expect(
      try batch {
        try $0.add(Row(4))
        $0.replace(Row(4, n: 1))
      } == ["I(3)"])
    #expect(
      try batch {
        $0.remove(Row(2))
        try $0.add(Row(2))
      } == ["M(1→2)"])
    #expect(
      try batch {
        $0.remove(Row(2))
        try $0.insert(Row(2, n: 1), at: StorePosition(section: 0, offset: 1))
      } == ["U(1/1)"])
    #expect(try batch { _ in } == [])
    #expect(
      try batch {
        $0.filters.add(ResultsFilter("none") { _ in false })
        $0.filters.removeAll()
      } == [])
    #expect(
      try batch {
        try $0.setItems(nil)
        try $0.setItems(rows(1, 3))
      } == ["D(1)"])
    #expect(
      try batch {
        try $0.setItems(rows(9))
        try $0.setItems(rows(2, 3, 1))
      } == ["M(0→2)"])
  }

  @Test func batchesNest() throws {
    let controller = keyed()
    try controller.setItems(rows(1))
    let recorder = Recorder(controller)
    controller.begin()
    controller.begin()
    try controller.add(Row(2))
    try controller.end()
    try controller.add(Row(3))
    try controller.end()
    #expect(recorder.take() == ["I(1) I(2)"])
    #expect(throws: ResultsError.noBatch) { try controller.end() }
    #expect(throws: ResultsError.noBatch) { try controller.rollback() }
    #expect(recorder.take() == [])
  }

  @Test func everythingCombines() throws {
    #expect(
      try batch {
        $0.filters.add(ResultsFilter("not 1") { $0.id != 1 })
        try $0.add(Row(4))
        try $0.configure { $0.rows.sort = [.descending(\.id)] }
      }.count == 1)
  }

  @Test func rollbackTakesBackTheInnerEditsAlone() throws {
    let controller = keyed()
    try controller.setItems(rows(1, 2))
    let recorder = Recorder(controller)
    controller.begin()
    try controller.add(Row(3))
    controller.begin()
    controller.remove(key: 1)
    controller.filters.add(ResultsFilter("none") { _ in false })
    try controller.rollback()
    #expect(controller.filters.isEmpty)
    #expect(controller.item(forKey: 1) != nil)
    try controller.end()
    #expect(recorder.take() == ["I(2)"])
    controller.begin()
    try controller.setItems(nil)
    try controller.rollback()
    #expect(recorder.take() == [])
    #expect(controller.path(forKey: 3) == ResultsPath(section: 0, item: 2))
  }

  @Test func anEditThatThrowsTakesTheBatchBack() throws {
    let controller = keyed()
    try controller.setItems(rows(1))
    let recorder = Recorder(controller)
    #expect(throws: ResultsError.self) {
      try controller.performBatch {
        try controller.add(Row(2))
        try controller.remove(at: StorePosition(section: 4, offset: 0))
      }
    }
    #expect(recorder.take() == [])
    #expect(controller.count == 1)
  }

  @Test func aBatchSeesItsOwnEdits() throws {
    let controller = keyed()
    try controller.setItems(rows(1))
    let recorder = Recorder(controller)
    controller.begin()
    try controller.add(Row(2))
    #expect(controller.snapshot.rowCount == 2)
    #expect(recorder.shown.allSatisfy { $0 == [["1/0/-"]] })
    try controller.end()
    #expect(recorder.shown.allSatisfy { $0 == [["1/0/-", "2/0/-"]] })
  }

  @Test func completionsComeAfterTheDelivery() throws {
    let controller = keyed()
    try controller.setItems(rows(1))
    var log: [String] = []
    let token = controller.observe { _ in log.append("change") }
    log = []
    try controller.performBatch(completion: { log.append("done") }) { try controller.add(Row(2)) }
    controller.performBatch(completion: { log.append("nothing") }) {}
    #expect(log == ["change", "done", "nothing"])
    withExtendedLifetime(token) {}
  }

  @Test func editsOfCallbacksAreTheNextDelivery() throws {
    let controller = keyed()
    try controller.setItems(rows(1))
    var log: [String] = []
    var isFirst = false
    let token = controller.observe(
      willChange: { _ in
        log.append("will \(controller.snapshot.rowCount)")
        if isFirst { try? controller.add(Row(8)) }
      },
      didChange: { change in
        log.append("did \(describe(change)) \(controller.snapshot.rowCount)")
        if isFirst { try? controller.add(Row(9)) }
        isFirst = false
      })
    isFirst = true
    log = []
    try controller.add(Row(2))
    #expect(log == ["will 1", "did I(1) 2", "will 2", "did I(2) I(3) 4"])
    withExtendedLifetime(token) {}
  }

  @Test func anObserverCanLeaveInWill() throws {
    let controller = keyed()
    try controller.setItems(rows(1))
    var counts = [0, 0]
    var leaving: ResultsObservation?
    leaving = controller.observe(
      sendingCurrent: true, willChange: { _ in leaving?.cancel() },
      didChange: { _ in counts[0] += 1 })
    let staying = controller.observe { _ in counts[1] += 1 }
    #expect(counts == [1, 0])
    try controller.add(Row(2))
    #expect(counts == [1, 1])
    #expect(leaving?.isActive == false && staying.isActive)
    staying.cancel()
    try controller.add(Row(3))
    #expect(counts == [1, 1])
  }

  @Test func aLateObserverBeginsWithThePresentRows() throws {
    let controller = keyed()
    var log: [String] = []
    controller.observe(sendingCurrent: true) { log.append("early \(describe($0))") }
    #expect(log == [])
    try controller.setItems(rows(1))
    controller.observe(sendingCurrent: true) { change in
      log.append("late \(describe(change)) \(change.old.isLoaded) \(change.new.items.map(\.id))")
    }
    controller.observe { log.append("new \(describe($0))") }
    #expect(log == ["early reload", "late reload false [1]"])
    try controller.add(Row(2))
    #expect(log.dropFirst(2) == ["early I(1)", "late I(1) true [1, 2]", "new I(1)"])
  }

  @Test func anObservationEndsWithItsOwner() throws {
    final class Owner {
      var changes = 0
    }
    let controller = keyed()
    try controller.setItems(rows(1))
    var owner: Owner? = Owner()
    let observation: ResultsObservation
    do {
      let kept = try #require(owner)
      observation = controller.observe(for: kept) { [unowned kept] _ in kept.changes += 1 }
    }
    try controller.add(Row(2))
    #expect(owner?.changes == 1)
    weak let gone = owner
    owner = nil
    #expect(gone == nil)
    try controller.add(Row(3))
    #expect(observation.isActive)
  }

  @Test func callbacksAreReleasedWithTheirEndOrThatOfTheController() throws {
    final class Captured {}
    var controller: ResultsController<Row>? = keyed()
    try controller?.setItems(rows(1))
    weak var first: Captured?
    weak var second: Captured?
    var cancelled: ResultsObservation?
    do {
      let (one, other) = (Captured(), Captured())
      (first, second) = (one, other)
      cancelled = controller?.observe { _ in _ = one }
      controller?.observe { _ in _ = other }
    }
    #expect(first != nil && second != nil)
    cancelled?.cancel()
    try controller?.add(Row(2))
    #expect(first == nil && second != nil)
    controller = nil
    #expect(second == nil)
  }

  @Test func silentEditsAreNotTold() throws {
    let controller = keyed()
    try controller.setItems(rows(1))
    var log: [String] = []
    let token = controller.observe { log.append(describe($0)) }
    log = []
    try controller.performSilently(for: token) { () throws(ResultsError) in
      try controller.add(Row(2))
    }
    try controller.add(Row(3))
    #expect(log == ["I(2)"])
  }

  @Test(arguments: [[1, 2, 3, 4, 5, 6], [6], [], [2, 1]])
  func allRowsAreReplacedBeforeAnotherReplacementIsTold(ids: [Int]) throws {
    let controller = keyed()
    try controller.setItems(rows(1, 2))
    let recorder = Recorder(controller)
    var isLeft = true
    let observation = controller.observe(
      willChange: { _ in
        guard isLeft else { return }
        isLeft = false
        try? controller.setItems(nil)
        try? controller.setItems(ids.map { Row($0) })
      }, didChange: { _ in })
    try controller.setItems(rows(3, 2, 4))
    observation.cancel()
    #expect(!isLeft)
    #expect(controller.snapshot.items.map(\.id) == ids)
    #expect(recorder.problems == [])
    #expect(recorder.changes.last?.new.items.map(\.id) == ids)
  }
}
