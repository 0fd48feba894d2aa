package import FilterableResults

/// The edits of a store that a controller and its model have in common.
package protocol StoreEditing {
  mutating func setItems(_ items: [Row]?) throws(ResultsError)
  mutating func setItems(_ items: [Row], sortedBy keys: [ResultsSortKey<Row>]) throws(ResultsError)
  mutating func setSections(_ sections: [StoredSection<Row>]?) throws(ResultsError)
  mutating func add(_ item: Row, toSection section: Int?) throws(ResultsError)
  mutating func insert(_ item: Row, at position: StorePosition) throws(ResultsError)
  mutating func remove(at position: StorePosition) throws(ResultsError)
  @discardableResult mutating func remove(key: FilterValue) -> Bool
  @discardableResult mutating func remove(_ item: Row) -> Bool
  mutating func remove(all items: [Row]) -> [Row]
  @discardableResult mutating func replace(_ item: Row) -> Bool
  mutating func replace(all items: [Row]) -> [Row]
  @discardableResult
  mutating func replace(_ old: Row, with new: Row) throws(ResultsError) -> Bool
  mutating func replace(at position: StorePosition, with item: Row) throws(ResultsError)
  mutating func move(from: StorePosition, to: StorePosition) throws(ResultsError)
  mutating func merge(_ items: [Row], sortedBy keys: [ResultsSortKey<Row>]) throws(ResultsError)
  mutating func sort(by keys: [ResultsSortKey<Row>])
  mutating func addSection(_ section: StoredSection<Row>) throws(ResultsError)
  mutating func insertSection(_ section: StoredSection<Row>, at place: Int?) throws(ResultsError)
  mutating func removeSection(at place: Int) throws(ResultsError)
  mutating func replaceSection(at place: Int, with items: [Row]) throws(ResultsError)
  mutating func setTitle(_ title: String?, ofSectionAt place: Int) throws(ResultsError)
  mutating func moveSection(from: Int, to: Int) throws(ResultsError)
}

extension ResultsController<Row>: StoreEditing {
  package func setItems(_ items: [Row]?) throws(ResultsError) { try setItems(items, sortedBy: []) }

  package func setItems(_ items: [Row], sortedBy keys: [ResultsSortKey<Row>]) throws(ResultsError) {
    try setItems(Optional(items), sortedBy: keys)
  }

  package func remove(all items: [Row]) -> [Row] { remove(items) }
  package func replace(all items: [Row]) -> [Row] { replace(items) }

  package func addSection(_ section: StoredSection<Row>) throws(ResultsError) {
    try sections.add(section)
  }

  package func insertSection(_ section: StoredSection<Row>, at place: Int?) throws(ResultsError) {
    try sections.add(section, at: place)
  }

  package func removeSection(at place: Int) throws(ResultsError) {
    try sections.remove(at: place)
  }

  package func replaceSection(at place: Int, with items: [Row]) throws(ResultsError) {
    try sections.replace(at: place, with: items)
  }

  package func setTitle(_ title: String?, ofSectionAt place: Int) throws(ResultsError) {
    try sections.setTitle(title, at: place)
  }

  package func moveSection(from: Int, to: Int) throws(ResultsError) {
    try sections.move(from: from, to: to)
  }
}
