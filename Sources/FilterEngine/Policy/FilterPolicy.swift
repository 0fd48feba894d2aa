public import FilterSyntax

/// Restricts what a filter from a stranger may read, use and cost.
///
/// ```swift
/// var policy = FilterPolicy(try Ticket.filterFields.keeping(["title", "state", "owner.name"]))
/// policy.functions = ["lowercase:", "length:"]
/// policy.allowsRegularExpressions = false
/// let filter = try FilterPredicate<Ticket>(text: query, policy: policy)
/// ```
///
/// A key outside the policy does not exist for the filter, whatever form it is read by; the error for it is the
/// same as for a key that no item has. A value of which only some keys may be read can be gone through, tested
/// for nil and counted. Whatever reads it whole is refused: a comparison, an argument of a function, a sum, a
/// list that is compared. So nothing below it can be seen but by its own keys.
///
/// What a policy refuses is refused when the predicate is made, with a place in the text. A policy says
/// nothing of what the application itself binds, joins or substitutes.
public struct FilterPolicy: Sendable {
  /// A choice among names, which are compared byte for byte.
  public enum Names: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// Every name
    case all
    /// These names alone
    case only(Set<String>)

    /// These names alone.
    public init(arrayLiteral elements: String...) { self = .only(Set(elements)) }

    /// Whether a name is among them.
    public func contains(_ name: String) -> Bool {
      switch self {
      case .all: true
      case .only(let names): names.contains { $0.hasSameBytes(as: name) }
      }
    }
  }

  /// How large the items are that a filter is going to meet, for the estimate of its cost.
  public struct Sizes: Hashable, Sendable {
    /// The greatest number of values in an item: its own, the elements and members of what it holds, each as
    /// often as it can be reached.
    public var values: Int

    /// The greatest length of a text or of data, in bytes.
    public var bytes: Int

    /// Sizes. The values of variables that the application binds have to be within them, too.
    public init(values: Int = 200, bytes: Int = 1_000) {
      self.values = values
      self.bytes = bytes
    }
  }

  /// The functions by selector, such as `length:`, those that `FUNCTION` asks by selector among them.
  public var functions = Names.all

  /// The operators as they are printed: `==`, `CONTAINS`, `MATCHES`, `+`, `UNION`, a word of a library.
  public var operators = Names.all

  /// The collection operators without their sign, such as `count`.
  public var collectionOperators = Names.all

  /// The types that `CAST` and `castObject:toType:` convert to. Where it is not `.all`, the type has to be a
  /// constant.
  public var casts = Names.all

  /// The variables that the application binds, without their sign. Their values may be read whole. Variables
  /// that the filter binds by itself need no permission.
  public var variables: Names = []

  /// Whether a filter may bind variables with `:=`.
  ///
  /// Predicates that are joined share their variables: a filter that binds one binds it for those that follow
  /// it. A variable has the application's value where it is read before the filter binds it.
  public var allowsAssignments = false

  /// Whether `MATCHES` may be used.
  public var allowsRegularExpressions = true

  /// The greatest length of a text, in bytes.
  public var maximumLength = 10_000

  /// The greatest number of nodes of a tree.
  public var maximumNodes = 1_000

  /// The greatest depth of a tree.
  public var maximumDepth = 40

  /// How large the items are.
  public var sizes = Sizes()

  /// The greatest estimate of the steps of one evaluation, nil for any.
  ///
  /// The estimate is made of the tree, before anything is evaluated, and is never below the steps that an
  /// evaluation takes of an item within ``sizes``, a backtracking regular expression aside. It may be far above
  /// them.
  public var maximumCost: Int? = EvaluationLimits.standard.steps

  /// The steps that one match of a regular expression is taken to cost in the estimate, beside those of its
  /// text. What a pattern takes that backtracks is not known before; the limits of an evaluation end it.
  public var matchCost = 1_000

  /// The steps that a call of a function, selector, cast, collection operator, key or word operator of a
  /// library other than the standard one takes at most, by its name; its result has at most as many values.
  /// Without an entry its cost is not known, and exceeds every `maximumCost`.
  public var libraryCosts: [String: Int] = [:]

  let keys: KeyTree

  /// A policy that permits the fields of a table: those that `keeping(_:)` left, or all of them.
  public init<Item>(_ fields: FilterFields<Item>) {
    keys = fields.kept ?? KeyTree(of: fields.layout)
  }

  /// A policy that permits key paths, such as `title` and `owner.name`; for items without a field table.
  ///
  /// A path permits what is below it. `SELF` permits everything. A key with other characters than letters is
  /// in backquotes.
  ///
  /// - Throws: What is wrong with a key path.
  public init(keyPaths: [String]) throws(SyntaxError) {
    keys = try KeyTree(keyPaths)
  }
}
