/// Numbers beside the rows of a controller that are published with its deliveries, such as the number of rows of which
/// it holds a window.
///
/// A delivery is made for numbers that differ, even if no visible row has changed.
package protocol DeliveredNumbers: AnyObject {
  /// Computes the numbers for the next delivery, and returns whether they differ from those that were published.
  ///
  /// `contents` is the `contentNumber` of the controller.
  func prepare(contents: UInt64, _ collapsed: CollapsedSections) -> Bool

  /// Publishes the prepared numbers. Observers are notified afterwards.
  func publish()
}
