public import FilterSyntax

/// Completes filters of items of one type while they are typed.
///
/// ```swift
/// let completion = FilterCompletion<Ticket>(options: FilterOptions(policy: policy))
/// let list = completion.completions(in: "state == 'op", at: 12)
/// ```
///
/// The grammar decides which kinds of words can stand at the cursor, the field table and the libraries which words there
/// are. Words that fit the kind of the other side of a comparison are first. Only words that make every filter fail are
/// missing, such as `BEGINSWITH` after a number.
///
/// Keys, functions, operators and casts that a policy does not permit do not exist: each answer is byte for byte the one
/// for a type and libraries without them.
///
/// Any text has an answer, and none fails. Offsets count UTF-8 bytes; one outside the text counts as its nearest end.
///
/// The libraries, the policy and the strictness of the options count, their limits do not.
///
/// Making a value lists the words of all libraries. Keep it while the keys stay the same.
public struct FilterCompletion<Item: Filterable>: Sendable {
  private let engine: CompletionEngine

  /// Completions with the keys of the type's field table.
  ///
  /// `variables` are the names of variables that the application binds, without their signs, and the kinds of their values.
  /// Those that the policy does not permit are left out.
  public init(
    options: FilterOptions = .standard, variables: [String: FilterKind?] = [:]
  ) {
    self.init(Item.rowLayout, options, variables)
  }

  private init(
    _ layout: RowLayout, _ options: FilterOptions, _ variables: [String: FilterKind?]
  ) {
    engine = CompletionEngine(
      layout: layout, policy: options.policy, libraries: options.libraries,
      isStrict: options.rules == .strict, variables: variables)
  }

  /// The completions of the word at an offset of a text.
  ///
  /// `values` returns values of a key path that begin with a text, most useful first. It is called at most once, for the
  /// key path on the left side of a comparison whose right side is being typed, and never for a key path that the policy
  /// does not permit. Its values are quoted, and those that have no literal are left out.
  ///
  /// - Complexity: O(n) in the offset, plus the number of words.
  public func completions(
    in text: String, at offset: Int, limit: Int = 50,
    values: (_ key: String, _ prefix: String) -> [FilterValue] = { _, _ in [] }
  ) -> FilterCompletions {
    let request = engine.request(text, offset)
    let found = request.valueKey.map { values($0, request.prefix) }
    return engine.completions(of: request, values: found ?? [], limit: limit)
  }

  /// The completions of the word at an offset of a text, with values that take time to find.
  ///
  /// The same as the other method, except that it waits for `values`.
  public func completions(
    in text: String, at offset: Int, limit: Int = 50, isolation: isolated (any Actor)? = #isolation,
    values: (_ key: String, _ prefix: String) async -> [FilterValue]
  ) async -> FilterCompletions {
    let request = engine.request(text, offset)
    var found: [FilterValue] = []
    if let key = request.valueKey { found = await values(key, request.prefix) }
    return engine.completions(of: request, values: found, limit: limit)
  }

  /// The operator, function, keyword or key at an offset of a text, with its documentation; nil if there is none.
  ///
  /// ```swift
  /// let item = completion.documentation(in: "title BEGINSWITH 'A'", at: 8)
  /// print(item?.documentation?.summary ?? "")
  /// ```
  ///
  /// - Complexity: O(n) in the length of the text.
  public func documentation(in text: String, at offset: Int) -> FilterCompletions.Item? {
    engine.documentation(text, offset)
  }
}

extension FilterCompletion where Item == FilterValue {
  /// Completions with declared keys: key paths such as `owner.name`, and the kinds of their values, nil if unknown.
  ///
  /// A key of the elements of a list is written after the list, as in `items.price`. A key with characters other than
  /// letters is in backquotes.
  ///
  /// ```swift
  /// let completion = try FilterCompletion(keys: ["name": .string, "owner.age": .number])
  /// ```
  ///
  /// - Throws: The error of a key path that cannot be read.
  public init(
    keys: [String: FilterKind?], options: FilterOptions = .standard,
    variables: [String: FilterKind?] = [:]
  ) throws(SyntaxError) {
    var declared = try DeclaredKeys(keys)
    if let policy = options.policy { declared.add(policy.keys) }
    self.init(declared.layout, options, variables)
  }

  /// Completions with the keys that a JSON Schema describes, the kinds of their values, and the cases of enumerations.
  ///
  /// `schema` is a document of the version 2020-12 or an earlier one, as values.
  ///
  /// - Throws: `DecodingError` for a keyword that is used in another way than the standard says, and for a reference
  ///   that leads nowhere or out of the document.
  public init(
    schema: FilterValue, options: FilterOptions = .standard, variables: [String: FilterKind?] = [:]
  ) throws(DecodingError) {
    do throws(KeySchema.Mistake) {
      self.init(
        keySchema: try KeySchema(jsonSchema: schema, policy: options.policy), options, variables)
    } catch {
      throw .dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: error.description))
    }
  }

  /// Completions with the keys of a schema, which was made with the policy of the options.
  package init(
    keySchema: KeySchema, _ options: FilterOptions, _ variables: [String: FilterKind?] = [:]
  ) {
    self.init(keySchema.layout, options, variables)
  }

  /// Completions with the keys and kinds that some rows have.
  ///
  /// - Complexity: O(n) in the size of the rows.
  public init(
    sample rows: some Sequence<FilterValue>, options: FilterOptions = .standard,
    variables: [String: FilterKind?] = [:]
  ) {
    var keys = DeclaredKeys()
    if let policy = options.policy { keys.add(policy.keys) }
    for row in rows { keys.add(row) }
    self.init(keys.layout, options, variables)
  }
}
