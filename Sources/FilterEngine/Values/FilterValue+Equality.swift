extension FilterValue: Hashable {
  /// Whether both are equal to the language.
  public static func == (lhs: FilterValue, rhs: FilterValue) -> Bool { false }

  /// Feeds the value to `hasher`: equal values feed the same.
  public func hash(into hasher: inout Hasher) {}
}
