import FilterSyntax
import Synchronization

/// A program, one reference wide.
///
/// A join of predicates that are known to compile is compiled at its first use, so that joins in a loop are not
/// compiled each time.
@usableFromInline
final class ProgramReference: Sendable {
  /// The source of a predicate.
  struct Source: Sendable {
    let tree: PredicateTree
    let options: CompilationOptions
  }

  final class Compiled: Sendable {
    let program: Program

    init(_ program: Program) { self.program = program }
  }

  private let compiled = AtomicLazyReference<Compiled>()

  /// The limits and the policy that hold for each use; nil for none.
  let terms: PredicateTerms?

  /// Nil if the program was passed in.
  private let source: Source?

  /// The size of the tree; nil if it has not been measured.
  let size: TreeSize?

  /// The depth of the compiler's recursion over the tree.
  let levels: Int

  /// A compiled program, and the depth of the compiler's recursion over its tree.
  init(_ program: Program, levels: Int, _ terms: PredicateTerms?) {
    self.terms = terms
    source = nil
    size = nil
    self.levels = levels
    _ = compiled.storeIfNil(Compiled(program))
  }

  /// The program of a tree that is known to compile.
  init(_ source: Source, size: TreeSize?, levels: Int, _ terms: PredicateTerms?) {
    self.terms = terms
    self.source = source
    self.size = size
    self.levels = levels
  }

  /// The program, compiled at its first use. If two threads compile it, both use the same one.
  var program: Program {
    @inline(__always) get { (compiled.load() ?? make()).program }
  }

  /// Calls `body` with the program in place. A copy would count the references of all its parts.
  @inline(__always)
  func withProgram<Result, Failure: Error>(
    _ body: (borrowing Program) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body((compiled.load() ?? make()).program)
  }

  /// What the program is compiled to, compiled on first use; a caller that keeps it reads no atomic reference again.
  var kept: Compiled { compiled.load() ?? make() }

  /// The limits of a call: those that it states, and those of the predicate.
  @inline(__always)
  func limits(of call: EvaluationLimits?) -> EvaluationLimits {
    terms == nil ? call ?? .standard : terms.limits(of: call)
  }

  /// The limits that the program was compiled with; nil for none.
  var compilationLimits: CompilationLimits? { compiled.load()?.program.compilationLimits }

  /// Whether the program has been compiled.
  var isCompiled: Bool { compiled.load() != nil }

  @inline(never)
  private func make() -> Compiled {
    guard let source else { preconditionFailure("a program without a source was given compiled") }
    // The parts have been compiled within limits.
    var compiler = Compiler(source.options)
    do throws(SyntaxError) {
      let result = try compiler.compile(whole: source.tree.predicate)
      return compiled.storeIfNil(Compiled(Program(result, compiler)))
    } catch {
      // A tree that `#filter` made of a text whose kinds it does not know, or no memory for the stack of a deep tree.
      compiler.products.note(
        FilterNote(.notCompiled, "always an error: \(error.message)", at: error.range))
      let failure = EvaluationError(.notCompiled(error.kind))
      let evaluator = PredicateEvaluator { _, _ throws(EvaluationError) in throw failure }
      let result = CompiledPredicate(
        evaluator,
        plan: Plan(.predicate(source.tree.predicate), method: "an error: it was not compiled"))
      return compiled.storeIfNil(Compiled(Program(result, compiler)))
    }
  }
}

/// The height of a tree and the number of its nodes.
struct TreeSize: Hashable, Sendable {
  var height: Int
  var nodes: Int
}
