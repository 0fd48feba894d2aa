package import FilterableResults

/// A strict list view of texts.
package typealias StrictListView = StrictView<String>
