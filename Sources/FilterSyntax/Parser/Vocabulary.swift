/// The names that libraries add to the grammar.
public struct Vocabulary: Hashable, Sendable {
  /// The numbers of arguments that each function takes, by selector (`sum:`, `modulus:by:`, `now`);
  /// nil if every function is allowed.
  public var functions: [String: ClosedRange<Int>]?

  /// The selectors of functions that Foundation lacks. `strict` refuses them.
  public var extensionFunctions: Set<String>

  /// The word operators, in upper case.
  public var wordOperators: Set<String>

  /// Names; without any, every function is allowed.
  public init(
    functions: [String: ClosedRange<Int>]? = nil, extensionFunctions: Set<String> = [],
    wordOperators: Set<String> = []
  ) {
    self.functions = functions
    self.extensionFunctions = extensionFunctions
    self.wordOperators = wordOperators
  }
}
