public import FilterEngine

// Section keys of a type of the caller, such as an enumeration.

extension ResultsConfiguration.SectionOrder {
  /// As listed, rows or not; sections of other keys follow, each by its first row.
  ///
  /// ```swift
  /// configuration.sections.order = .inOrder(of: Mood.allCases)
  /// ```
  public static func inOrder(of keys: some Sequence<some FilterValueConvertible>) -> Self {
    .listed(keys.map { $0.filterValue })
  }

  /// By a rule of the caller: whether a key comes before another one.
  ///
  /// ```swift
  /// configuration.sections.order = .ordered { (left: Mood, right: Mood) in left.rank < right.rank }
  /// ```
  ///
  /// Sections whose keys are no values of the type come after the others, each by its first row.
  public static func ordered<Key: FilterValueConvertible>(
    by precedes: @escaping (Key, Key) -> Bool
  ) -> Self {
    .by { left, right in
      guard let left = left.converted(to: Key.self) else { return false }
      return right.converted(to: Key.self).map { precedes(left, $0) } ?? true
    }
  }
}

extension ResultsConfiguration.SectionSettings {
  /// Lets `title` make the titles of sections of the keys of its type; the titles of others are the texts of
  /// their keys.
  ///
  /// ```swift
  /// configuration.sections.setTitle { (mood: Mood) in mood == .good ? "Good" : "Not so good" }
  /// ```
  public mutating func setTitle<Key: FilterValueConvertible>(
    _ title: @escaping (Key) -> String?
  ) {
    self.title = { key in
      if let value = key.converted(to: Key.self) { title(value) } else { key.titleOfSection }
    }
  }
}
