import FilterEngine
import FilterSyntax
import TestSupport
import Testing

/// What a policy hides is not there: every answer is that for a type and libraries without it.
@Suite struct CompletionPolicyTests {
  private struct Account: Filterable {
    var email: String
    var revenue: Int

    static let filterFields = FilterFields<Account>(
      FilterField("email", \.email), FilterField("revenue", \.revenue))
  }

  private struct ShownAccount: Filterable {
    var email: String

    static let filterFields = FilterFields<ShownAccount>(FilterField("email", \.email))
  }

  /// With secrets, the first of them alphabetically before a permitted key.
  private struct Full: Filterable {
    var alarm: String
    var title: String
    var secret: Int
    var account: Account
    var accounts: [Account]
    var extra: [String: Int]

    static let filterFields = FilterFields<Full>(
      FilterField("alarm", \.alarm), FilterField("title", \.title),
      FilterField("secret", \.secret), FilterField("account", \.account),
      FilterField("accounts", \.accounts), FilterField("extra", \.extra))
  }

  private struct Shown: Filterable {
    var title: String
    var account: ShownAccount
    var accounts: [ShownAccount]

    static let filterFields = FilterFields<Shown>(
      FilterField("title", \.title), FilterField("account", \.account),
      FilterField("accounts", \.accounts))
  }

  private static let words = [
    "alarm", "secret", "revenue", "extra", "account", "accounts", "title", "email", ".", " ", "==",
    "AND", "(", ")", "'", "SUBQUERY(", ",", "$x", "@sum", "@count", "al", "se", "re", "SELF", "ANY",
    "IN", "{", "[", "sqrt(", "length(", "+", ">", "CONTAINS", "MATCHES", "CAST(", "nil", "NOT",
  ]

  private static func text(_ generator: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...9, using: &generator)).map { _ in
      words.randomElement(using: &generator) ?? ""
    }.joined(separator: Bool.random(using: &generator) ? " " : "")
  }

  @Test(arguments: RandomSearch.seeds(6))
  func hiddenKeysOfATypeAreNotThere(_ seed: UInt64) throws {
    let policy = FilterPolicy(
      try Full.filterFields.keeping(["title", "account.email", "accounts.email"]))
    let hidden = FilterCompletion<Full>(options: FilterOptions(policy: policy))
    let absent = FilterCompletion<Shown>(
      options: FilterOptions(policy: FilterPolicy(Shown.filterFields)))
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let text = Self.text(&generator)
      let offset = Int.random(in: 0...text.utf8.count, using: &generator)
      var keys: [[String]] = [[], []]
      let first = hidden.completions(in: text, at: offset, limit: .max) { key, prefix in
        keys[0] += [key, prefix]
        return []
      }
      let second = absent.completions(in: text, at: offset, limit: .max) { key, prefix in
        keys[1] += [key, prefix]
        return []
      }
      #expect(first == second, "FRC_SEED=\(seed): \(text) at \(offset)")
      // A whole object is not readable under the first policy.
      if keys[0] != keys[1] {
        #expect(keys[0].isEmpty && keys[1].first?.contains("account") == true)
      }
      #expect(
        hidden.documentation(in: text, at: offset) == absent.documentation(in: text, at: offset),
        "FRC_SEED=\(seed): \(text) at \(offset)")
    }
  }

  @Test(arguments: RandomSearch.seeds(6))
  func hiddenKeysOfValuesAreNotThere(_ seed: UInt64) throws {
    let policy = try FilterPolicy(keyPaths: ["title", "account.email", "accounts.email"])
    let full: FilterValue = [
      "alarm": "x", "title": "t", "secret": 1, "account": ["email": "e", "revenue": 5],
      "accounts": [["revenue": 5, "email": "e"]], "extra": ["a": 1],
    ]
    let shown: FilterValue = [
      "title": "t", "account": ["email": "e"], "accounts": [["email": "e"]],
    ]
    let hidden = FilterCompletion<FilterValue>(
      sample: [full], options: FilterOptions(policy: policy))
    let absent = FilterCompletion<FilterValue>(
      sample: [shown], options: FilterOptions(policy: policy))
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let text = Self.text(&generator)
      let offset = Int.random(in: 0...text.utf8.count, using: &generator)
      var keys: [[String]] = [[], []]
      let lists = [hidden, absent].enumerated().map { index, completion in
        completion.completions(in: text, at: offset, limit: .max) { key, prefix in
          keys[index] += [key, prefix]
          return [.string(key)]
        }
      }
      #expect(lists[0] == lists[1], "FRC_SEED=\(seed): \(text) at \(offset)")
      #expect(keys[0] == keys[1], "FRC_SEED=\(seed): \(text) at \(offset)")
      #expect(
        hidden.documentation(in: text, at: offset) == absent.documentation(in: text, at: offset))
    }
  }

  /// The answers are those for libraries without the entries.
  @Test(arguments: RandomSearch.seeds(6))
  func hiddenEntriesOfLibrariesAreNotThere(_ seed: UInt64) {
    var library = FilterLibrary.standard
    library.functions.removeAll { $0.selector != "length:" }
    library.collectionOperators.removeAll { $0.name != "count" }
    library.casts.removeAll { $0.type != "NSString" }
    library.methods = []
    var policy = FilterPolicy(Full.filterFields)
    policy.variables = .all
    policy.allowsAssignments = true
    let absent = FilterCompletion<Full>(
      options: FilterOptions(libraries: [library], policy: policy))
    policy.functions = ["length:"]
    policy.collectionOperators = ["count"]
    policy.casts = ["NSString"]
    let hidden = FilterCompletion<Full>(options: FilterOptions(policy: policy))
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let text = Self.text(&generator)
      let offset = Int.random(in: 0...text.utf8.count, using: &generator)
      #expect(
        hidden.completions(in: text, at: offset, limit: .max)
          == absent.completions(in: text, at: offset, limit: .max),
        "FRC_SEED=\(seed): \(text) at \(offset)")
      #expect(
        hidden.documentation(in: text, at: offset) == absent.documentation(in: text, at: offset))
    }
  }

  @Test func functionsAndOperatorsOutsideThePolicyAreNotOffered() throws {
    var policy = FilterPolicy(Full.filterFields)
    policy.functions = ["length:"]
    policy.operators = ["==", "CONTAINS", "MATCHES"]
    policy.allowsRegularExpressions = false
    policy.collectionOperators = ["count"]
    policy.casts = []
    policy.variables = ["me"]
    let completion = FilterCompletion<Full>(
      options: FilterOptions(policy: policy), variables: ["me": .string, "you": .string])
    func texts(_ text: String) -> [String] {
      completion.completions(in: text, at: text.utf8.count, limit: .max).items.map(\.text)
    }
    #expect(texts("").filter { $0.hasSuffix("(") } == ["length(", "SUBQUERY(", "TERNARY("])
    #expect(texts("title ").prefix(2) == ["==", "CONTAINS"])
    #expect(!texts("title ").contains("MATCHES"))
    #expect(!texts("secret ").contains("+"))
    #expect(texts("accounts.").filter { $0.hasPrefix("@") } == ["@count"])
    #expect(texts("title == $") == ["$me"])
    #expect(texts("CAST(title, ").isEmpty || !texts("CAST(title, ").contains("\"NSString\""))
    #expect(completion.documentation(in: "title MATCHES 'a'", at: 8) == nil)
    #expect(completion.documentation(in: "sqrt(secret) == 1", at: 1) == nil)
  }
}
