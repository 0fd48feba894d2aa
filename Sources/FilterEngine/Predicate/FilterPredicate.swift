public import FilterSyntax

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A filter of items of one type, compiled from text.
///
/// ```swift
/// let adults = try FilterPredicate<Person>("age >= 18 AND name BEGINSWITH[c] \(prefix)")
/// let names = try people.filter(adults).map(\.name)
/// ```
///
/// Making a predicate reads the text, checks its keys and kinds against the field table of `Item`, and
/// turns it into closures; evaluating looks nothing up. A predicate is a value: keep it, share it
/// between threads, combine it with `&&`, `||` and `!`.
public struct FilterPredicate<Item: Filterable>: Sendable {
  /// The tree of the text, with its arguments in place.
  ///
  /// - Complexity: O(n) in the number of operands where a join is asked first, else O(1).
  public var syntax: AST.Predicate { tree.predicate }

  let tree: PredicateTree

  /// The libraries that it was made with.
  public let libraries: FilterLibraries

  /// Whether it refuses what Foundation would refuse.
  public let isStrict: Bool

  @usableFromInline let program: ProgramReference

  /// A predicate from text and values: a literal, with interpolated values or `%@`, `%K`, `%d` …
  /// that take `arguments` in order.
  ///
  /// A value never changes the structure of the text, whatever it holds.
  ///
  /// - Throws: `SyntaxError` with the position of the first mistake.
  /// - Complexity: O(n) in the length of the text.
  public init(
    _ text: FilterText, _ arguments: (any FilterValueConvertible)?...,
    libraries: FilterLibraries = .standard, strict: Bool = false
  ) throws(SyntaxError) {
    try self.init(
      text, arguments: arguments.map(FilterValue.init(argument:)), libraries: libraries,
      strict: strict)
  }

  /// A predicate from text that was made at run time, and the arguments of its `%@`, `%K`, `%d` …
  ///
  /// - Throws: `SyntaxError` with the position of the first mistake.
  /// - Complexity: O(n) in the length of the text.
  public init(
    text: String, arguments: [FilterValue] = [], libraries: FilterLibraries = .standard,
    strict: Bool = false
  ) throws(SyntaxError) {
    try self.init(
      FilterText(runTime: text), arguments: arguments, libraries: libraries, strict: strict)
  }

  init(
    _ text: FilterText, arguments: [FilterValue], libraries: FilterLibraries, strict: Bool
  ) throws(SyntaxError) {
    let tree = try AST.Predicate(
      parsing: text.text,
      options: SyntaxOptions(strict: strict, vocabulary: libraries.vocabulary),
      arguments: text.arguments(arguments))
    try self.init(tree, text: text.text, libraries: libraries, strict: strict)
  }

  /// A predicate from a tree.
  ///
  /// - Throws: What no item of the type can ever be asked; ranges count in the tree's source text.
  public init(
    _ tree: AST.Predicate, libraries: FilterLibraries = .standard, strict: Bool = false
  ) throws(SyntaxError) {
    try self.init(tree, text: nil, libraries: libraries, strict: strict)
  }

  /// A predicate of a tree and its text; an error names keys of the field table only where `suggestsKeys`.
  init(
    _ tree: AST.Predicate, text: String?, libraries: FilterLibraries, strict: Bool,
    suggestsKeys: Bool = true
  ) throws(SyntaxError) {
    var compiler = Compiler(
      layout: Item.rowLayout, libraries: libraries.index, isStrict: strict, text: text)
    compiler.suggestsKeys = suggestsKeys
    let compiled: CompiledPredicate
    do throws(SyntaxError) {
      compiled = try compiler.compile(whole: tree)
    } catch {
      // A small tree without a text is read once more from that of its own, for the places in it.
      guard text == nil, let (tree, text) = Self.reading(tree, libraries, strict) else {
        throw error
      }
      try self.init(tree, text: text, libraries: libraries, strict: strict)
      return
    }
    self.init(
      .whole(tree), libraries: libraries, isStrict: strict,
      program: ProgramReference(Program(compiled, compiler), levels: compiler.levels))
  }

  /// A predicate of a tree that is taken to compile, which it does when it is first used.
  ///
  /// Where it does not, each evaluation is an error.
  package init(compilingLater tree: AST.Predicate) {
    let source = ProgramReference.Source(
      tree: .whole(tree), layout: Item.rowLayout, libraries: FilterLibraries.standard.index,
      isStrict: false)
    self.init(
      .whole(tree), libraries: .standard, isStrict: false,
      program: ProgramReference(source, size: nil, levels: tree.measure().height))
  }

  private static func reading(
    _ tree: AST.Predicate, _ libraries: FilterLibraries, _ strict: Bool
  ) -> (AST.Predicate, String)? {
    guard Compiler.isOrdinary(tree) else { return nil }
    let (text, arguments) = tree.template
    let options = SyntaxOptions(strict: strict, vocabulary: libraries.vocabulary)
    let again = try? AST.Predicate(
      parsing: text, options: options, arguments: Arguments(arguments.map { .constant($0) }))
    return again.map { ($0, text) }
  }

  init(
    _ tree: PredicateTree, libraries: FilterLibraries, isStrict: Bool, program: ProgramReference
  ) {
    self.tree = tree
    self.libraries = libraries
    self.isStrict = isStrict
    self.program = program
  }

  /// Whether `item` matches.
  ///
  /// `bindings` gives values to the `$variables`, `now` replaces the current time, and `limits` bounds the
  /// work.
  ///
  /// - Throws: `EvaluationError` where there is no answer: a kind that an operator does not take, a variable without a
  ///   value, a pattern that gives up, a limit that is hit.
  public func matches(
    _ item: Item, bindings: [String: FilterValue] = [:], now: Date? = nil,
    limits: EvaluationLimits = .standard
  ) throws(EvaluationError) -> Bool {
    let program = program.program
    // A predicate that needs no run takes only the time of reading the fields of one item.
    func makeRun() -> EvaluationContext {
      program.environment.run(bindings: bindings, now: now, limits: limits)
    }
    let run = program.filter.runUse.needsRun(limits) ? makeRun() : nil
    return try withUnsafePointer(to: item) { address throws(EvaluationError) in
      try program.matches(Row(address), run, orMake: makeRun)
    }
  }

  /// How the predicate is evaluated: a line for each part, with the way that it is tested and about
  /// what that costs.
  public func explain() -> String { explain { _ in nil } }

  /// How the predicate is evaluated, with notes by the caller on its comparisons.
  package func explain(_ note: (AST.Predicate) -> String?) -> String {
    program.program.plan.lines(note: note).joined(separator: "\n")
  }
}

extension FilterPredicate {
  /// The key paths that are read from an item, each once, in the order of the text.
  ///
  /// Every form of a read is among them, as `AST.Predicate.usedKeyPaths` says. To refuse what may not be
  /// read, make the predicate with a ``FilterPolicy``.
  public var usedKeyPaths: [String] { syntax.usedKeyPaths }

  /// Whether `usedKeyPaths` has every key that can be read; false where one is computed, as in `a[$k]`.
  public var usedKeyPathsAreComplete: Bool { syntax.usedKeyPathsAreComplete }

  /// The variables that an evaluation needs values for, without their signs.
  public var usedVariables: [String] { syntax.usedVariables }

  /// What is worth knowing of the predicate: constant parts that always fail, options that mean
  /// something else to Foundation.
  public var notes: [FilterNote] { program.program.notes }
}
