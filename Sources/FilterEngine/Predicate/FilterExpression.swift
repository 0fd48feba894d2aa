public import EssentialFoundation
public import FilterSyntax

/// An expression of the language, compiled for items of one type. Its result is a value.
///
/// ```swift
/// let total = try FilterExpression<Order>(text: "lines.@sum.price * 1.19")
/// ```
public struct FilterExpression<Item: Filterable> {
  /// The tree of the text, with its arguments in place.
  public let syntax: AST.Expression

  /// The kind of all values but `nil`; nil if it is not known.
  let kind: FilterKind?

  let evaluator: ValueEvaluator
  let environment: RunLayout

  /// The units of work of a row, without what its evaluation charges.
  package let weight: Int
  private let source: (libraries: FilterLibraries, rules: FilterOptions.Rules)?
  private let terms: PredicateTerms?

  /// The libraries that it is made with.
  package var libraries: FilterLibraries { source?.libraries ?? .standard }

  /// An expression from text and values, as for `FilterPredicate`.
  ///
  /// - Throws: `SyntaxError` with the position of the first mistake, of the part at which a limit was exceeded, or of one
  ///   that the policy of the options does not permit.
  public init(
    _ text: FilterText, _ arguments: (any FilterValueConvertible)?...,
    options: FilterOptions = .standard
  ) throws(SyntaxError) {
    try self.init(text, arguments: arguments.map(FilterValue.init(argument:)), options: options)
  }

  /// An expression from text that is made at run time, and the arguments of its placeholders.
  ///
  /// A text of untrusted users takes options with a ``FilterPolicy``. The value is returned, so the policy must permit
  /// all keys of it.
  ///
  /// - Throws: `SyntaxError` with the position of the first mistake, of the part at which a limit was exceeded, or of one
  ///   that the policy of the options does not permit.
  /// - Complexity: O(n) in the length of the text.
  public init(
    text: String, arguments: [(any FilterValueConvertible)?] = [],
    options: FilterOptions = .standard
  ) throws(SyntaxError) {
    try self.init(
      FilterText(runTime: text), arguments: arguments.map(FilterValue.init(argument:)),
      options: options)
  }

  /// An expression of a text and its arguments, which ignores those without a placeholder unless `refusesUnused`.
  package init(
    _ text: FilterText, arguments: [FilterValue], options: FilterOptions,
    refusesUnused: Bool = true
  ) throws(SyntaxError) {
    let check = try options.policyCheck(of: text.text)
    let limits = CompilationLimits.beginning(options.bounds)
    let tree = try AST.Expression(
      parsing: text.text, options: options.syntax,
      arguments: text.arguments(arguments, refusesUnused: refusesUnused), watch: limits)
    try check?.check(tree)
    try check?.checkCost(of: .reading(tree), Item.rowLayout, options.libraries)
    try self.init(tree, text: text.text, options: options, limits: limits)
  }

  /// An expression from a tree.
  ///
  /// - Throws: `SyntaxError` for an expression that no item of the type can have, or for a part that the policy of the
  ///   options does not permit.
  public init(_ tree: AST.Expression, options: FilterOptions = .standard) throws(SyntaxError) {
    let check = try options.policyCheck(of: nil)
    try check?.check(tree)
    try check?.checkCost(of: .reading(tree), Item.rowLayout, options.libraries)
    try self.init(
      tree, text: nil, options: options, limits: CompilationLimits.beginning(options.bounds))
  }

  /// An expression of a tree that is assumed to compile. If it does not, each evaluation is an error.
  package init(compilingAnyway tree: AST.Expression) {
    var compiler = Compiler(
      CompilationOptions(
        layout: Item.rowLayout, libraries: FilterLibraries.standard.index))
    do throws(SyntaxError) {
      let compiled = try compiler.compile(whole: tree)
      (evaluator, kind) = (compiled.evaluator, compiled.type.kind)
    } catch {
      kind = nil
      let failure = EvaluationError(.notCompiled(error.kind))
      evaluator = ValueEvaluator { _, _ throws(EvaluationError) in throw failure }
    }
    environment = RunLayout(compiler.products)
    weight = compiler.cost.expressionWeight
    syntax = tree
    source = nil
    terms = nil
  }

