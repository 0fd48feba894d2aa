public import EssentialFoundation
public import FilterSyntax

/// A filter of items of one type, compiled from text.
///
/// ```swift
/// let adults = try FilterPredicate<Person>("age >= 18 AND name BEGINSWITH[c] \(prefix)")
/// let names = try people.filter(adults).map(\.name)
/// ```
///
/// Making a predicate parses the text, checks its keys and kinds against the field table of `Item`, and
/// compiles it to closures. Evaluating it looks nothing up. A predicate is a value: keep it, share it between
/// threads, combine it with `&&`, `||` and `!`. If the conformance of `Item` is isolated to the main actor, use
/// it there.
public struct FilterPredicate<Item: Filterable> {
  /// The tree of the text, with its arguments in place.
  ///
  /// - Complexity: O(n) in the number of operands for the first use of a join, otherwise O(1).
  public var syntax: AST.Predicate { tree.predicate }

  /// The options that it was made with. Time that has passed and the policy that permits everything are not kept.
  public var options: FilterOptions {
    FilterOptions(
      libraries: libraries, rules: rules, limits: program.terms?.limits,
      policy: program.terms?.policy)
  }

  let tree: PredicateTree

  package let libraries: FilterLibraries

  package let rules: FilterOptions.Rules

  @usableFromInline let program: ProgramReference

  /// A predicate from a literal with interpolated values, or with placeholders `%@`, `%K`, `%d` … for
  /// `arguments` in order.
  ///
  /// A value never changes the structure of the text.
  ///
  /// - Throws: `SyntaxError` with the position of the first mistake, of the part at which a limit was exceeded, or of one
  ///   that the policy of the options does not permit; for arguments that no placeholder takes, such as one of a
  ///   placeholder in quotes.
  /// - Complexity: O(n) in the length of the text.
  public init(
    _ text: FilterText, _ arguments: (any FilterValueConvertible)?...,
    options: FilterOptions = .standard
  ) throws(SyntaxError) {
    try self.init(text, arguments: arguments.map(FilterValue.init(argument:)), options: options)
  }

  /// A predicate from text that is made at run time, and the arguments of its placeholders `%@`, `%K`, `%d` …
  ///
  /// A text of untrusted users takes options with a ``FilterPolicy``. No error names a key that the policy does not
  /// permit, unless the text names it. A policy that permits a name which no library has, such as `lowercase` for
  /// `lowercase:`, is an error for every text.
  ///
  /// - Throws: `SyntaxError` with the position of the first mistake, of the part at which a limit was exceeded, or of one
  ///   that the policy of the options does not permit; for arguments that no placeholder takes, such as one of a
  ///   placeholder in quotes.
  /// - Complexity: O(n) in the length of the text.
  public init(
    text: String, arguments: [(any FilterValueConvertible)?] = [],
    options: FilterOptions = .standard
  ) throws(SyntaxError) {
    try self.init(
      FilterText(runTime: text), arguments: arguments.map(FilterValue.init(argument:)),
      options: options)
  }

  /// A string does not convert to the text of a predicate.
  @available(
    *, unavailable, message: "write FilterPredicate(text: …) for a text that is made at run time"
  )
  public init(
    _ text: some StringProtocol, _ arguments: (any FilterValueConvertible)?...,
    options: FilterOptions = .standard
  ) throws(SyntaxError) { fatalError("unavailable") }

  /// A predicate of a text and its arguments, which ignores those without a placeholder unless `refusesUnused`.
  package init(
    _ text: FilterText, arguments: [FilterValue], options: FilterOptions,
    refusesUnused: Bool = true
  ) throws(SyntaxError) {
    let check = try options.policyCheck(of: text.text)
    let limits = CompilationLimits.beginning(options.isRestricted ? options.bounds : nil)
    let tree: AST.Predicate
    do throws(SyntaxError) {
      tree = try AST.Predicate(
        parsing: text.text, options: options.syntax,
        arguments: text.arguments(arguments, refusesUnused: refusesUnused), watch: limits)
    } catch {
      throw error.repaired(options.syntax)
    }
    try check?.check(tree)
    try check?.checkCost(of: tree, Item.rowLayout, options.libraries)
    try self.init(tree, text: text.text, options: options, limits: limits)
  }

