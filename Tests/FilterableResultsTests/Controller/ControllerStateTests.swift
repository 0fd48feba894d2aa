import FilterableResults
import Testing

/// What a controller does while it is paused, in a batch, or in the midst of a delivery.
@Suite struct ControllerStateTests {
  private let first = StorePosition(section: 0, offset: 0)

  // MARK: - Rollback

  /// Content by stamp alone: an edit that was taken back is new when it comes again.
  @Test func rollbackRestoresVersionStamps() throws {
    let controller = keyed {
      $0.rows.version = ResultsKey(\.n)
      $0.rows.isModified = { _, _ in false }
    }
    try controller.setItems(rows(1, 2))
    let recorder = Recorder(controller)
    controller.begin()
    controller.replace(Row(1, n: 5))
    controller.remove(key: 2)
    try controller.rollback()
    #expect(recorder.take() == [])
    controller.replace(Row(1, n: 5))
    #expect(recorder.take() == ["U(0/0)"])
    controller.replace(Row(1, n: 5))
    #expect(recorder.take() == [])
    // The row that was removed and came back has kept its stamp.
    controller.replace(Row(2, n: 5))
    #expect(recorder.take() == ["U(1/1)"])
    #expect(throws: ResultsError.noData) {
      try controller.performBatch { () throws(ResultsError) in
        controller.replace(Row(1, n: 6))
        throw .noData
      }
    }
    controller.replace(Row(1, n: 6))
    #expect(recorder.take() == ["U(0/0)"])
  }

  @Test func rollbackRestoresSettingsFiltersAndCollapsedSections() throws {
    let controller = keyed { $0.sections.key = ResultsKey(\.city) }
    try controller.setItems([Row(1, city: "a"), Row(2, city: "b"), Row(3, city: "b")])
    let recorder = Recorder(controller)
    let before = controller.snapshot
    controller.begin()
    controller.sections.setCollapsed(true, forKey: "b")
    try controller.configure { $0.rows.sort = [.descending(\.id)] }
    controller.filters.add(ResultsFilter("none") { _ in false })
    controller.remove(key: 1)
    try controller.add(Row(4, city: "c"))
    try controller.rollback()
    #expect(controller.snapshot == before && recorder.take() == [])
    #expect(!controller.sections.isCollapsed(forKey: "b"))
    #expect(controller.configuration.rows.sort.isEmpty && controller.filters.isEmpty)
    #expect(controller.item(forKey: 4) == nil && controller.item(forKey: 1) == Row(1, city: "a"))
    try controller.add(Row(4, city: "a"))
    #expect(recorder.take() == ["I(1)"])
    #expect(controller.items?.count == 4)
  }

  /// An edit before the batch waits for `resume()`, and is not lost with the batch.
  @Test func rollbackKeepsWhatWasEditedBefore() throws {
    let controller = keyed()
    try controller.setItems(rows(1, 2))
    let recorder = Recorder(controller)
    controller.pause()
    try controller.add(Row(3))
    controller.begin()
    controller.remove(key: 1)
    try controller.rollback()
    #expect(recorder.take() == [])
    controller.resume()
    #expect(recorder.take() == ["I(2)"])
  }

  // MARK: - Callbacks

  /// Calls `edit` in the first callback; gives the changes that came until then and afterwards.
  private func inCallback(
    _ edit: @escaping (ResultsController<Row>) throws -> Void
  ) throws -> (ResultsController<Row>, Recorder) {
    let controller = keyed()
    try controller.setItems(rows(1))
    let recorder = Recorder(controller)
    var isFirst = true
    let observation = controller.observe { _ in
      guard isFirst, controller.count == 2 else { return }
      isFirst = false
      do { try edit(controller) } catch { Issue.record("\(error)") }
    }
    try controller.add(Row(2))
    observation.cancel()
    return (controller, recorder)
  }

  @Test func aPauseInACallbackHoldsBackTheNextEdit() throws {
    let (controller, recorder) = try inCallback {
      try $0.add(Row(3))
      $0.pause()
    }
    #expect(recorder.take() == ["I(1)"])
    #expect(controller.snapshot.rowCount == 3)
    try controller.add(Row(4))
    #expect(recorder.take() == [])
    controller.resume()
    #expect(recorder.take() == ["I(2) I(3)"])
    #expect(recorder.problems == [])
  }

  @Test func aBatchBegunInACallbackHoldsBackTheNextEdit() throws {
    let (controller, recorder) = try inCallback {
      try $0.add(Row(3))
      $0.begin()
    }
    #expect(recorder.take() == ["I(1)"])
    #expect(controller.isInBatch)
    controller.remove(key: 1)
    try controller.end()
    #expect(recorder.take() == ["D(0) I(1)"])
    #expect(!controller.isInBatch)
  }

  @Test func aBatchOfACallbackIsTheNextDelivery() throws {
    let (controller, recorder) = try inCallback { controller in
      controller.begin()
      try controller.add(Row(3))
      controller.begin()
      controller.remove(key: 1)
      try controller.rollback()
      try controller.end()
    }
    #expect(recorder.take() == ["I(1)", "I(2)"])
    #expect(controller.snapshot.items == rows(1, 2, 3))
  }

  @Test func everyEditOfACallbackIsDelivered() throws {
    let edits: [(ResultsController<Row>) throws -> Void] = [
      { $0.remove(key: 1) }, { $0.replace(Row(1, n: 3)) },
      {
        try $0.move(
          from: StorePosition(section: 0, offset: 0), to: StorePosition(section: 0, offset: 1))
      },
      { $0.filters.add(ResultsFilter("none") { $0.id != 1 }) }, { try $0.setItems(rows(2, 5)) },
      { try $0.setItems(nil) }, { try $0.merge(rows(1, 7)) }, { try $0.itemDidChange(key: 1) },
      { try $0.configure { $0.rows.sort = [.descending(\.id)] } },
      { $0.sort(by: [.descending(\.id)]) }, { $0.sections.setCollapsed(true) },
    ]
    for (number, edit) in edits.enumerated() {
      let (controller, recorder) = try inCallback(edit)
      #expect(recorder.changes.count == 2, "edit \(number)")
      #expect(recorder.changes.last?.new == controller.snapshot, "edit \(number)")
      #expect(recorder.changes.last?.old.items == rows(1, 2), "edit \(number)")
      #expect(recorder.problems == [], "edit \(number)")
    }
  }

  @Test func anEditOfASubstituteIsTheNextDelivery() throws {
    let controller = keyed()
    try controller.setItems(rows(1))
    let recorder = Recorder(controller)
    controller.setSubstitute { [unowned controller] _, new in
      if new.rowCount == 2 { try? controller.add(Row(3)) }
      return nil
    }
    try controller.add(Row(2))
    #expect(recorder.take() == ["I(1)", "I(2)"] && recorder.problems == [])
    #expect(controller.snapshot.items == rows(1, 2, 3))
  }

  // MARK: - Reload

  @Test func reloadWaitsForNothing() throws {
    let controller = keyed()
    let recorder = Recorder(controller)
    controller.reload()
    #expect(recorder.take() == [])
    try controller.setItems(rows(1))
    #expect(recorder.take() == ["reload"])
    controller.reload()
    #expect(recorder.take() == ["reload"])
  }

  @Test func reloadWhilePausedDoesNothing() throws {
    let controller = keyed()
    try controller.setItems(rows(1))
    let recorder = Recorder(controller)
    controller.pause()
    try controller.add(Row(2))
    controller.reload()
    #expect(recorder.take() == [])
    controller.resume()
    #expect(recorder.take() == ["I(1)"])
  }

  @Test func reloadInABatchDoesNothing() throws {
    let controller = keyed()
    try controller.setItems(rows(1))
    let recorder = Recorder(controller)
    try controller.performBatch {
      try controller.add(Row(2))
      controller.reload()
    }
    #expect(recorder.take() == ["I(1)"])
  }

  @Test func reloadInACallbackDoesNothing() throws {
    let (_, recorder) = try inCallback { $0.reload() }
    #expect(recorder.take() == ["I(1)"])
  }

  @Test func anEditOfAReloadCallbackIsTheNextDelivery() async throws {
    let controller = keyed()
    try controller.setItems(rows(1))
    var reader = controller.changes.makeAsyncIterator()
    _ = await reader.next()
    var told: [String] = []
    let first = controller.observe { [unowned controller] change in
      told.append("first \(describe(change))")
      if change.isReload { try? controller.add(Row(2)) }
    }
    let second = controller.observe { told.append("second \(describe($0)) \($0.new.rowCount)") }
    controller.reload()
    #expect(told == ["first reload", "second reload 1", "first I(1)", "second I(1) 2"])
    let both = await reader.next()
    #expect(both?.isReload == true && both?.new.rowCount == 2)
    #expect(first.isActive && second.isActive)
  }

  // MARK: - Pauses

  @Test func pausesAreCounted() throws {
    let controller = keyed()
    try controller.setItems(rows(1))
    let recorder = Recorder(controller)
    controller.resume()
    controller.pause()
    controller.pause()
    try controller.add(Row(2))
    controller.resume()
    #expect(controller.isPaused && recorder.take() == [])
    controller.resume()
    #expect(!controller.isPaused && recorder.take() == ["I(1)"])
    controller.resume()
    controller.resume()
    controller.pause()
    #expect(controller.isPaused)
  }

  @Test func aBatchThatEndsWhilePausedWaits() throws {
    let controller = keyed()
    try controller.setItems(rows(1))
    let recorder = Recorder(controller)
    controller.pause()
    controller.begin()
    try controller.add(Row(2))
    try controller.end()
    #expect(recorder.take() == [])
    controller.begin()
    controller.resume()
    #expect(recorder.take() == [])
    try controller.end()
    #expect(recorder.take() == ["I(1)"])
  }

  @Test func aSilentResumeIsForOnce() throws {
    let controller = keyed()
    try controller.setItems(rows(1))
    let recorder = Recorder(controller)
    let transcript = Transcript(controller)
    controller.pause()
    try controller.add(Row(2))
    controller.resume(silently: true)
    #expect(recorder.take() == [] && transcript.text == "")
    try controller.add(Row(3))
    #expect(recorder.take() == ["I(2)"] && transcript.text.contains("did"))
    #expect(controller.delegate === transcript)
  }

  @Test func aSilentEditIsForOnce() throws {
    let controller = keyed()
    try controller.setItems(rows(1))
    var changes: [String] = []
    let observation = controller.observe { changes.append(describe($0)) }
    changes = []
    controller.performSilently(for: observation) { try? controller.add(Row(2)) }
    #expect(changes == [])
    try controller.add(Row(3))
    #expect(changes == ["I(2)"])
  }

  // MARK: - Completions and diagnostics

  @Test func aCompletionIsCalledOnce() throws {
    let controller = keyed()
    try controller.setItems(rows(1))
    var calls = 0
    try controller.performBatch(completion: { calls += 1 }) { try controller.add(Row(2)) }
    try controller.add(Row(3))
    #expect(calls == 1)
    controller.performBatch(completion: { calls += 1 }) {}
    #expect(calls == 2)
    controller.pause()
    try controller.performBatch(completion: { calls += 1 }) { try controller.add(Row(4)) }
    #expect(calls == 2)
    controller.resume()
    #expect(calls == 3)
  }

  @Test func diagnosticsAreThoseOfTheLastEdit() throws {
    let controller = keyed()
    try controller.setItems(rows(1, 1, 2))
    #expect(controller.duplicateKeys == [1])
    try controller.add(Row(2))
    #expect(controller.duplicateKeys == [2])
    try controller.performBatch {
      try controller.add(Row(1))
      try controller.add(Row(2))
    }
    #expect(controller.duplicateKeys == [1, 2])
    try controller.add(Row(3))
    #expect(controller.duplicateKeys == [])
  }
}
