public import FilterEngine

// Sections of the store; with a section key they are storage only.
extension ResultsController {
  /// Adds a section behind the others.
  ///
  /// - Throws: `noData`; `notSectioned`; `duplicateSection`; `duplicateKey` where duplicates are refused.
  public func addSection(_ section: StoredSection<Item>) throws(ResultsError) {
    try insertSection(section, at: nil)
  }

  /// Puts a section in before the one at a place.
  ///
  /// - Throws: `noSection`, and as `addSection`.
  public func insertSection(
    _ section: StoredSection<Item>, at place: Int?
  ) throws(ResultsError) {
    try editAll { () throws(ResultsError) in
      try store.insertSection(
        section.key, title: section.title, section.items.lazy.map { StoredRow($0) }, at: place)
    }
  }

  /// Removes the section at a place, with its rows.
  ///
  /// - Throws: `noData`; `notSectioned`; `noSection`.
  public func removeSection(at place: Int) throws(ResultsError) {
    try editAll { () throws(ResultsError) in try store.removeSection(place) }
  }

  /// Removes the section with a key; false where there is none.
  ///
  /// - Throws: `noData`; `notSectioned`.
  @discardableResult
  public func removeSection(forKey key: some FilterValueConvertible) throws(ResultsError) -> Bool {
    let key = key.filterValue
    guard let place = try store.section(forKey: key) else { return false }
    try removeSection(at: place)
    return true
  }

  /// Puts other rows into the section at a place.
  ///
  /// - Throws: `noData`; `notSectioned`; `noSection`; `duplicateKey` where duplicates are refused.
  public func replaceSection(at place: Int, with items: [Item]) throws(ResultsError) {
    try editAll { () throws(ResultsError) in
      try store.replaceSection(at: place, with: items.lazy.map { StoredRow($0) })
    }
  }

  /// Puts other rows into the section with a key; false where there is none.
  ///
  /// - Throws: `noData`; `notSectioned`; `duplicateKey` where duplicates are refused.
  @discardableResult
  public func replaceSection(
    forKey key: some FilterValueConvertible, with items: [Item]
  ) throws(ResultsError) -> Bool {
    let key = key.filterValue
    guard let place = try store.section(forKey: key) else { return false }
    try replaceSection(at: place, with: items)
    return true
  }

  /// Takes a section to another place, which is counted after it has been taken out.
  ///
  /// - Throws: `noData`; `notSectioned`; `noSection`.
  public func moveSection(from: Int, to: Int) throws(ResultsError) {
    try edit { () throws(ResultsError) in try store.moveSection(from: from, to: to) }
  }

  /// Gives a section another title; nil for the text of its key.
  ///
  /// - Throws: `noData`; `noSection`.
  public func setTitle(_ title: String?, ofSectionAt place: Int) throws(ResultsError) {
    try edit { () throws(ResultsError) in try store.setTitle(title, ofSectionAt: place) }
  }
}