  /// A predicate from a tree.
  ///
  /// - Throws: `SyntaxError` for a predicate that no item of the type can match, or for a part that the policy of the
  /// options does not permit. Its range refers to the tree's source text.
  public init(_ tree: AST.Predicate, options: FilterOptions = .standard) throws(SyntaxError) {
    let check = try options.policyCheck(of: nil)
    // The tree of a predicate that was made under the same policy has been joined already.
    let tree = options.policy?.asked(of: tree) ?? tree
    try check?.check(tree)
    try check?.checkCost(of: tree, Item.rowLayout, options.libraries)
    try self.init(
      tree, text: nil, options: options, limits: CompilationLimits.beginning(options.bounds))
  }

  /// A predicate of a tree and the text that it was parsed from, in which errors and notes have their ranges.
  package init(_ tree: AST.Predicate, of text: String) throws(SyntaxError) {
    try self.init(tree, text: text, options: .standard, limits: nil)
  }

  /// A predicate of a tree and its text, which the policy of the options permits.
  private init(
    _ tree: AST.Predicate, text: String?, options: FilterOptions, limits: CompilationLimits?
  ) throws(SyntaxError) {
    let (libraries, rules) = (options.libraries, options.rules)
    guard options.isRestricted else {
      try self.init(
        tree, text: text, libraries: libraries, rules: rules, limits: limits, terms: nil)
      return
    }
    let terms = PredicateTerms.with(options.bounds, options.policy)
    let suggestsKeys = options.policy?.permitsEverything ?? true
    guard let policy = options.policy, !policy.always.isEmpty else {
      try self.init(
        tree, text: text, libraries: libraries, rules: rules, limits: limits, terms: terms,
        suggestsKeys: suggestsKeys)
      return
    }
    // An error of the text has a range in it; the filters that the policy joins have none.
    _ = try FilterPredicate(
      tree, text: text, libraries: libraries, rules: rules, limits: limits, terms: nil,
      suggestsKeys: suggestsKeys)
    do throws(SyntaxError) {
      try self.init(
        policy.joining(tree), text: nil, libraries: libraries, rules: rules, limits: limits,
        terms: terms)
    } catch {
      throw SyntaxError(error.kind, at: .none, in: text ?? "")
    }
  }

  /// A predicate of a tree and its text. An error names keys of the field table only if `suggestsKeys`.
  init(
    _ tree: AST.Predicate, text: String?, libraries: FilterLibraries, rules: FilterOptions.Rules,
    limits: CompilationLimits?, terms: PredicateTerms?, suggestsKeys: Bool = true
  ) throws(SyntaxError) {
    var compiler = Compiler(
      CompilationOptions(
        layout: Item.rowLayout, libraries: libraries.index, rules: rules, text: text,
        limits: limits, suggestsKeys: suggestsKeys))
    let compiled: CompiledPredicate
    do throws(SyntaxError) {
      compiled = try compiler.compile(whole: tree)
    } catch {
      // A small tree without a text is parsed again from its source text, for the ranges in it.
      guard text == nil, let (tree, text) = Self.reading(tree, libraries, rules) else {
        throw error
      }
      try self.init(
        tree, text: text, libraries: libraries, rules: rules, limits: limits, terms: terms)
      return
    }
    self.init(
      .whole(tree), libraries: libraries, rules: rules,
      program: ProgramReference(
        Program(compiled, compiler), levels: compiler.recursion.levels, terms))
  }

  /// A predicate of a tree that is assumed to compile. It is compiled at its first use.
  ///
  /// If it does not compile, each evaluation is an error.
  package init(compilingLater tree: AST.Predicate) {
    let source = ProgramReference.Source(
      tree: .whole(tree),
      options: CompilationOptions(
        layout: Item.rowLayout, libraries: FilterLibraries.standard.index))
    self.init(
      .whole(tree), libraries: .standard, rules: .standard,
      program: ProgramReference(source, size: nil, levels: tree.measure().height, nil))
  }

  private static func reading(
    _ tree: AST.Predicate, _ libraries: FilterLibraries, _ rules: FilterOptions.Rules
  ) -> (AST.Predicate, String)? {
    guard Compiler.isOrdinary(tree) else { return nil }
    let (text, arguments) = tree.template
    let again = try? AST.Predicate(
      parsing: text, options: FilterOptions(libraries: libraries, rules: rules).syntax,
      arguments: SyntaxArguments(arguments.map { .constant($0) }))
    return again.map { ($0, text) }
  }

