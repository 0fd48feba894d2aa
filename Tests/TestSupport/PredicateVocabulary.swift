package import FilterSyntax

/// The key paths of a kind of items, by the kinds of their values: what a `PredicateGenerator` asks about.
package struct PredicateVocabulary: Sendable {
  package var numbers: [String]
  package var texts: [String]
  package var dates: [String]
  package var numberLists: [String]
  package var textLists: [String]

  /// Key paths of yet other kinds.
  package var others: [String]

  /// Key paths that some items or all do not have.
  package var strangers: [String]

  /// Key paths that end in an operator or a function, such as `ints.@sum.self`.
  package var computedNumbers: [String]
  package var computedTexts: [String]

  /// Lists for SUBQUERY.
  package var elements: [Elements]

  /// A list of numbers for UNION and its like.
  package var united: String

  /// A list of texts for `[0]`.
  package var indexed: String

  /// Comparisons of anything with anything.
  package var loose: Loose?

  package init(
    numbers: [String], texts: [String], dates: [String], numberLists: [String],
    textLists: [String], others: [String], strangers: [String], computedNumbers: [String],
    computedTexts: [String], elements: [Elements], united: String, indexed: String,
    loose: Loose? = nil
  ) {
    self.numbers = numbers
    self.texts = texts
    self.dates = dates
    self.numberLists = numberLists
    self.textLists = textLists
    self.others = others
    self.strangers = strangers
    self.computedNumbers = computedNumbers
    self.computedTexts = computedTexts
    self.elements = elements
    self.united = united
    self.indexed = indexed
    self.loose = loose
  }

  /// A list and keys of its elements; nil where the elements are compared themselves.
  package struct Elements: Sendable {
    enum Member {
      case number(String)
      case text(String)
    }

    let list: String
    private let keys: (number: String, text: String)?

    package init(_ list: String, keys: (number: String, text: String)? = nil) {
      self.list = list
      self.keys = keys
    }

    func member(_ isNumber: Bool) -> Member? {
      keys.map { isNumber ? .number($0.number) : .text($0.text) }
    }
  }

  /// Key paths and constants that are compared whatever their kinds, and whole predicates.
  package struct Loose: Sendable {
    /// How many of a hundred comparisons are loose.
    let percent: Int
    let paths: [AST.Expression]
    let constants: [AST.Expression]
    let predicates: [AST.Predicate]

    /// Reads the texts; throws where one cannot be read.
    package init(
      percent: Int, paths: [String], constants: [String], predicates: [String]
    ) throws(SyntaxError) {
      self.percent = percent
      self.paths = try Self.expressions(paths)
      self.constants = try Self.expressions(constants)
      var trees: [AST.Predicate] = []
      for text in predicates {
        trees.append(try AST.Predicate(parsing: text, arguments: SyntaxArguments()))
      }
      self.predicates = trees
    }

    private static func expressions(_ texts: [String]) throws(SyntaxError) -> [AST.Expression] {
      var expressions: [AST.Expression] = []
      for text in texts {
        let tree = try AST.Predicate(parsing: "\(text) == 1", arguments: SyntaxArguments())
        guard case .comparison(let comparison) = tree else {
          preconditionFailure("\(text) is not an expression")
        }
        expressions.append(comparison.left)
      }
      return expressions
    }
  }
}
