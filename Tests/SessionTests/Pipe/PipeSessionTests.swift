import TestSupport
import Testing
import ToolTestSupport

/// Random sessions of thousands of requests beside a model: every snapshot is the model's, and every
/// change set leads from the one before to it.
@Suite struct PipeSessionTests {
  @Test(arguments: RandomSearch.seeds(8))
  func aSessionShowsWhatTheModelShows(seed: UInt64) throws {
    let story = PipeStory(seed: seed, steps: 3_000)
    let outcome = try Tool.run(
      "pipe", input: story.steps.map(\.line).joined(separator: "\n") + "\n")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    let answers = outcome.lines
    try #require(answers.count == story.steps.count, "FRC_SEED=\(seed)")
    var reader = StoryReader()
    for (number, (step, answer)) in zip(story.steps, answers).enumerated() {
      do {
        try reader.read(answer, to: step)
      } catch {
        let before = story.steps[..<number].map(\.line).filter { $0 != ask }.suffix(40)
          .joined(separator: "\n")
        Issue.record(
          "FRC_SEED=\(seed) FRC_ROUNDS=1, request \(number): \(error)\n\(before)\n\(step.line)\n→ \(answer)\nfrom \(reader.shown)"
        )
        return
      }
    }
  }
}

/// Goes through the answers of a session as a client would.
struct StoryReader {
  private(set) var shown = ShownList(sections: nil)
  private var numbers = ShownNumbers()
  private var unread: (change: PipeStep, answer: JSONNode)?
  private var isInBatch = 0

  /// Takes the answer of a step; throws where it is not what it should be.
  mutating func read(_ answer: String, to step: PipeStep) throws {
    let node = try JSONNode(answer)
    switch step.expectation {
    case .snapshot(let expected, let expectedNumbers):
      let (snapshot, numbers) = (ShownList(node), ShownNumbers(node))
      guard snapshot == expected else {
        throw ShownList.Misfit("the snapshot is \(snapshot) and not \(expected)")
      }
      guard numbers == expectedNumbers else {
        throw ShownList.Misfit("the numbers are \(numbers) and not \(expectedNumbers)")
      }
      try follow(to: snapshot, numbers)
    case .nothing, .reload, .diff:
      guard unread == nil else { throw ShownList.Misfit("two changes between snapshots") }
      unread = (step, node)
    case .refusal(let refusal):
      guard node["error"]?["kind"] == .string(refusal.rawValue) else {
        throw ShownList.Misfit("no error \(refusal)")
      }
    case .error:
      guard node["error"] != nil else { throw ShownList.Misfit("no error") }
    case .hiddenBy(let names):
      guard node["hiddenBy"] == .list(names.map { .string($0) }) else {
        throw ShownList.Misfit("hidden by \(names)")
      }
    }
  }

  /// Applies the change that was answered last, and compares what it makes with the snapshot.
  private mutating func follow(to snapshot: ShownList, _ numbers: ShownNumbers) throws {
    defer { unread = nil }
    guard let (step, answer) = unread else { return }
    if step.line.hasPrefix(#"{"op":"begin""#), answer["error"] == nil { isInBatch += 1 }
    if step.line.hasPrefix(#"{"op":"end""#) || step.line.hasPrefix(#"{"op":"rollback""#) {
      isInBatch -= 1
    }
    guard let changes = answer["changes"]?.elements else {
      throw ShownList.Misfit("no changes")
    }
    switch step.expectation {
    case .nothing:
      guard changes.isEmpty else { throw ShownList.Misfit("changes where there are none") }
      // Inside a batch the snapshot goes ahead of what was told.
      guard isInBatch > 0 || snapshot == shown else { throw ShownList.Misfit("a change untold") }
      guard isInBatch > 0 || self.numbers.has(numbers) else {
        throw ShownList.Misfit("a change of numbers untold")
      }
      if isInBatch == 0 { self.numbers = numbers }
    case .reload:
      guard changes.count == 1, changes[0]["reload"] == .bool(true) else {
        throw ShownList.Misfit("no reload")
      }
      shown = snapshot
      try self.numbers.apply(changes[0], to: numbers, origins: nil, namesAggregates: true)
    case .diff(let identity, let edited):
      guard changes.count == 1, changes[0]["reload"] == nil else {
        throw ShownList.Misfit("no diff")
      }
      let delivery = try Delivery(changes[0])
      try shown.apply(delivery, to: snapshot)
      if let identity { try check(delivery, to: snapshot, identity, edited) }
      let origins = try ShownList.sectionOrigins(
        delivery, shown.sections?.count ?? 0, snapshot.sections?.count ?? 0)
      let isBatch = step.line.hasPrefix(#"{"op":"end""#)
      try self.numbers.apply(
        changes[0], to: numbers, origins: origins,
        namesAggregates: isBatch || step.line.contains(#""aggregates""#))
      shown = snapshot
    default: break
    }
  }

  /// Whether there are as few events as can be, and the right row moves.
  private func check(
    _ delivery: Delivery, to new: ShownList, _ identity: String, _ edited: ModelValue?
  ) throws {
    let keys = { (list: ShownList) in
      try (list.sections ?? []).map { section in
        try section.rows.map { ModelValue(try JSONNode($0)[identity]?.text) }
      }
    }
    let (before, after) = (try keys(shown), try keys(new))
    guard !before.joined().contains(.missing), !after.joined().contains(.missing) else { return }
    let fewest = fewestEvents(before, after, new, delivery)
    guard delivery.structuralCount == fewest else {
      throw ShownList.Misfit("\(delivery.structuralCount) events and not \(fewest)")
    }
    guard let edited, delivery.movedSections.isEmpty else { return }
    // Where the edited row keeps its position, another answer as short moves the rows around it.
    guard position(of: edited, in: before) != position(of: edited, in: after) else { return }
    for move in delivery.moved where after[move.to.section][move.to.row] != edited {
      throw ShownList.Misfit("another row than \(edited) moves")
    }
  }

  private func position(of key: ModelValue, in sections: [[ModelValue]]) -> Place? {
    for (section, keys) in sections.enumerated() {
      if let row = keys.firstIndex(of: key) { return Place(section: section, row: row) }
    }
    return nil
  }

  private func fewestEvents(
    _ before: [[ModelValue]], _ after: [[ModelValue]], _ new: ShownList, _ delivery: Delivery
  ) -> Int {
    let (oldNames, newNames) = (
      (shown.sections ?? []).map(\.name), (new.sections ?? []).map(\.name)
    )
    var total = delivery.movedSections.count
    total += Set(oldNames).symmetricDifference(newNames).count
    var places: [ModelValue: Place] = [:]
    for (section, keys) in before.enumerated() where newNames.contains(oldNames[section]) {
      for (row, key) in keys.enumerated() { places[key] = Place(section: section, row: row) }
    }
    for (section, keys) in after.enumerated() {
      guard let origin = oldNames.firstIndex(of: newNames[section]) else { continue }
      var kept: [Int] = []
      for key in keys {
        guard let place = places.removeValue(forKey: key) else {
          total += 1
          continue
        }
        if place.section == origin { kept.append(place.row) } else { total += 1 }
      }
      total += kept.count - longestRun(kept)
    }
    return total + places.count
  }

  private func longestRun(_ numbers: [Int]) -> Int {
    var lengths: [Int] = []
    for (index, number) in numbers.enumerated() {
      lengths.append(
        1 + ((0..<index).filter { numbers[$0] < number }.map { lengths[$0] }.max() ?? 0))
    }
    return lengths.max() ?? 0
  }
}
