internal import FilterEngine

/// What a controller's settings mean for rows, made once for each change of them.
///
/// One reference wide: every version of the results holds the rules by which it was made.
final class ResultsSettings<Item: Filterable> {
  let configuration: ResultsConfiguration<Item>
  let order: RowOrder<Item>
  let comparison: RowComparison
  let content: ContentRules<Item>
  let keyOrder = SortComparison()

  /// The titles that were given to sections, by section number.
  // A key can come back in another form, 1 as 1.0.
  var titles: [Int: (key: FilterValue, title: String?, index: String?)] = [:]

  init(_ configuration: ResultsConfiguration<Item>) {
    self.configuration = configuration
    order = RowOrder(configuration)
    comparison = RowComparison(configuration)
    content = ContentRules(configuration.isModified)
  }
}
