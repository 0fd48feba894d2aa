/// What a follower of a source has to show.
enum FollowedChange<Item> {
  /// Edits of what the source held before.
  case edits(ResultsEdits<Item>)
  /// Whatever the source holds now.
  case contents
  /// What the source held before: a follower whose rows have been edited since shows the contents again.
  case nothing
}

/// The controllers that follow a source.
///
/// It belongs to the isolation domain of the source.
public final class ResultsFollowers<Item> {
  /// Shows a change; false where it could not be shown.
  typealias Follower = (FollowedChange<Item>) -> Bool

  private struct Entry {
    let number: Int
    let follower: Follower
    /// Whether the follower has seen all changes before.
    var isCurrent = false
  }

  private var entries: [Entry] = []
  private var nextNumber = 0
  private var pauses = 0
  private var hasChanged = false

  /// An empty list.
  public init() {}

  /// How many controllers follow the source.
  public var count: Int { entries.count }

  func add(_ follower: @escaping Follower) -> Int {
    nextNumber += 1
    entries.append(Entry(number: nextNumber, follower: follower))
    return nextNumber
  }

  func remove(_ number: Int) { entries.removeAll { $0.number == number } }

  /// Lets a follower read the source for the first time.
  func begin(_ number: Int) { deliver(.contents, to: number) }

  // MARK: - Changes

  /// Lets all followers read the source.
  public func contentsDidChange() { deliver(.contents) }

  /// Sends edits to all followers. One that could not show a change before reads the source instead.
  public func send(_ edits: ResultsEdits<Item>) { deliver(.edits(edits)) }

  /// Lets all followers whose rows have been edited since the last change read the source.
  func confirmContents() { deliver(.nothing) }

  private func deliver(_ change: FollowedChange<Item>) {
    guard pauses == 0 else {
      if case .nothing = change { return }
      hasChanged = true
      return
    }
    for number in entries.map(\.number) { deliver(change, to: number) }
  }

  private func deliver(_ change: FollowedChange<Item>, to number: Int) {
    // A follower may end others, and itself.
    guard let entry = entries.first(where: { $0.number == number }) else { return }
    let isCurrent = entry.follower(entry.isCurrent ? change : .contents)
    if let place = entries.firstIndex(where: { $0.number == number }) {
      entries[place].isCurrent = isCurrent
    }
  }

  // MARK: - Pauses

  /// Holds changes back until as many calls of `resume()`.
  public func pause() { pauses += 1 }

  /// Lets changes go on. Where some were held back, all followers read the source once; otherwise those do whose
  /// rows have been edited since the last change.
  public func resume() {
    pauses = max(0, pauses - 1)
    guard pauses == 0 else { return }
    defer { hasChanged = false }
    deliver(hasChanged ? .contents : .nothing)
  }
}
