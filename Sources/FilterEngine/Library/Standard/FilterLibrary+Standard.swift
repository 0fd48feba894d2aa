extension FilterLibrary {
  /// The functions, casts, messages, leaf keys and collection operators that Foundation has, with
  /// what little is added to them.
  public static let standard = FilterLibrary(
    name: "standard", functions: StandardFunctions.all,
    collectionOperators: StandardCollectionOperators.all, casts: StandardCasts.all,
    methods: StandardMessages.all, leafKeys: StandardLeafKeys.all)
}
