#if Macros
  /// Makes a type `Filterable` from its stored properties, each a key of the same name.
  ///
  /// ```swift
  /// @Filterable struct Person {
  ///   var name: String
  ///   @FilterKey("years") var age: Int
  ///   @FilterIgnored var avatar: Image
  ///   @FilterKey var isAdult: Bool { age >= 18 }
  /// }
  /// ```
  ///
  /// A property may be of any type that is `FilterValueConvertible`: numbers, text, dates, other types with
  /// `@Filterable`, and optionals, arrays, sets and dictionaries with string keys of such types. Its type is
  /// written out, unless its initial value is a literal. A class may be isolated to the main actor; its items
  /// are then read there alone, and a filter that reads them elsewhere stops the program.
  ///
  /// An enumeration becomes `FilterValueConvertible`: its raw value, or the name of its case where it has none.
  @attached(
    extension, conformances: Filterable, FilterKeyed, FilterValueConvertible,
    names: named(filterFields), named(FilterKeys), named(filterKeys), named(filterValue),
    named(FilterStaticKind), named(filterCases))
  public macro Filterable() =
    #externalMacro(module: "FilterMacrosPlugin", type: "FilterableMacro")

  /// The name of a property's key; on a computed property, that it has one.
  @attached(peer)
  public macro FilterKey(_ name: String? = nil) =
    #externalMacro(module: "FilterMacrosPlugin", type: "FilterKeyMacro")

  /// Leaves a property without a key.
  @attached(peer)
  public macro FilterIgnored() =
    #externalMacro(module: "FilterMacrosPlugin", type: "FilterIgnoredMacro")

  /// A predicate whose text is read by the compiler.
  ///
  /// ```swift
  /// let adults = #filter<Person>("age >= \(minimum) AND city BEGINSWITH[c] \(prefix)")
  /// ```
  ///
  /// A mistake in the text is an error of the compiler at its place, and a note of the engine is a warning. Every key
  /// has to be one of the item's, which `@Filterable` declares, and its kind has to fit the constant that it is
  /// compared with. Nothing is read at run time; patterns are compiled when the predicate is first used. A mistake that
  /// depends on values, or on the kinds that a key path through lists gives, is an error of the evaluation, and a note
  /// of `FilterPredicate.notes`.
  @freestanding(expression)
  public macro filter<Item: FilterKeyed>(_ text: FilterText) -> FilterPredicate<Item> =
    #externalMacro(module: "FilterMacrosPlugin", type: "FilterMacro")

  /// A predicate with functions and operators of libraries, whose text is read at run time: `try #filter(…)`.
  ///
  /// Its literal is checked as far as the standard library goes.
  @freestanding(expression)
  public macro filter<Item: FilterKeyed>(
    _ text: FilterText, libraries: FilterLibraries
  ) -> FilterPredicate<Item> =
    #externalMacro(module: "FilterMacrosPlugin", type: "FilterMacro")

  /// An expression whose text is read by the compiler, as that of `#filter`.
  ///
  /// ```swift
  /// let total = #filterExpression<Order>("lines.@sum.price * \(1 + tax)")
  /// ```
  @freestanding(expression)
  public macro filterExpression<Item: FilterKeyed>(_ text: FilterText) -> FilterExpression<Item> =
    #externalMacro(module: "FilterMacrosPlugin", type: "FilterExpressionMacro")
#endif
