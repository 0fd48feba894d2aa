import FilterSyntax

/// A policy is coded as an object with the names of its properties:
///
/// ```json
/// {
///   "version": 1,
///   "keys": ["id", "title", {"key": "owner.name", "kind": "text", "operators": ["==", "BEGINSWITH"]}],
///   "functions": ["lowercase:"],
///   "always": "tenant == $tenant",
///   "limits": {"seconds": 1}
/// }
/// ```
///
/// `version` and `keys` are required, other members that are left out have their defaults. `"*"` is every name, and a
/// `maximumCost` of null is no maximum. A list of key paths alone is the short form. `Grammar/policy.schema.json` is its
/// JSON Schema.
extension FilterPolicy: Codable {
  /// Reads a policy, whose names are those of the decoder's `filterLibraries`.
  ///
  /// - Throws: `DecodingError` for a member, a kind, a name or a version that is unknown, for a key that is listed twice,
  ///   and for an `always` that is not a filter. Its description begins with the place of the mistake.
  public init(from decoder: any Decoder) throws {
    let libraries =
      CodingUserInfoKey.filterLibraries.flatMap { decoder.userInfo[$0] } as? FilterLibraries
    let value = try FilterValue(from: decoder)
    do throws(PolicyForm.Mistake) {
      self = try PolicyForm(libraries ?? .standard).policy(value)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: error.description))
    }
  }

  /// Writes all members that differ from their defaults.
  ///
  /// - Throws: `EncodingError` for limits of regular expressions and restrictions below a permitted key, which the form
  ///   does not have, and for a filter that has a constant without a literal.
  public func encode(to encoder: any Encoder) throws {
    let standard = FilterPolicy(keys)
    let paths = keys.paths
    guard keyRules.allSatisfy({ paths.contains($0.path.map(\.wrappedValue)) }) else {
      throw EncodingError.invalidValue(
        "keys",
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "keys: a key with restrictions is not listed itself"))
    }
    var form: [(key: String, value: FilterValue)] = [
      ("version", .int(PolicyForm.version)),
      ("keys", .list(FilterList(paths.map(value(ofKey:))))),
    ]
    func add(_ name: String, _ value: FilterValue, if differs: Bool) {
      if differs { form.append((name, value)) }
    }
    add("functions", functions.value, if: functions != standard.functions)
    add("operators", operators.value, if: operators != standard.operators)
    add(
      "collectionOperators", collectionOperators.value,
      if: collectionOperators != standard.collectionOperators)
    add("casts", casts.value, if: casts != standard.casts)
    add("variables", variables.value, if: variables != standard.variables)
    add("allowsAssignments", .bool(true), if: allowsAssignments)
    add("allowsRegularExpressions", .bool(false), if: !allowsRegularExpressions)
    add("maximumLength", .count(maximumLength), if: maximumLength != standard.maximumLength)
    add("maximumNodes", .count(maximumNodes), if: maximumNodes != standard.maximumNodes)
    add("maximumDepth", .count(maximumDepth), if: maximumDepth != standard.maximumDepth)
    add(
      "maximumCost", maximumCost.map { .count($0) } ?? .null,
      if: maximumCost != standard.maximumCost)
    add("matchCost", .count(matchCost), if: matchCost != standard.matchCost)
    let sizes: [(key: String, value: FilterValue)] = [
      ("values", .count(self.sizes.values)), ("bytes", .count(self.sizes.bytes)),
    ]
    add("sizes", .object(FilterObject(sizes)), if: self.sizes != standard.sizes)
    let costs = libraryCosts.sorted { $0.key < $1.key }.map {
      (key: $0.key, value: FilterValue.count($0.value))
    }
    add("libraryCosts", .object(FilterObject(costs)), if: !costs.isEmpty)
    if let limits { form.append(("limits", try limits.value(encoder))) }
    if !always.isEmpty { form.append(("always", .string(try textOfAlways(encoder)))) }
    try FilterValue.object(FilterObject(form)).encode(to: encoder)
  }

  /// A key, or an object of it and its restrictions.
  private func value(ofKey path: [String]) -> FilterValue {
    let keys = path.map { AST.KeyPath.Component(.key, $0) }
    let text = path.isEmpty ? "SELF" : AST.Expression.keyPath(AST.KeyPath(keys)).sourceText
    let exact = path.map(Exact.init)
    let rules = keyRules.filter { $0.path == exact }
    guard !rules.isEmpty else { return .string(text) }
    var members: [(key: String, value: FilterValue)] = [("key", .string(text))]
    let kind = rules.lazy.compactMap(\.kind).first
    if let word = PolicyForm.kinds.first(where: { $0.kind == kind }) {
      members.append(("kind", .string(word.word)))
    }
    let operators = rules.reduce(Names.all) { $0.intersection($1.operators) }
    if operators != .all { members.append(("operators", operators.value)) }
    return .object(FilterObject(members))
  }

  private func textOfAlways(_ encoder: any Encoder) throws -> String {
    let tree = always.count == 1 ? always[0] : .compound(AST.Compound(.and, always))
    let (text, arguments) = tree.template
    guard arguments.isEmpty else {
      throw EncodingError.invalidValue(
        text,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "always: a constant of the filter has no literal"))
    }
    return text
  }
}

extension FilterPolicy.Names {
  fileprivate var value: FilterValue {
    switch self {
    case .all: .string("*")
    case .only(let names): .list(FilterList(names.sorted().map { .string($0) }))
    }
  }
}

extension FilterValue {
  fileprivate static func count(_ number: Int) -> FilterValue { .int(Int64(max(number, 0))) }
}

extension EvaluationLimits {
  fileprivate func value(_ encoder: any Encoder) throws -> FilterValue {
    guard regularExpressions == Self.standard.regularExpressions else {
      throw EncodingError.invalidValue(
        "limits",
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "limits: those of regular expressions cannot be coded"))
    }
    var members: [(key: String, value: FilterValue)] = []
    if let time { members.append(("seconds", .double(time / .seconds(1)))) }
    for (name, number, usual) in [
      ("steps", steps, Self.standard.steps), ("elements", elements, Self.standard.elements),
      ("bytes", bytes, Self.standard.bytes), ("textBytes", textBytes, Self.standard.textBytes),
      ("depth", depth, Self.standard.depth),
    ] where number != usual {
      members.append((name, .count(number)))
    }
    return .object(FilterObject(members))
  }
}
