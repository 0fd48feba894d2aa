import FilterableResults
import Testing

/// What parents with ordered children can do (ZSWHierarchicalResultsController).
@Suite struct HierarchyParityTests {
  /// A parent with its children.
  struct Parent: Filterable {
    var id: Int
    var order: Int
    var children: [Int]

    static let filterFields = FilterFields<Parent>(
      FilterField("id", \.id), FilterField("order", \.order))
  }

  private func hierarchy(
    _ parents: [Parent], sortedBy sort: [ResultsSortKey<Parent>] = [.ascending(\.order)],
    _ configure: (inout ResultsConfiguration<Row>) -> Void = { _ in }
  ) -> (HierarchySource<MemorySource<Parent>, Row>, ResultsController<Row>, Recorder) {
    let source = HierarchySource<MemorySource<Parent>, Row>(
      MemorySource(parents, sortedBy: sort), identifiedBy: ResultsKey(\.id),
      title: { "Parent \($0.id)" },
      children: { $0.children.map { Row($0) } })
    let controller = keyed(configure)
    controller.follow(source) { _ in Issue.record("no error") }
    return (source, controller, Recorder(controller))
  }

  private let three = [
    Parent(id: 1, order: 1, children: [11, 12, 13]), Parent(id: 2, order: 2, children: []),
    Parent(id: 3, order: 3, children: [31]),
  ]

  /// Counts the calls that a delegate gets.
  private final class Calls: ResultsControllerDelegate {
    var lines: [String] = []

    func controllerWillChangeContent(_ controller: ResultsController<Row>) { lines.append("will") }

    func controller(_ controller: ResultsController<Row>, didChangeSection change: SectionChange) {
      lines.append("\(change)")
    }

    func controllerDidChangeContent(_ controller: ResultsController<Row>) { lines.append("did") }
  }

