/// The controllers that follow a source.
///
/// It belongs to the isolation domain of the source.
public final class ResultsFollowers<Item> {
  /// Takes edits, nil for whatever the source holds now; false where they could not be shown.
  typealias Follower = (ResultsEdits<Item>?) -> Bool

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
  func begin(_ number: Int) { deliver(nil, to: number) }

  // MARK: - Changes

  /// Lets all followers read the source.
  public func contentsDidChange() { deliver(nil) }

  /// Sends edits to all followers. One that could not show a change before reads the source instead.
  public func send(_ edits: ResultsEdits<Item>) { deliver(edits) }

  private func deliver(_ edits: ResultsEdits<Item>?) {
    guard pauses == 0 else {
      hasChanged = true
      return
    }
    for number in entries.map(\.number) { deliver(edits, to: number) }
  }

  private func deliver(_ edits: ResultsEdits<Item>?, to number: Int) {
    // A follower may end others, and itself.
    guard let entry = entries.first(where: { $0.number == number }) else { return }
    let isCurrent = entry.follower(entry.isCurrent ? edits : nil)
    if let place = entries.firstIndex(where: { $0.number == number }) {
      entries[place].isCurrent = isCurrent
    }
  }

  // MARK: - Pauses

  /// Holds changes back until as many calls of `resume()`.
  public func pause() { pauses += 1 }

  /// Lets changes go on; after those that were held back all followers read the source once.
  public func resume() {
    pauses = max(0, pauses - 1)
    guard pauses == 0, hasChanged else { return }
    hasChanged = false
    contentsDidChange()
  }
}