  init(
    _ tree: PredicateTree, libraries: FilterLibraries, rules: FilterOptions.Rules,
    program: ProgramReference
  ) {
    self.tree = tree
    self.libraries = libraries
    self.rules = rules
    self.program = program
  }

  /// Whether `item` matches.
  ///
  /// `bindings` gives values to the `$variables`, `now` replaces the current time, and `limits` bounds the
  /// work. Limits that the predicate was made with hold as well.
  ///
  /// ```swift
  /// let rule = try FilterPredicate<Int>("SELF BETWEEN {1, $most}")
  /// try rule.matches(5, bindings: ["most": 10])  // true
  /// try rule.matches(5, bindings: ["most": 3])   // false
  /// ```
  ///
  /// - Throws: `EvaluationError` if there is no answer: an operator does not take a kind, a variable has no value,
  ///   a regular expression gives up, a limit is exceeded.
  public func matches(
    _ item: Item, bindings: [String: any FilterValueConvertible] = [:], now: Date? = nil,
    limits: EvaluationLimits? = nil
  ) throws(EvaluationError) -> Bool {
    let limits = self.program.limits(of: limits)
    let program = program.program
    // Without a run, a predicate takes only the time to read the fields of one item.
    func makeRun() -> EvaluationContext {
      program.environment.run(bindings: bindings.filterValues, now: now, limits: limits)
    }
    return try withUnsafePointer(to: item) { address throws(EvaluationError) in
      let run = program.needsRun(Row(address), limits) ? makeRun() : nil
      return try program.matches(Row(address), run, orMake: makeRun)
    }
  }

  /// A description of the evaluation: a line for each part, with the way it is tested and its approximate cost. The
  /// filters that a policy joins have none.
  ///
  /// ```swift
  /// print(try FilterPredicate<Person>("age >= 18 AND length(name) > 8").explain())
  /// // AND    -- left to right, ends at the first that is false
  /// //   age >= 18    -- compares in place, about 2 ns a row
  /// //   length:(name) > 8    -- computes integers in place, about 10 ns a row
  /// ```
  public func explain() -> String { explain { _ in nil } }

  /// A description of the evaluation, with notes by the caller on its comparisons.
  package func explain(_ note: (AST.Predicate) -> String?) -> String {
    alone?.program.program.plan.lines(note: note).joined(separator: "\n") ?? ""
  }
}

extension FilterPredicate: Sendable where Item: SendableMetatype {}

extension FilterPredicate {
  /// The key paths that are read from an item, each once, in the order of the text.
  ///
  /// The list covers every form of a read, as for `AST.Predicate.usedKeyPaths`. To restrict the keys that a
  /// filter can read, make the predicate with a ``FilterPolicy``.
  ///
  /// ```swift
  /// let keys = try FilterPredicate<Person>("age > 30 AND city == 'Oslo'").usedKeyPaths
  /// print(keys)  // ["age", "city"]
  /// ```
  public var usedKeyPaths: [String] { syntax.usedKeyPaths }

  /// Whether `usedKeyPaths` has every key that can be read; false where one is computed, as in `a[$k]`.
  public var usedKeyPathsAreComplete: Bool { syntax.usedKeyPathsAreComplete }

  /// The variables that an evaluation needs values for, without their signs.
  public var usedVariables: [String] { syntax.usedVariables }

  /// Throws if a variable has no value in `bindings`, as no evaluation would have an answer.
  ///
  /// - Throws: An `EvaluationError` with the place of the first such variable.
  package func checkVariables(
    _ bindings: [String: any FilterValueConvertible]
  ) throws(EvaluationError) {
    for name in usedVariables where bindings[name] == nil {
      var range: SourceRange?
      try? syntax.visit(
        expressions: { node in
          if range == nil, case .variable(let node) = node, node.name == name { range = node.range }
        }, comparisons: { _ in })
      throw EvaluationError(.unboundVariable(name), at: range)
    }
  }

  /// Notes on the predicate, such as constant parts that always fail, and options that Foundation ignores.
  ///
  /// ```swift
  /// for note in try FilterPredicate<Person>("name == '%@'").notes {
  ///   print(note.message)
  /// }
  /// ```
  public var notes: [FilterNote] { alone?.program.program.notes ?? [] }
}
