public import FilterEngine

// Section keys of a type of the caller, such as an enumeration.

extension ResultsSection {
  /// The key as a value of the type that sections the rows.
  ///
  /// ```swift
  /// let results = ResultsController<Person>(identifiedBy: \.id, sectionedBy: \.mood)
  /// switch section.key(as: Mood.self) { … }
  /// ```
  ///
  /// Nil for the section of rows without a key, and for a key that is no value of the type.
  public func key<Key: FilterValueConvertible>(as type: Key.Type) -> Key? {
    key.converted(to: type)
  }
}
