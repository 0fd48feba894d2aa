#if SQLite
  import FilterEngine
  import Testing

  @testable import FilterableResults
  @testable import FilterableResultsSQL

  /// What has changed since the last look, collected and taken.
  @Suite struct SQLChangesTests {
    /// Each kind of change alone.
    private static let kinds: [(name: String, add: @Sendable (SQLChanges) -> Void)] = [
      ("keys", { $0.add([1, 2]) }), ("links", { $0.add(.rows(keys: [], links: ["owner": [3]])) }),
      ("unknown", { $0.addUnknown() }), ("everything", { $0.addEverything() }),
      ("schema", { $0.addSchema() }),
    ]

    private static func text(_ pending: SQLChanges.Pending) -> String {
      var parts: [String] = []
      if !pending.keys.isEmpty { parts.append("keys") }
      if !pending.links.isEmpty { parts.append("links") }
      if pending.isUnknown { parts.append("unknown") }
      if pending.isEverything { parts.append("everything") }
      if pending.hasNewSchema { parts.append("schema") }
      return parts.joined(separator: " ")
    }

    /// Another schema is another everything.
    private static func expected(_ names: [String]) -> String {
      ["keys", "links", "unknown", "everything", "schema"]
        .filter { names.contains($0) || $0 == "everything" && names.contains("schema") }
        .joined(separator: " ")
    }

    @Test func twoChangesAreTakenTogetherAndOnce() {
      for first in Self.kinds {
        for second in Self.kinds {
          let changes = SQLChanges()
          #expect(!changes.hasPending)
          first.add(changes)
          #expect(changes.hasPending, "\(first.name)")
          second.add(changes)
          let taken = changes.take()
          #expect(Self.text(taken) == Self.expected([first.name, second.name]))
          #expect(!taken.isNothing && !changes.hasPending)
          #expect(changes.take().isNothing)
          // What could not be shown comes with what has changed since.
          second.add(changes)
          changes.putBack(taken, after: CancellationError())
          #expect(Self.text(changes.take()) == Self.expected([first.name, second.name]))
        }
      }
    }

    @Test func keysAndLinksOfAllChangesAreKept() {
      let changes = SQLChanges()
      changes.add([1, 2])
      changes.add([2, 3])
      changes.add(.rows(keys: [], links: ["owner": ["a"]]))
      changes.add(.rows(keys: [], links: ["owner": ["b"]]))
      changes.add(.rows(keys: [], links: ["city": ["a"]]))
      let taken = changes.take()
      #expect(taken.keys == [1, 2, 3])
      #expect(taken.links == ["owner": ["a", "b"], "city": ["a"]])
    }

    /// An observer is spared its own changes only.
    @Test func changesOfTwoAuthorsHaveNone() {
      let (one, other) = (ResultsObservation(), ResultsObservation())
      let changes = SQLChanges()
      for second in Self.kinds {
        changes.add([1], by: one)
        #expect(changes.take().author === one)
        changes.add([1], by: one)
        changes.add([2], by: one)
        #expect(changes.take().author === one)
        changes.add([1], by: one)
        second.add(changes)
        #expect(changes.take().author == nil, "\(second.name)")
        second.add(changes)
        changes.add([1], by: one)
        #expect(changes.take().author == nil, "\(second.name)")
      }
      changes.add([1], by: one)
      changes.addUnknown(by: other)
      #expect(changes.take().author == nil)
      changes.addEverything(by: other)
      #expect(changes.take().author === other)
    }

    @Test func aPauseHoldsChangesBack() {
      let changes = SQLChanges()
      changes.pause()
      changes.pause()
      changes.add([1])
      #expect(changes.hasPending)
      #expect(changes.take().isNothing)
      changes.resume()
      #expect(changes.take().isNothing)
      changes.resume()
      #expect(changes.take().keys == [1])
      // A call without a pause changes nothing.
      changes.resume()
      changes.pause()
      changes.add([2])
      #expect(changes.take().isNothing)
      changes.resume()
      #expect(changes.take().keys == [2])
    }

    @Test func whatWasTakenEarlierIsNotShownLater() {
      let changes = SQLChanges()
      let numbers = (0..<3).map { _ in changes.take().number }
      #expect(numbers == [0, 1, 2])
      #expect(changes.show(1))
      #expect(!changes.show(1))
      #expect(!changes.show(0))
      #expect(changes.show(2))
      // A pause takes nothing and gives no number away.
      changes.pause()
      #expect(changes.take().number == 3)
      changes.resume()
      #expect(changes.take().number == 3)
    }

    @Test func aReaderIsWokenByWhatItCanTake() async {
      for kind in Self.kinds {
        let changes = SQLChanges()
        let first = changes.begin()
        kind.add(changes)
        #expect(await first.wait(isolation: nil), "\(kind.name)")
        _ = changes.take()
        // A second reader takes the place of the first.
        let second = changes.begin()
        #expect(await !first.wait(isolation: nil))
        changes.remind()
        changes.pause()
        kind.add(changes)
        changes.remind()
        changes.resume()
        #expect(await second.wait(isolation: nil))
        second.finish()
        #expect(await !second.wait(isolation: nil))
      }
    }

    @Test(
      arguments: [
        { $0.remind() }, { $0.resume() },
        { changes in
          changes.pause()
          changes.add([1])
          changes.addEverything()
          changes.remind()
        },
        { changes in
          changes.pause()
          changes.pause()
          changes.add([1])
          changes.resume()
        },
      ] as [@Sendable (SQLChanges) -> Void])
    func nothingWakesAReaderInVain(_ act: @Sendable (SQLChanges) -> Void) async {
      let changes = SQLChanges()
      let signal = changes.begin()
      act(changes)
      let reader = Task { await signal.wait(isolation: nil) }
      // Time for the reader to see a signal, if there were one.
      for _ in 0..<100 { await Task.yield() }
      signal.finish()
      #expect(await !reader.value)
    }
  }
#endif
