import FilterSyntax
import Synchronization

/// A program, one reference wide.
///
/// A join of predicates that are known to compile is compiled when it is first used: a predicate that
/// is joined in a loop would be compiled again in each round.
@usableFromInline
final class ProgramReference: Sendable {
  /// The source of a predicate.
  struct Source: Sendable {
    let tree: PredicateTree
    let layout: RowLayout
    let libraries: LibraryIndex
    let isStrict: Bool
  }

  final class Compiled: Sendable {
    let program: Program

    init(_ program: Program) { self.program = program }
  }

  private let compiled = AtomicLazyReference<Compiled>()

  /// Nil where the program was given.
  private let source: Source?

  /// The size of the tree, nil where nothing has measured it.
  let size: TreeSize?

  /// How deep the compiler recurses over the tree.
  let levels: Int

  /// A program that is compiled, and how deep the compiler recursed over its tree.
  init(_ program: Program, levels: Int) {
    source = nil
    size = nil
    self.levels = levels
    _ = compiled.storeIfNil(Compiled(program))
  }

  /// The program of a tree that is known to compile.
  init(_ source: Source, size: TreeSize?, levels: Int) {
    self.source = source
    self.size = size
    self.levels = levels
  }

  /// The program, compiled on first use; two threads may both compile it, and use the same.
  var program: Program {
    @inline(__always) get { (compiled.load() ?? make()).program }
  }

  /// What the program is compiled to, compiled on first use; a caller that keeps it reads no atomic reference again.
  var kept: Compiled { compiled.load() ?? make() }

  /// Whether nothing is left to be compiled.
  var isCompiled: Bool { compiled.load() != nil }

  @inline(never)
  private func make() -> Compiled {
    guard let source else { preconditionFailure("a program without a source was given compiled") }
    var compiler = Compiler(
      layout: source.layout, libraries: source.libraries, isStrict: source.isStrict, text: nil)
    do throws(SyntaxError) {
      let result = try compiler.compile(whole: source.tree.predicate)
      return compiled.storeIfNil(Compiled(Program(result, compiler)))
    } catch {
      // Only where memory for the stack of a deep tree is short.
      let failure = EvaluationError(.notCompiled(error.kind))
      let evaluator = PredicateEvaluator { _, _ throws(EvaluationError) in throw failure }
      let result = CompiledPredicate(
        evaluator,
        plan: Plan(.predicate(source.tree.predicate), method: "an error: it was not compiled"))
      return compiled.storeIfNil(Compiled(Program(result, compiler)))
    }
  }
}

/// How high a tree is and how many nodes it has.
struct TreeSize: Hashable, Sendable {
  var height: Int
  var nodes: Int
}
