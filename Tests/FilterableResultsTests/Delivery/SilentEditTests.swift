import FilterableResults
import Testing

private func at(_ section: Int, _ item: Int) -> ResultsPath {
  ResultsPath(section: section, item: item)
}

/// Edits of which one observer gets no change: outside and inside of batches, pauses and callbacks.
@Suite struct SilentEditTests {
  /// An observer that makes its own edits in its own list, as a view does that the user edits.
  private final class Editor {
    let controller = keyed()
    var shown: [Int] = []
    var reloads = 0
    private var observation: ResultsObservation?

    init() throws {
      try controller.setItems(rows(1, 2, 3, 4))
      observation = controller.observe(for: self, sendingCurrent: true) { [unowned self] in
        follow($0)
      }
      reloads = 0
    }

    private func follow(_ change: ResultsChange<Row>) {
      guard !change.isReload else {
        reloads += 1
        shown = change.new.items.map(\.id)
        return
      }
      let rows = try? change.changeset.applied(
        to: [shown], row: { change.new[$0]?.id ?? -1 }, section: { _ in [] })
      shown = rows?.first ?? []
    }

    /// Moves a row in its own list, and silently in the controller.
    func move(_ from: Int, to: Int) throws {
      shown.insert(shown.remove(at: from), at: to)
      guard let observation else { return }
      try controller.performSilently(for: observation) { () throws(ResultsError) in
        try controller.move(from: at(0, from), to: at(0, to))
      }
    }

    var isRight: Bool { shown == controller.snapshot.items.map(\.id) }
  }

  @Test func outsideOfEverything() throws {
    let editor = try Editor()
    try editor.move(0, to: 3)
    #expect(editor.shown == [2, 3, 4, 1] && editor.isRight)
    editor.controller.remove(key: 3)
    #expect(editor.shown == [2, 4, 1] && editor.isRight && editor.reloads == 0)
  }

  @Test func inABatch() throws {
    let editor = try Editor()
    let recorder = Recorder(editor.controller)
    editor.controller.begin()
    try editor.move(0, to: 3)
    editor.controller.remove(key: 3)
    #expect(editor.shown == [2, 3, 4, 1])
    try editor.controller.end()
    #expect(editor.shown == [2, 4, 1] && editor.isRight && editor.reloads == 0)
    #expect(recorder.take() == ["D(2) M(0→2)"])
    try editor.controller.add(Row(5))
    #expect(editor.isRight && editor.reloads == 0)
  }

  @Test func inAPause() throws {
    let editor = try Editor()
    editor.controller.pause()
    try editor.move(3, to: 0)
    try editor.controller.add(Row(5))
    editor.controller.resume()
    #expect(editor.shown == [4, 1, 2, 3, 5] && editor.isRight && editor.reloads == 0)
  }

  @Test func inACallback() throws {
    let editor = try Editor()
    let other = editor.controller.observe { [unowned editor] change in
      // The observers are called in the order in which they came: the editor has this change.
      if change.changeset.deletedItems == [at(0, 0)] { try? editor.move(0, to: 2) }
    }
    editor.controller.remove(key: 1)
    #expect(editor.shown == [3, 4, 2] && editor.isRight && editor.reloads == 0)
    editor.controller.remove(key: 4)
    #expect(editor.isRight && editor.reloads == 0)
    #expect(other.isActive)
  }

  @Test func amongOtherEdits() throws {
    let editor = try Editor()
    editor.controller.begin()
    editor.controller.remove(key: 1)
    // The list of the editor still has row 1.
    try editor.move(0, to: 1)
    try editor.controller.end()
    #expect(editor.isRight && editor.reloads == 1)
    editor.controller.remove(key: 2)
    #expect(editor.isRight && editor.reloads == 1)
  }

  @Test func whereTheBatchIsTakenBack() throws {
    let editor = try Editor()
    editor.controller.begin()
    try editor.move(0, to: 3)
    try editor.controller.rollback()
    #expect(editor.shown == [1, 2, 3, 4] && editor.isRight && editor.reloads == 0)
    editor.controller.begin()
    try editor.move(0, to: 3)
    try editor.controller.move(from: at(0, 3), to: at(0, 0))
    try editor.controller.end()
    #expect(editor.shown == [1, 2, 3, 4] && editor.isRight && editor.reloads == 0)
  }
}
