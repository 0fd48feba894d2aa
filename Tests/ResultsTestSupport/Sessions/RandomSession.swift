import FilterableResults
import TestSupport

/// Edits of all kinds, one after another, each checked against everything made anew.
package final class RandomSession {
  let controller: ResultsController<Row>
  var dice: SeededGenerator
  var changes: [ResultsChange<Row>] = []
  var last: ResultsChange<Row>?

  /// Rows that are selected now and then, and their keys.
  let selection: ResultsSelection<Row>
  var selected: Set<Int> = []

  /// What the controller stores, and where that or an error differed first.
  private(set) var model: StoreModel<Row>
  private(set) var problem: String?

  /// What the controller stored before each edit that can be undone, and after each that can be redone.
  private var past: [StoreModel<Row>] = []
  private var future: [StoreModel<Row>] = []

  /// What it stored after the last edit outside of a batch.
  private var present: StoreModel<Row>

  /// The facets and aggregates, the filters that choose their values, and the numbers of earlier snapshots.
  var summaries = SessionSummaries()
  var chosenFilters: [String: ResultsFilter<Row>] = [:]
  var seen: [(ResultsSnapshot<Row>, SessionNumbers)] = []

  /// What a filter looks at besides the rows.
  let threshold = Shared(0)

  /// How often each kind of edit was made.
  package private(set) var tally: [String: Int] = [:]

  /// What repeats the session, as text.
  private let origin: String
  private(set) var step = 0
  let forms = ListViewForms()
  private var observation: ResultsObservation?

  package convenience init(seed: UInt64) {
    self.init(SeededGenerator(seed: seed), origin: "FRC_SEED=\(seed) FRC_ROUNDS=1")
  }

  /// A session whose edits follow the bytes.
  package convenience init(choices: [UInt8]) {
    self.init(SeededGenerator(choices: choices), origin: "these choices")
  }

  private init(_ generator: SeededGenerator, origin: String) {
    self.origin = origin
    dice = generator
    controller = ResultsController(checked: Self.configuration(&dice))
    model = StoreModel(controller.configuration)
    present = model
    if !dice.chance(1, of: 4) { controller.log = ResultsLog() }
    selection = ResultsSelection(of: controller)
    observation = controller.observe(for: self, sendingCurrent: true) { [unowned self] change in
      changes.append(change)
      forms.apply(change)
    }
  }

  /// Makes `steps` edits and batches of edits.
  ///
  /// - Throws: `SessionFailure`.
  package func run(steps: Int) throws {
    for _ in 0..<steps {
      step += 1
      let before = controller.snapshot
      switch dice.below(12) {
      case 0, 1: try batch(depth: 0)
      case 2: try rolledBack(before)
      case 3: pauseAndEdit()
      case 4, 5: try undoOrRedo()
      default: edit()
      }
      noteHistory()
      try check(from: before)
    }
  }

  /// Makes an edit of the controller and of its model, which must answer and refuse the same.
  func apply<Answer>(_ edit: (inout any StoreEditing) throws(ResultsError) -> Answer) {
    func outcome(_ store: inout any StoreEditing) -> String {
      do throws(ResultsError) {
        let answer = try edit(&store)
        return "gives \(answer)"
      } catch {
        return "throws \(error)"
      }
    }
    var (real, plain): (any StoreEditing, any StoreEditing) = (controller, model)
    let outcomes = (outcome(&real), outcome(&plain))
    if let next = plain as? StoreModel<Row> { model = next }
    if outcomes.0 != outcomes.1, problem == nil {
      problem = "an edit \(outcomes.0), not \(outcomes.1)"
    }
    noteHistory()
  }

  /// Compares the log with what the controller has stored so far.
  private func noteHistory() {
    guard !controller.isInBatch, let log = controller.log, problem == nil else { return }
    if log.undoCount == past.count + 1 {
      past.append(present)
      future = []
    } else if log.undoCount != past.count || present.sections != model.sections {
      problem = "\(log.undoCount) edits can be undone, not \(past.count)"
    }
    if log.redoCount != future.count {
      problem = "\(log.redoCount) edits can be redone, not \(future.count)"
    }
    present = model
  }

  /// Undoes or redoes some edits; the rows are those of before.
  private func undoOrRedo() throws {
    for _ in 0..<dice.below(4) {
      let undoes = dice.chance(3, of: 5)
      count(undoes ? "undo" : "redo")
      let target = undoes ? past.last : future.last
      let isMade = undoes ? try controller.undo() : try controller.redo()
      guard isMade == (target != nil) else { throw fail("undo or redo gives \(isMade)") }
      guard let target else { continue }
      if undoes {
        past.removeLast()
        future.append(model)
      } else {
        future.removeLast()
        past.append(model)
      }
      model = target
      present = target
      // A row that is gone is not selected when it comes back.
      selected.formIntersection(Set((controller.items ?? []).map { $0.id }))
      if let problem = model.difference(from: controller) { throw fail(problem) }
    }
  }

  func count(_ kind: String) { tally[kind, default: 0] += 1 }

  func fail(_ reason: String) -> SessionFailure {
    SessionFailure(origin: origin, step: step, reason: reason)
  }

  private func batch(depth: Int) throws {
    count("batch of depth \(depth)")
    controller.begin()
    for _ in 0..<dice.below(6) {
      switch dice.below(5) {
      case 0 where depth < 3: try batch(depth: depth + 1)
      case 1 where depth < 3: try rolledBack(controller.snapshot)
      default: edit()
      }
    }
    try controller.end()
  }

  private func rolledBack(_ before: ResultsSnapshot<Row>) throws {
    count("rollback")
    let stored = controller.items
    let filters = controller.filters.map(\.name)
    let (threshold, model) = (self.threshold.value, self.model)
    let (summaries, chosen) = (self.summaries, chosenFilters)
    defer {
      self.model = model
      (self.summaries, chosenFilters) = (summaries, chosen)
    }
    if dice.chance(1, of: 3) {
      try? controller.performBatch { () throws(ResultsError) in
        for _ in 0..<dice.below(6) { edit() }
        // A filter that reads more than rows reads again what it read before.
        self.threshold.value = threshold
        throw .noData
      }
    } else {
      controller.begin()
      for _ in 0..<dice.below(6) { edit() }
      if dice.chance(1, of: 4) { try batch(depth: 2) }
      self.threshold.value = threshold
      try controller.rollback()
    }
    guard texts(controller.snapshot) == texts(before), controller.items == stored,
      controller.filters.map(\.name) == filters
    else { throw fail("rolled back to \(texts(controller.snapshot)), not \(texts(before))") }
  }

  private func pauseAndEdit() {
    count("pause")
    controller.pause()
    for _ in 0..<dice.below(5) { edit() }
    controller.resume()
  }

  private static func configuration(_ dice: inout SeededGenerator) -> ResultsConfiguration<Row> {
    var configuration = ResultsConfiguration<Row>()
    if !dice.chance(1, of: 4) { configuration.rows.identity = ResultsKey(\.id) }
    if dice.chance(1, of: 2) { configuration.sections.key = ResultsKey(\.city) }
    if dice.chance(1, of: 3) {
      configuration.rows.sort = [ResultsSortKey(\.n, ascending: dice.chance(1, of: 2))]
    }
    if dice.chance(1, of: 6) { configuration.rows.comparator = { $0.n % 3 < $1.n % 3 } }
    configuration.sections.empty = [.keep, .drop, nil][dice.below(3)]
    if dice.chance(1, of: 3) { configuration.groupRows.test = { $0.n % 3 != 0 } }
    configuration.groupRows.areShown = dice.chance(1, of: 2)
    configuration.sections.order = order(&dice)
    configuration.sections.missing = [.ordered, .first, .last][dice.below(3)]
    configuration.rows.duplicates = [.first, .last, .refuse][dice.below(3)]
    configuration.sections.expandsOne = dice.chance(1, of: 8)
    configuration.delivery.reportsEqualReplacements = dice.chance(1, of: 8)
    return configuration
  }

  static func order(_ dice: inout SeededGenerator) -> ResultsConfiguration<Row>.SectionOrder {
    switch dice.below(6) {
    case 0: .ascending
    case 1: .descending
    case 2: .listed(["b", "a"])
    default: .first
    }
  }
}
