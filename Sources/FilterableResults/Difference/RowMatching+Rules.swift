internal import FilterEngine

extension RowMatching {
  /// Finds what the rows `oldIDs` of one table have become among `newIDs` of another one.
  init<Item: Filterable>(
    from old: RowTable<Item>, _ oldIDs: [UInt32], to new: RowTable<Item>, _ newIDs: [UInt32],
    _ rules: ResultsRules<Item>, _ hasher: KeyHasher
  ) {
    if let column = rules.configuration.identity?.identityColumn {
      let rows = WordRows(
        old: old.words(column, of: oldIDs), new: new.words(column, of: newIDs), column: column,
        hasher: hasher)
      // The words of strings point into the items.
      self = withExtendedLifetime((old, new)) { RowMatching(rows) }
    } else {
      self.init(
        ItemRows(
          ItemRows.List(old, oldIDs, rules), ItemRows.List(new, newIDs, rules), rules.content,
          hasher))
    }
  }
}
