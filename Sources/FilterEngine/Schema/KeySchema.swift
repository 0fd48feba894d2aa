import FilterSyntax

/// The keys of items that are known without an item: their kinds, the texts that they can be, and what they mean.
package struct KeySchema: Sendable {
  /// A key path.
  package struct DescribedKey: Sendable {
    /// The keys from the item to the value
    package let names: [String]

    /// The kinds of its values other than nil; empty if they are not known
    package var kinds: [FilterKind] = []

    /// The kinds of the elements of its lists
    package var elementKinds: [FilterKind] = []

    /// The texts that its values, or elements of its lists, can be; nil for any
    package var cases: [String]?

    /// A sentence or more for people; nil if there is none
    package var description: String?

    /// A key path of which nothing else is known.
    package init(_ names: [String]) { self.names = names }

    /// The path as a filter spells it.
    package var path: String {
      let path = AST.KeyPath(names.map { AST.KeyPath.Component(.key, $0) })
      return AST.Expression.keyPath(path).sourceText
    }
  }

  /// The key paths, each before those below it.
  package let keys: [DescribedKey]

  /// The keys that a policy permits, with those that it names and the schema does not.
  let layout: RowLayout

  /// A schema with these keys. Under a policy only the keys that it permits exist.
  package init(_ keys: [DescribedKey], policy: FilterPolicy? = nil) {
    self.keys = keys
    var declared = DeclaredKeys()
    for key in keys {
      declared.add(
        key.names[...], kinds: key.kinds, elementKinds: key.elementKinds, caseTexts: key.cases)
    }
    if let policy { declared.add(policy.keys) }
    let layout = declared.layout
    self.layout = policy.map { layout.keeping($0.keys) } ?? layout
  }

  /// The kind of a key path, as a filter spells it; nil if it is not known or one of several.
  package func kind(ofKeyPath path: String) -> FilterKind? {
    guard let key = keys.first(where: { $0.path == path }), key.kinds.count == 1 else { return nil }
    return key.kinds[0]
  }

  /// Checks the keys and the kinds of a predicate of a text, as for items of a type that has these keys. Returns its
  /// notes.
  ///
  /// - Throws: `SyntaxError` for a key that does not exist, and for kinds that never fit.
  package func notes(
    on predicate: AST.Predicate, of text: String, options: FilterOptions
  ) throws(SyntaxError) -> [FilterNote] {
    var compiler = Compiler(
      CompilationOptions(
        layout: layout, libraries: options.libraries.index, rules: options.rules, text: text,
        limits: CompilationLimits.beginning(options.bounds)))
    _ = try compiler.compile(whole: predicate)
    return compiler.products.notes
  }
}
