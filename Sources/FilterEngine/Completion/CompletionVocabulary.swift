import FilterSyntax

/// The words of the language and of libraries that a policy permits, with their documentation.
struct CompletionVocabulary: Sendable {
  /// A function, with the data by which it ranks.
  struct Function: Sendable {
    let word: CompletionWord
    let name: String
    let parameters: [FilterKind?]
    let arity: ClosedRange<Int>
    let result: FilterKind?
  }

  /// The libraries without entries that the policy does not permit.
  let libraries: FilterLibraries

  let functions: [Function]

  /// The operators of the language and of libraries, and the words for each.
  let comparisons: [(operator: AST.Comparison.Operator, words: [CompletionWord])]
  let arithmetic: [(operator: AST.Arithmetic.Operator, words: [CompletionWord])]
  let modulus: [CompletionWord]
  let sets: [CompletionWord]
  let assignment: [CompletionWord]
  let collectionOperators: [CompletionWord]

  /// The types of casts and the selectors of methods, in quotes.
  let casts: [CompletionWord]
  let methods: [CompletionWord]

  /// `SUBQUERY(`, `CAST(` …
  let forms: [CompletionWord]

  init(_ given: FilterLibraries, _ policy: FilterPolicy?, isStrict: Bool) {
    let libraries = policy.map { given.permitted(by: $0) } ?? given
    self.libraries = libraries
    let all = libraries.libraries
    functions = all.flatMap(\.functions).filter { !isStrict || !$0.isExtension }.map(Function.init)
    comparisons = Self.comparisons(isStrict ? [] : all).filter {
      policy?.permits($0.operator) ?? true
    }
    collectionOperators = all.flatMap(\.collectionOperators)
      .filter { !isStrict || !$0.isExtension }.map(Self.word)
    casts = all.flatMap(\.casts).map { .quoted($0.type, $0.result, $0.documentation) }
    methods = all.flatMap(\.methods).map { .quoted($0.selector, $0.result, $0.documentation) }
    func words(_ spellings: [String]) -> [CompletionWord] {
      spellings.flatMap { Self.words($0, .operator, .seldom) }
    }
    func isPermitted(_ spelling: String) -> Bool { policy?.operators.contains(spelling) ?? true }
    arithmetic = AST.Arithmetic.Operator.allCases.filter { isPermitted($0.spelling) }.map {
      ($0, words([$0.spelling]))
    }
    let hasModulus = libraries.index.function("modulus:by:") != nil && !isStrict
    modulus = words(hasModulus ? ["%"] : [])
    sets = words(AST.SetOperation.Operator.allCases.map(\.rawValue).filter(isPermitted))
    assignment = words(policy?.allowsAssignments ?? true ? [":="] : [])
    let hasForm = ["CAST": !casts.isEmpty, "FUNCTION": !methods.isEmpty]
    forms = ["SUBQUERY", "TERNARY", "CAST", "FUNCTION"].filter { hasForm[$0] ?? true }.map {
      CompletionWord(
        $0 + "(", name: $0, .function, .function,
        documentation: Self.documentation[$0]?.documentation)
    }
  }

  /// The operators of the language and those of libraries.
  private static func comparisons(
    _ libraries: [FilterLibrary]
  ) -> [(operator: AST.Comparison.Operator, words: [CompletionWord])] {
    AST.Comparison.Operator.ofLanguage.map { ($0, words($0.spelling, .operator, .fitting)) }
      + libraries.flatMap { library in library.operators.map { word($0, of: library) } }
  }

  private static func word(_ operation: FilterCollectionOperator) -> CompletionWord {
    CompletionWord(
      "@" + operation.name, .function, .function, detail: operation.result?.rawValue ?? "",
      documentation: operation.documentation)
  }

  @inline(never)
  private static func word(
    _ operation: FilterWordOperator, of library: FilterLibrary
  ) -> (operator: AST.Comparison.Operator, words: [CompletionWord]) {
    let isSelector = operation.word.has(":")
    let text = isSelector ? operation.word : operation.word.uppercased()
    let word = CompletionWord(
      text, .operator, .fitting, detail: library.name, documentation: operation.documentation)
    return (isSelector ? .selector(text) : .word(text), [word])
  }

  /// The functions with a name, which may be written with the colon of a single argument.
  func functions(named name: String) -> [Function] {
    functions.filter { $0.name == name || "\($0.name):" == name }
  }

  /// Whether a call may end after a number of arguments. A name that is not known takes any number.
  func mayEnd(_ function: String, after count: Int) -> Bool {
    let known = functions(named: function)
    return known.isEmpty || known.contains { $0.arity.contains(count) }
  }

  /// Whether a call may have more than a number of arguments.
  func mayGoOn(_ function: String, after count: Int) -> Bool {
    let known = functions(named: function)
    return known.isEmpty || known.contains { $0.arity.upperBound > count }
  }