  @Test func theContextOfASourceIsReadAndSet() throws {  // ZS-4
    let (source, controller, _) = hierarchy(three)
    let delegate = Calls()
    controller.delegate = delegate
    #expect(controller.delegate === delegate)
    #expect(source.parents.items.map(\.id) == [1, 2, 3])
    #expect(
      source.parents.request.predicate == nil
        && source.parents.request.sort == [.ascending(\.order)])
    #expect(source.followers.count == 1)
    source.parents.request.predicate = try FilterPredicate("order > 1")
    #expect(delegate.lines == ["will", "delete(at: 0)", "did"])
    #expect(source.parents.items.count == 3)
    #expect(controller.snapshot.sections.map(\.key) == [2, 3])
    delegate.lines = []
    source.parents.request.sort = [.descending(\.order)]
    #expect(controller.snapshot.sections.map(\.key) == [3, 2])
    #expect(delegate.lines == ["will", "move(from: 1, to: 0)", "did"])
    // Two controllers follow one source, each with a delegate of its own.
    let second = keyed()
    second.follow(source) { _ in Issue.record("no error") }
    let other = Calls()
    second.delegate = other
    delegate.lines = []
    source.parents.commit { $0[0].order = 9 }
    #expect(delegate.lines == ["will", "insert(at: 0)", "did"] && other.lines == delegate.lines)
    #expect(source.followers.count == 2)
    second.unfollow()
    controller.delegate = nil
    source.parents.commit { $0.removeFirst() }
    #expect(controller.snapshot.sections.map(\.key) == [3, 2])
    #expect(second.snapshot.sections.map(\.key) == [1, 3, 2])
    #expect(delegate.lines.count == 3 && other.lines.count == 3)
  }

  @Test func aParentThatIsNotListedGoesSilently() throws {
    let (source, controller, recorder) = hierarchy(
      three + [Parent(id: 4, order: 40, children: [41]), Parent(id: 1, order: 7, children: [91])])
    source.parents.request.predicate = try FilterPredicate("order < 10")
    #expect(recorder.take() == ["sD(3)"])
    let shown = texts(controller.snapshot)
    // One that the predicate hides, the second one of an identity, and one that was never there.
    source.parents.commit { $0.removeAll { $0.id == 4 } }
    source.parents.commit { $0.removeLast() }
    source.parents.commit { $0.removeAll { $0.id == 77 } }
    #expect(source.parents.items.map(\.id) == [1, 2, 3])
    #expect(recorder.take() == [] && texts(controller.snapshot) == shown)
    #expect(source.parent(forSection: 4) == nil)
    // The store has no section of such a key either.
    #expect(try !controller.sections.remove(forKey: 4))
    #expect(recorder.take() == [] && texts(controller.snapshot) == shown)
    #expect(recorder.problems == [])
  }

  @Test func parentsAreFetchedAtOnce() throws {  // ZS-1, ZS-3, ZS-11
    let (source, controller, _) = hierarchy(three)
    #expect(controller.snapshot.sections.map(\.key) == [1, 2, 3])
    #expect(controller.snapshot.sections.map(\.title) == ["Parent 1", "Parent 2", "Parent 3"])
    #expect(controller.snapshot.sectionCounts == [3, 0, 1])
    #expect(source.parents.request.predicate == nil && source.parents.items.count == 3)
    // Parents without an order stand as they are given.
    let (_, unsorted, _) = hierarchy(three.reversed(), sortedBy: [])
    #expect(unsorted.snapshot.sections.map(\.key) == [3, 2, 1])
  }

  @Test func oneParentIsAListToo() throws {  // ZS-2, ZS-12, ZS-13
    let (source, controller, recorder) = hierarchy([Parent(id: 1, order: 0, children: [])]) {
      $0.delivery.reportsMoves = false
    }
    #expect(controller.snapshot.sectionCounts == [0])
    let set = { (children: [Int]) -> [String] in
      source.parents.commit { $0[0].children = children }
      return recorder.take()
    }
    #expect(set([1, 2]) == ["I(0) I(1)"])
    #expect(set([1, 2, 3, 4, 5]) == ["I(2) I(3) I(4)"])
    #expect(set([1, 4, 3, 2, 5]) == ["D(3) D(1) I(1) I(3)"])
    #expect(set([1, 3, 5]) == ["D(3) D(1)"])
    #expect(recorder.problems == [])
  }

  @Test func parentsAndChildrenAreFoundBothWays() throws {  // ZS-5, ZS-6, ZS-7
    let (source, controller, _) = hierarchy(three)
    #expect(source.parent(forSection: controller.snapshot.sections[2].key)?.order == 3)
    #expect(source.parent(forSection: 9) == nil)
    #expect(controller.snapshot.section(forKey: 3) == 2)
    #expect(controller.snapshot.section(at: 3)?.count == nil)
    #expect(controller.path(of: Row(31)) == ResultsPath(section: 2, item: 0))
    #expect(controller.snapshot.section(at: 0)?.items.map(\.id) == [11, 12, 13])
    source.parents.commit { $0.removeLast() }
    #expect(controller.path(of: Row(31)) == nil)
    #expect(controller.snapshot.section(forKey: 3) == nil)
  }

  @Test func oneCallTellsEverything() throws {  // ZS-8, ZS-14
    let (source, controller, recorder) = hierarchy([])
    #expect(controller.snapshot.sections.isEmpty && controller.isLoaded)
    source.parents.commit { $0.append(Parent(id: 1, order: 1, children: [11])) }
    #expect(recorder.take() == ["sI(0)"])
    source.parents.commit { $0.append(Parent(id: 1, order: 9, children: [12])) }
    source.parents.commit { _ in }
    #expect(recorder.take() == [])
    source.parents.commit {
      $0[0].children = [10, 11, 12]
      $0.append(Parent(id: 2, order: 2, children: [21, 22]))
    }
    #expect(recorder.take() == ["sI(1) I(0) I(2)"])
    source.parents.commit {
      $0.insert(Parent(id: 3, order: 0, children: []), at: 0)
      $0[1].children = [10, 11]
    }
    // A deletion counts in the old list, whatever came before it.
    #expect(recorder.take() == ["sI(0) D(2)"])
    source.parents.commit { $0[1].order = 1 }
    #expect(recorder.take() == [])
    #expect(recorder.problems == [])
  }

  @Test func parentsComeAndGoByPredicateAndOrder() throws {  // ZS-10
    let (source, controller, recorder) = hierarchy(three)
    source.parents.request.predicate = try FilterPredicate("order < 10")
    #expect(recorder.take() == [])
    source.parents.commit {
      $0[1].order = 99
      $0.append(Parent(id: 4, order: 2, children: [41]))
    }
    #expect(recorder.take() == ["sD(1) sI(1)"])
    source.parents.commit { $0[1].children = [21] }
    #expect(recorder.take() == [])
    source.parents.commit { $0[1].order = 2 }
    // Both have one order: both are there, the one that is first in the list first.
    #expect(recorder.take() == ["sI(1)"])
    #expect(controller.snapshot.sections.map(\.key) == [1, 2, 4, 3])
    source.parents.commit { $0[0].order = 50 }
    #expect(recorder.take() == ["sD(0)"])
    source.parents.commit { $0[0].order = 5 }
    #expect(recorder.take() == ["sI(3)"])
    source.parents.commit { $0[0].order = 0 }
    #expect(recorder.take() == ["sM(3→0)"])
    #expect(recorder.problems == [])
    let (other, _, compatible) = hierarchy(three) { $0.delivery.reportsMoves = false }
    other.parents.commit { $0[0].order = 9 }
    #expect(compatible.take() == ["sD(0) sI(2)"])
    #expect(compatible.problems == [])
  }

  @Test func childrenGoToOtherParents() throws {  // ZS-15
    let (source, _, recorder) = hierarchy(three)
    let swap = {
      source.parents.commit {
        $0[0].children.removeAll { $0 == 12 }
        $0[2].children = [31, 12]
      }
    }
    swap()
    #expect(recorder.take() == ["M(1→2,1)"])
    let (other, _, compatible) = hierarchy(three) { $0.delivery.reportsMoves = false }
    other.parents.commit {
      $0[0].children.removeAll { $0 == 12 }
      $0[2].children = [31, 12]
    }
    #expect(compatible.take() == ["D(1) I(2,1)"])
    #expect(recorder.problems == [] && compatible.problems == [])
  }
}
