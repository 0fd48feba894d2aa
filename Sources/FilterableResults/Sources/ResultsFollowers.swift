internal import FilterEngine

/// A change of a source, as a follower receives it.
enum FollowedChange<Item> {
  /// Edits of the previous contents
  case edits(ResultsEdits<Item>)
  /// Any change of the contents
  case contents
  /// No change: a follower reads the contents if its rows were edited otherwise
  case nothing
}

/// The controllers that follow a source.
///
/// The list belongs to the isolation domain of the source.
public final class ResultsFollowers<Item> {
  /// Shows a change and returns true, or returns false if it could not be shown.
  typealias Follower = (FollowedChange<Item>) -> Bool

  private struct Entry {
    let number: Int
    let follower: Follower
    /// Whether the follower has shown all earlier changes.
    var isCurrent = false
  }

  private var entries: [Entry] = []
  private var nextNumber = 0
  private var pauses = 0

  /// Whether a pause has held changes back.
  private var hasChanged = false

  /// Creates an empty list.
  public init() {}

  /// The number of controllers that follow the source.
  package var count: Int { entries.count }

  func add(_ follower: @escaping Follower) -> Int {
    nextNumber += 1
    entries.append(Entry(number: nextNumber, follower: follower))
    return nextNumber
  }

  func remove(_ number: Int) { entries.removeAll { $0.number == number } }

  /// Lets a follower read the contents for the first time.
  func begin(_ number: Int) { deliver(.contents, to: number) }

  /// Passes changes of another source on, which it is made of, until the returned function is called.
  func forward(from source: some ResultsSource) -> () -> Void {
    let follower = source.followers.add { [weak self] change in
      if case .nothing = change { self?.confirmContents() } else { self?.contentsDidChange() }
      return true
    }
    return { [weak source] in source?.followers.remove(follower) }
  }

  // MARK: - Changes

  /// Has all followers read the contents.
  public func contentsDidChange() { deliver(.contents) }

  /// Sends edits to all followers. A follower that could not show an earlier change reads the contents instead.
  public func send(_ edits: ResultsEdits<Item>) { deliver(.edits(edits)) }

  /// Has those followers read the contents whose rows were edited otherwise since the last change.
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
    // A follower may remove others, and itself.
    guard let entry = entries.first(where: { $0.number == number }) else { return }
    let isCurrent = entry.follower(entry.isCurrent ? change : .contents)
    if let index = entries.firstIndex(where: { $0.number == number }) {
      entries[index].isCurrent = isCurrent
    }
  }

  // MARK: - Pauses

  /// Holds changes back until `resume()` is called as often.
  public func pause() { pauses += 1 }

  /// Ends a pause. If changes were held back, all followers read the contents once; otherwise only those whose rows were
  /// edited since the last change.
  public func resume() {
    pauses = max(0, pauses - 1)
    guard pauses == 0 else { return }
    // A follower may begin another pause, whose changes are held back for the end of that one.
    let change: FollowedChange<Item> = hasChanged ? .contents : .nothing
    hasChanged = false
    deliver(change)
  }
}
