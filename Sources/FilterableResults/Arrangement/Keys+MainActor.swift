public import FilterEngine
public import FilterSyntax

// Keys of items that are isolated to the main actor. As with the fields of such items, the program stops if one is read
// outside of the main actor.

extension ResultsKey {
  /// Creates a key that reads a property that is isolated to the main actor, or whose type is.
  ///
  /// A stored property of a struct is read in place, with or without a field in the table. A property of a class is
  /// read faster by code, `ResultsKey { $0.id }`. The program stops if the key is read outside of the main actor.
  @MainActor public init<Value: FilterValueConvertible>(_ keyPath: KeyPath<Item, Value>) {
    self.init(KeyPathReader(keyPath), isNonisolated: false)
  }
}

extension ResultsSortKey {
  /// Creates a sort key of a property that is isolated to the main actor, or whose type is.
  ///
  /// The program stops if the property is read outside of the main actor.
  @MainActor package init<Value: FilterValueConvertible>(
    _ keyPath: KeyPath<Item, Value>, ascending: Bool = true,
    options: AST.Comparison.Options = [], numeric: Bool = false,
    missing: MissingValuePlacement = .automatic
  ) where Value.FilterStaticKind: OrderedFilterKind {
    self.init(KeyPathReader(keyPath), ascending, options, numeric, missing)
  }

  /// The ascending order of a property that is isolated to the main actor, or whose type is.
  @MainActor public static func ascending<Value: FilterValueConvertible>(
    _ keyPath: KeyPath<Item, Value>, options: AST.Comparison.Options = [], numeric: Bool = false,
    missing: MissingValuePlacement = .automatic
  ) -> ResultsSortKey where Value.FilterStaticKind: OrderedFilterKind {
    ResultsSortKey(keyPath, options: options, numeric: numeric, missing: missing)
  }

  /// The descending order of a property that is isolated to the main actor, or whose type is.
  @MainActor public static func descending<Value: FilterValueConvertible>(
    _ keyPath: KeyPath<Item, Value>, options: AST.Comparison.Options = [], numeric: Bool = false,
    missing: MissingValuePlacement = .automatic
  ) -> ResultsSortKey where Value.FilterStaticKind: OrderedFilterKind {
    ResultsSortKey(keyPath, ascending: false, options: options, numeric: numeric, missing: missing)
  }
}
