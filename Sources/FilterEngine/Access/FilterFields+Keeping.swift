public import FilterSyntax

extension FilterFields {
  /// The table reduced to these key paths, for a ``FilterPolicy``.
  ///
  /// A path such as `owner.name` keeps one key of a nested item, of the elements of a list or of a dictionary;
  /// `owner` keeps all of its keys. A key with characters other than letters is in backquotes.
  ///
  /// - Throws: The error of a key path, such as a key that the table does not have.
  public func keeping(_ keyPaths: [String]) throws(SyntaxError) -> FilterFields<Item> {
    for path in keyPaths { try layout.check(KeyTree.keys(of: path)[...], of: path) }
    let kept = try KeyTree(keyPaths)
    guard case .fields(let table) = layout.storage, !kept.isWhole else {
      return FilterFields(layout: layout, kept: kept)
    }
    var reduced = RowLayout(
      typeName: layout.typeName,
      fields: table.fields.filter { kept.children[$0.name] != nil })
    reduced.itemType = layout.itemType
    return FilterFields(layout: reduced, kept: kept)
  }
}

extension RowLayout {
  /// Throws where a path names a key that no item has.
  func check(
    _ keys: ArraySlice<AST.KeyPath.Component>, of path: String
  ) throws(SyntaxError) {
    guard let key = keys.first, case .fields = storage else { return }
    guard let field = field(key.name) else {
      throw SyntaxError(
        .unknownKey(
          key.name, of: typeName, suggestion: EditDistance.nearest(to: key.name, in: self.keys)),
        at: key.range, in: path)
    }
    try field.type.members?.rowLayout.check(keys.dropFirst(), of: path)
  }
}
