/// A number that follows from the values of a key, nil left out.
package enum MeasureKind: Hashable, Sendable {
  /// The number of values
  case present
  /// The sum and the average of numbers
  case number
  case least, greatest
  /// The number of distinct values
  case distinct
  /// The median and percentiles
  case quantile
}
