/// Functions, operators and casts that a filter may use: a plug-in, as a value.
///
/// A predicate gets its libraries when it is made. There is no registry, and a filter cannot call anything
/// else.
public struct FilterLibrary: Sendable {
  /// The name of the library in documentation and errors.
  public var name: String

  /// `sqrt(x)`, `distance(a, b)`
  public var functions: [FilterFunction]

  /// `location WITHIN_KM {lat, lon, 25}`
  public var operators: [FilterWordOperator]

  /// `prices.@median.amount`
  public var collectionOperators: [FilterCollectionOperator]

  /// `CAST(x, "NSNumber")`
  public var casts: [FilterCast]

  /// `FUNCTION(x, "uppercaseString")`
  public var methods: [FilterMethod]

  /// `name.length`: keys of values that are not objects
  public var leafKeys: [FilterLeafKey]

  /// A library with a name and its entries.
  public init(
    name: String, functions: [FilterFunction] = [], operators: [FilterWordOperator] = [],
    collectionOperators: [FilterCollectionOperator] = [], casts: [FilterCast] = [],
    methods: [FilterMethod] = [], leafKeys: [FilterLeafKey] = []
  ) {
    self.name = name
    self.functions = functions
    self.operators = operators
    self.collectionOperators = collectionOperators
    self.casts = casts
    self.methods = methods
    self.leafKeys = leafKeys
  }
}

extension FilterLibrary: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
