public import FilterSyntax

/// Restricts what an untrusted filter may read, use and cost.
///
/// ```swift
/// var policy = FilterPolicy(try Ticket.filterFields.keeping(["title", "state", "owner.name"]))
/// policy.functions = ["lowercase:", "length:"]
/// policy.allowsRegularExpressions = false
/// let filter = try FilterPredicate<Ticket>(text: query, options: FilterOptions(policy: policy))
/// ```
///
/// A key outside the policy does not exist for the filter, in any form of a read. Its error is the same as for
/// a key that no item has. If a policy permits only some keys of a value, a filter can traverse the value, test
/// it for nil and count its elements. Reading the whole value is refused: comparing it, passing it to a
/// function, summing it, comparing a list that holds it. So its content can be read only through the permitted
/// keys.
///
/// A policy is checked when the predicate is made. Its errors have a range in the text. It does not restrict
/// what the application itself binds, joins or substitutes.
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
    @inline(never)
    public func contains(_ name: String) -> Bool {
      switch self {
      case .all: true
      case .only(let names): names.contains { $0.hasSameBytes(as: name) }
      }
    }
  }

  /// The sizes of the items that a filter will be evaluated for. The estimate of its cost uses them.
  public struct Sizes: Hashable, Sendable {
    /// The greatest number of values in an item: its own values, and the elements and members of its
    /// collections. A value counts as often as it can be reached.
    public var values: Int

    /// The greatest length of a text, of data, or of the digits of an integer, in bytes.
    public var bytes: Int

    /// Sizes. They also apply to the values of variables that the application binds.
    public init(values: Int = 200, bytes: Int = 1_000) {
      self.values = values
      self.bytes = bytes
    }
  }

  /// The selectors of functions, such as `length:`, and of the methods that `FUNCTION` calls.
  public var functions = Names.all

  /// The operators in their printed form: `==`, `CONTAINS`, `MATCHES`, `+`, `UNION`, a word of a library.
  public var operators = Names.all

  /// The collection operators without their sign, such as `count`.
  public var collectionOperators = Names.all

  /// The types that `CAST` and `castObject:toType:` convert to. Unless this is `.all`, the type must be a
  /// constant.
  public var casts = Names.all

  /// The variables that the application binds, without their sign. Filters may read their whole values.
  /// Variables that the filter itself binds need no permission.
  public var variables: Names = []

  /// Whether a filter may bind variables with `:=`.
  ///
  /// Joined predicates share their variables: a filter that binds a variable binds it for the predicates after
  /// it. If a filter reads a variable before it binds it, the variable has the application's value.
  public var allowsAssignments = false

  /// Whether `MATCHES` and `capture` may be used.
  public var allowsRegularExpressions = true

  /// The greatest length of a text, in bytes.
  public var maximumLength = 10_000

  /// The greatest number of nodes of a tree.
  public var maximumNodes = 1_000

  /// The greatest depth of a tree.
  public var maximumDepth = 40

  /// The sizes of the items.
  public var sizes = Sizes()

  /// The greatest estimated number of steps of one evaluation; nil for any number.
  ///
  /// The estimate is made from the tree, before anything is evaluated. It is never below the steps that an
  /// evaluation takes for an item within ``sizes``, except for regular expressions that backtrack. It can be
  /// far above them.
  public var maximumCost: Int? = EvaluationLimits.standard.steps

  /// The estimated steps of one match of a regular expression, in addition to those of its text. The cost of a
  /// pattern that backtracks is not known in advance; the limits of the evaluation end it.
  public var matchCost = 1_000

  /// The greatest number of steps of a function, selector, cast, collection operator, key or word operator of a
  /// library other than the standard one, by its name. Its result has at most as many values. A name without an
  /// entry exceeds every `maximumCost`.
  public var libraryCosts: [String: Int] = [:]

  /// Filters that are joined to every predicate made under the policy, and evaluated before it.
  ///
  /// ```swift
  /// policy.always = [try AST.Predicate(parsing: "tenant == $tenant")]
  /// let open = try tickets.filter(filter, bindings: ["tenant": tenant])
  /// ```
  ///
  /// They may read any key. Descriptions, codings, trees as data, plans and explanations of the predicate do not show
  /// them, and an item for which they do not hold has an explanation without values; `syntax` and `usedKeyPaths` are of
  /// the whole. Their variables get values from the bindings of the caller; a filter cannot assign them. A negation of
  /// the predicate keeps them. An error in one has its place in the text of that filter.
  public var always: [AST.Predicate] = []

  /// Limits of each evaluation, besides those of the options and of the call; nil for no others.
  public var limits: EvaluationLimits?

  /// The restrictions of single keys.
  var keyRules: [KeyRule] = []

  package let keys: KeyTree

  /// A policy that permits the fields of a table: those that `keeping(_:)` left, or all of them.
  public init<Item>(_ fields: FilterFields<Item>) {
    keys = fields.kept ?? KeyTree(of: fields.layout)
  }

  /// A policy that permits key paths, such as `title` and `owner.name`; for items without a field table.
  ///
  /// A path permits everything below it. `SELF` permits everything. A key with characters other than letters is
  /// in backquotes.
  ///
  /// ```swift
  /// var policy = try FilterPolicy(keyPaths: ["title", "owner.name"])
  /// policy.maximumCost = 10_000
  /// ```
  ///
  /// - Throws: The error of a key path that cannot be read.
  public init(keyPaths: [String]) throws(SyntaxError) {
    keys = try KeyTree(keyPaths)
  }

  init(_ keys: KeyTree) { self.keys = keys }

  /// Whether a function may be called.
  func permits(function selector: String) -> Bool {
    functions.contains(selector)
      && (allowsRegularExpressions || !Self.searchesPattern(selector))
  }

  /// Whether a function of the standard library takes a regular expression as its second argument.
  static func searchesPattern(_ selector: String) -> Bool {
    FilterLibraries.standard.function(selector)?.patternBody != nil
  }

  /// Whether a comparison operator may be used.
  func permits(_ operation: AST.Comparison.Operator) -> Bool {
    operators.contains(operation.spelling) && (allowsRegularExpressions || operation != .matches)
  }

  /// The policy that permits everything, for text from the application or another trusted source.
  public static var unrestricted: FilterPolicy {
    var policy = FilterPolicy(.all)
    (policy.variables, policy.allowsAssignments) = (.all, true)
    (policy.maximumLength, policy.maximumNodes, policy.maximumDepth) = (.max, .max, .max)
    policy.maximumCost = nil
    return policy
  }
}
