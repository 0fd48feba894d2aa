package import FilterEngine

/// A test that answers for many items at once, such as one over the bytes that the items stand for.
package protocol BulkTest<Item>: Sendable {
  associatedtype Item

  /// Whether one item passes.
  func passes(_ item: Item, limits: EvaluationLimits) throws(EvaluationError) -> Bool

  /// Clears the bits of those items that do not pass or fail.
  ///
  /// - Parameters:
  ///   - words: A bit for each item, 64 a word, the lowest first. Only items whose bits are set are tested.
  ///   - items: The items, which are valid during the call.
  ///   - limits: The limits of the pass.
  ///   - failed: Receives the index of each item whose test fails, and the error. An error that is a limit ends the
  ///     pass.
  func narrow(
    _ words: inout [UInt64], of items: UnsafeBufferPointer<Item>, limits: EvaluationLimits,
    failed: (Int, EvaluationError) -> Void)

  /// Whether every item that passes this test passes `other` too; false if that cannot be shown.
  func implies(_ other: any BulkTest<Item>) -> Bool
}
