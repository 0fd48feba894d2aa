/// When changes are delivered, and what their receivers need.
struct DeliveryGate {
  /// Whether a change is being delivered. Edits of callbacks are delivered after it.
  var isUnderWay = false

  /// The number of calls of `pause()` that were not ended.
  var pauses = 0

  /// Whether there is a delegate. It may have ended since the last delivery.
  var hasDelegate = false

  /// Whether an observer is called before a change.
  var announcesChanges = false

  /// Whether another snapshot may replace a new one.
  var hasSubstitute = false

  /// Whether a change is delivered as soon as it is made, unless a batch is open.
  var isOpen: Bool { !isUnderWay && pauses == 0 }

  /// Whether a change is delivered as soon as it is made, and only to observers that are called after it.
  var deliversAtOnce: Bool { isOpen && !hasDelegate && !announcesChanges && !hasSubstitute }
}
