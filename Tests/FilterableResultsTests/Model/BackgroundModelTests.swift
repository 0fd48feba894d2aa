import Dispatch
import FilterableResults
import FilterableResultsUI
import Synchronization
import TestSupport
import Testing

/// A model of a controller that was filled away from the main actor.
@MainActor @Suite struct BackgroundModelTests {
  /// An item of which one, in the middle, waits for the main actor when its city is read.
  private struct Visitor: Filterable, Sendable {
    var id: Int

    var city: Int {
      if id == BackgroundModelTests.count / 2 { BackgroundModelTests.gate.wait() }
      return id % 50
    }

    static let filterFields = FilterFields<Visitor>(
      FilterField("id", \.id), FilterField("city", \.city))
  }

  private final class Gate: Sendable {
    private let opened = DispatchSemaphore(value: 0)
    private let waiting = Mutex(false)
    private let isOnMain = Mutex(false)
    private let mainQueue = DispatchSpecificKey<Bool>()

    /// Whether a thread waits.
    var isWaiting: Bool { waiting.withLock { $0 } }

    /// Whether the main actor has come here, which would wait for itself.
    var wasReachedByMainActor: Bool { isOnMain.withLock { $0 } }

    init() { DispatchQueue.main.setSpecific(key: mainQueue, value: true) }

    func wait() {
      waiting.withLock { $0 = true }
      if DispatchQueue.getSpecific(key: mainQueue) == true {
        isOnMain.withLock { $0 = true }
      } else {
        opened.wait()
      }
    }

    func open() { opened.signal() }
  }

  private nonisolated static let count = 300_000
  private nonisolated static let gate = Gate()

  @concurrent private static func load() async throws -> sending ResultsController<Visitor> {
    let results = ResultsController<Visitor>(identifiedBy: \.id)
    try results.setItems((0..<count).map { Visitor(id: $0) })
    results.facets = [.values(of: \.city, ignoring: "city")]
    _ = results.snapshot.facets
    return results
  }

  @Test func theMainActorRunsWhileFacetsAreComputed() async throws {
    let other = Task { @MainActor in
      try await poll { Self.gate.isWaiting }
      Self.gate.open()
    }
    let model = ResultsModel(try await Self.load())
    try await other.value
    #expect(!Self.gate.wasReachedByMainActor)
    #expect(model.facets.first?.counts.map(\.count) == Array(repeating: 6_000, count: 50))
    #expect(model.controller.remove(key: 7))
    #expect(model.facets.first?.counts.last == FacetCount(7, count: 5_999))
  }
}
