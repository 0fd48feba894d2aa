package import FilterableResultsTesting

/// A strict list view of texts.
package typealias StrictListView = StrictView<String>
