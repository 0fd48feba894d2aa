/// Two lists of rows, by place, and what tells their rows apart.
protocol ComparedRows {
  var oldCount: Int { get }
  var newCount: Int { get }

  /// Whether a row of the old list and one of the new list are the same.
  func areSame(_ old: Int, _ new: Int) -> Bool

  /// Whether two rows of the old list are the same.
  func areSame(old: Int, old other: Int) -> Bool

  /// Equal for rows that are the same.
  func hash(old: Int) -> UInt64

  /// Equal for rows that are the same.
  func hash(new: Int) -> UInt64

  /// Reads from what an old row is told apart by; the result has no meaning.
  func touch(old: Int) -> UInt64
}