  // MARK: - Words of the language

  static let connectives = words("AND", .keyword, .expected) + words("OR", .keyword, .expected)
  static let negation = words("NOT", .keyword, .keyword)
  static let quantifiers = ["ANY", "ALL", "NONE"].flatMap { words($0, .keyword, .keyword) }
  static let predicates = ["TRUEPREDICATE", "FALSEPREDICATE"].flatMap {
    words($0, .keyword, .seldom)
  }
  static let booleans = ["TRUE", "FALSE"].flatMap { words($0, .keyword, .keyword) }
  static let null = words("nil", .keyword, .keyword)
  static let item = words("SELF", .keyword, .keyword)
  static let minus = words("-", .operator, .seldom)
  static let indices = ["FIRST", "LAST", "SIZE"].map { word in
    CompletionWord(
      word, .keyword, .keyword, documentation: documentation["[\(word)]"]?.documentation)
  }
  static let nullTests = ["IS NULL", "IS NOT NULL"].map { word in
    CompletionWord(word, .operator, .seldom, documentation: documentation[word]?.documentation)
  }
  static let options = AST.Comparison.Options.letters.map { letter, _ in
    CompletionWord(
      String(letter), .option, .fitting, documentation: documentation["[\(letter)]"]?.documentation)
  }

  /// The documentation of each spelling.
  static let documentation = Dictionary(
    FilterOperatorDocumentation.all.flatMap { entry in entry.spellings.map { ($0, entry) } },
    uniquingKeysWith: { first, _ in first })

  /// A word and its other spellings, which rank last.
  @inline(never)
  static func words(
    _ spelling: String, _ kind: FilterToken.Kind, _ group: CompletionWord.Group
  ) -> [CompletionWord] {
    let entry = documentation[spelling]
    let others = entry?.spellings.filter { $0 != spelling && !$0.has(" ") } ?? []
    return [CompletionWord(spelling, kind, group, documentation: entry?.documentation)]
      + others.map {
        // A sign such as `&&` is an operator, the word `AND` a keyword.
        let isSign = $0.utf8.first.map { $0 < 0x41 || $0 > 0x7A } ?? false || $0 == "||"
        return CompletionWord(
          $0, isSign ? .operator : kind, .seldom, documentation: entry?.documentation)
      }
  }
}

extension CompletionVocabulary.Function {
  @inline(never)
  fileprivate init(_ function: FilterFunction) {
    let isSelector = function.selector.utf8.count { $0 == UInt8(ascii: ":") } > 1
    name = isSelector ? function.selector : function.selector.parts(at: ":")[0]
    parameters = function.parameters
    arity = function.arity
    result = function.result
    let isEmpty = function.arity == 0...0
    let kinds = function.parameters.map { $0?.rawValue ?? "any" }.joined(separator: ", ")
    let more = function.arity.upperBound > function.parameters.count ? ", …" : ""
    // Those with several parts mostly have an operator.
    word = CompletionWord(
      name + (isEmpty ? "()" : "("), name: name, .function, isSelector ? .seldom : .function,
      detail: "(\(kinds)\(more)) → \(result?.rawValue ?? "any")",
      documentation: function.documentation)
  }
}

extension CompletionWord {
  @inline(never)
  fileprivate static func quoted(
    _ text: String, _ result: FilterKind?, _ documentation: FilterDocumentation
  ) -> CompletionWord {
    CompletionWord(
      "\"\(text)\"", name: text, .string, .expected, detail: result?.rawValue ?? "",
      documentation: documentation)
  }
}

extension FilterLibraries {
  /// The libraries without the entries that a policy does not permit.
  @inline(never)
  package func permitted(by policy: FilterPolicy) -> FilterLibraries {
    FilterLibraries(
      libraries.map { library in
        var library = library
        library.functions.removeAll { !policy.permits(function: $0.selector) }
        library.methods.removeAll { !policy.functions.contains($0.selector) }
        library.operators.removeAll {
          !policy.operators.contains($0.word) && !policy.operators.contains($0.word.uppercased())
        }
        library.collectionOperators.removeAll { !policy.collectionOperators.contains($0.name) }
        library.casts.removeAll { !policy.casts.contains($0.type) }
        return library
      })
  }
}

extension FilterPolicy {
  /// Whether an operator or a keyword of the language may be used.
  package func permits(_ entry: FilterOperatorDocumentation) -> Bool {
    switch entry.spellings.first {
    case ":=": return allowsAssignments
    case "%": return permits(function: "modulus:by:")
    case "CAST": return casts != []
    case "FUNCTION": return functions != []
    case "MATCHES": return permits(.matches)
    default:
      let restricted = entry.spellings.filter(PolicyCheck.operators.contains)
      return restricted.isEmpty || restricted.contains(where: operators.contains)
    }
  }
}
