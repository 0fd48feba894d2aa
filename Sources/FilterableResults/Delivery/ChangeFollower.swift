/// Follows what a controller shows, before its observers are notified: a selection.
protocol ChangeFollower<Item>: AnyObject {
  associatedtype Item

  /// Whether there is nothing to follow, so that no change has to be found for it.
  var isEmpty: Bool { get }

  /// Another snapshot is shown; `change` leads to it, and is nil where nothing that is shown has changed.
  func follow(_ change: ResultsChange<Item>?)
}

/// A reference that does not keep a follower alive.
struct WeakFollower<Item> {
  weak var follower: (any ChangeFollower<Item>)?
}
