extension FilterLibrary {
  /// The functions, casts, messages, leaf keys and collection operators of Foundation, with a few additions.
  public static let standard = FilterLibrary(
    name: "standard", functions: StandardFunctions.all,
    collectionOperators: StandardCollectionOperators.all, casts: StandardCasts.all,
    methods: StandardMessages.all, leafKeys: StandardLeafKeys.all)
}
