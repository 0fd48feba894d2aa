extension AST.Predicate {
  /// Parses a filter.
  ///
  /// Without `arguments`, the text is a template, and its `%@` and `%K` remain in the tree. Takes
  /// time linear in the length of the text.
  ///
  /// - Throws: `SyntaxError` with the position of the first mistake.
  public init(
    parsing text: String, options: SyntaxOptions = SyntaxOptions(),
    arguments: SyntaxArguments? = nil
  ) throws(SyntaxError) {
    try self.init(parsing: text, options: options, arguments: arguments, watch: nil)
  }
}

extension AST.Expression {
  /// Parses an expression, such as `price * 2`.
  ///
  /// Without `arguments`, the text is a template, and its `%@` and `%K` remain in the tree. Takes
  /// time linear in the length of the text.
  ///
  /// - Throws: `SyntaxError` with the position of the first mistake.
  public init(
    parsing text: String, options: SyntaxOptions = SyntaxOptions(),
    arguments: SyntaxArguments? = nil
  ) throws(SyntaxError) {
    try self.init(parsing: text, options: options, arguments: arguments, watch: nil)
  }
}

/// Ends a parser from outside.
package protocol ParserWatch: AnyObject {
  /// The kind of the error that ends the parser; nil if it continues. Read after a bounded amount of work.
  var end: SyntaxError.Kind? { get }
}

extension AST.Predicate {
  /// Parses a filter, until `watch` ends the parser.
  package init(
    parsing text: String, options: SyntaxOptions, arguments: SyntaxArguments?,
    watch: (any ParserWatch)?
  ) throws(SyntaxError) {
    do throws(SyntaxError) {
      var parser = try Parser(text, options: options, arguments: arguments, watch: watch)
      self = try parser.parseFilter()
    } catch {
      throw Parser.checkingFix(of: error, isFilter: true, options, watch)
    }
  }
}

extension AST.Expression {
  /// Parses an expression, until `watch` ends the parser.
  package init(
    parsing text: String, options: SyntaxOptions, arguments: SyntaxArguments?,
    watch: (any ParserWatch)?
  ) throws(SyntaxError) {
    do throws(SyntaxError) {
      var parser = try Parser(text, options: options, arguments: arguments, watch: watch)
      self = try parser.parseValue()
    } catch {
      throw Parser.checkingFix(of: error, isFilter: false, options, watch)
    }
  }
}

/// Limits on the size of a text and of its tree.
public enum SyntaxLimits {
  /// The greatest nesting of parentheses, functions, `NOT` and arithmetic chains.
  ///
  /// Every stage after the parser recurses over the tree, and so does freeing it. In a debug build this depth
  /// fits a stack of 512 KiB, the smallest that a thread gets on any platform.
  public static let maximumDepth = 200

  /// The greatest length of a text, in UTF-8 bytes.
  public static let maximumLength = 16 << 20

  /// The greatest number of nodes of a tree.
  public static let maximumNodes = 1_000_000
}

/// How a text is read.
public struct SyntaxOptions: Hashable, Sendable {
  /// Whether to refuse everything that Foundation refuses.
  public var strict: Bool

  /// The functions and operators that the text may use.
  public var vocabulary: SyntaxVocabulary

  /// Options, with every function allowed and no word operators.
  public init(strict: Bool = false, vocabulary: SyntaxVocabulary = SyntaxVocabulary()) {
    self.strict = strict
    self.vocabulary = vocabulary
  }
}