  /// The same expression compiled again, for use by another thread. Threads that share an expression count references
  /// of its parts at one address, which takes most of the time of a short one.
  package func separate() -> FilterExpression {
    guard let source else { return self }
    return
      (try? FilterExpression(
        syntax, text: nil, libraries: source.libraries, rules: source.rules,
        limits: .beginning(terms?.limits), terms: terms)) ?? self
  }

  /// An expression of a tree and the text that it was parsed from, in which errors have their ranges.
  package init(_ tree: AST.Expression, of text: String) throws(SyntaxError) {
    try self.init(tree, text: text, options: .standard, limits: nil)
  }

  /// An expression of a tree and its text, which the policy of the options permits.
  private init(
    _ tree: AST.Expression, text: String?, options: FilterOptions, limits: CompilationLimits?
  ) throws(SyntaxError) {
    try self.init(
      tree, text: text, libraries: options.libraries, rules: options.rules, limits: limits,
      terms: .with(options.bounds, options.policy),
      suggestsKeys: options.policy?.permitsEverything ?? true)
  }

  /// An expression of a tree and its text. An error names keys of the field table only if `suggestsKeys`.
  init(
    _ tree: AST.Expression, text: String?, libraries: FilterLibraries, rules: FilterOptions.Rules,
    limits: CompilationLimits?, terms: PredicateTerms?, suggestsKeys: Bool = true
  ) throws(SyntaxError) {
    var compiler = Compiler(
      CompilationOptions(
        layout: Item.rowLayout, libraries: libraries.index, rules: rules, text: text,
        limits: limits, suggestsKeys: suggestsKeys))
    let compiled = try compiler.compile(whole: tree)
    (evaluator, kind) = (compiled.evaluator, compiled.type.kind)
    environment = RunLayout(compiler.products)
    weight = compiler.cost.expressionWeight
    syntax = tree
    source = (libraries, rules)
    self.terms = terms
  }
}

extension FilterExpression: Sendable where Item: SendableMetatype {}

extension FilterExpression {
  /// The value for `item`. The caller uses it in the isolation domain of the item.
  func read(
    _ item: Item, _ limits: EvaluationLimits? = nil
  ) throws(EvaluationError) -> FilterValue {
    let run = environment.run(bindings: [:], now: nil, limits: terms.limits(of: limits))
    return try withUnsafePointer(to: item) { address throws(EvaluationError) in
      try evaluator.evaluate(Row(address), run)
    }
  }
}

// A value can hold items of the row, so the row must be sendable.
extension FilterExpression where Item: Sendable {
  /// The value for `item`.
  ///
  /// `bindings` gives values to the `$variables`, `now` replaces the current time, and `limits` bounds the
  /// work. Limits that the expression was made with hold as well.
  ///
  /// ```swift
  /// let area = try FilterExpression<FilterValue>("width * height")
  /// try area.value(of: ["width": 3, "height": 4])  // 12
  /// ```
  ///
  /// - Throws: `EvaluationError` if the item has no value.
  public func value(
    of item: Item, bindings: [String: any FilterValueConvertible] = [:], now: Date? = nil,
    limits: EvaluationLimits? = nil
  ) throws(EvaluationError) -> FilterValue {
    let run = environment.run(
      bindings: bindings.filterValues, now: now, limits: terms.limits(of: limits))
    return try withUnsafePointer(to: item) { address throws(EvaluationError) in
      try evaluator.evaluate(Row(address), run)
    }
  }

  /// The value for `item`, and the parts of the text that lost a part of a value.
  package func valueAndLostParts(
    of item: Item, limits: EvaluationLimits
  ) throws(EvaluationError) -> (value: FilterValue, lostParts: [LostPart]) {
    let run = environment.run(bindings: [:], now: nil, limits: terms.limits(of: limits))
    let value = try withUnsafePointer(to: item) { address throws(EvaluationError) in
      try evaluator.evaluate(Row(address), run)
    }
    return (value, run.lostParts)
  }
}
