import FilterEngine
import FilterSyntax
import Testing

/// A value never becomes a part of the text.
///
/// `FilterPredicate(someString)` must not compile: no initializer without a label takes a `String`, and
/// a `FilterText` is made of literals only. Were it otherwise, `FilterPredicate("name == '\(user)'")`
/// would glue the user's words into the filter.
@Suite struct TextInjectionTests {
  static let attack = "' OR TRUEPREDICATE OR '"
  static let attacks = [
    attack, "\" OR TRUEPREDICATE OR \"", "x) OR TRUEPREDICATE OR (x", "%@", "%K", "\\", "\\'", "$x",
    "nil", "` OR TRUEPREDICATE OR `", "*", ".*", "/*", "*/ OR TRUEPREDICATE", "x\u{0}' OR 1 == 1",
  ]

  @Test(arguments: attacks)
  func aValueIsComparedAndNeverRead(_ attack: String) throws {
    let name = FilterValue.string(attack)
    let predicates = [
      try FilterPredicate<FilterValue>("name == \(attack)"),
      try FilterPredicate<FilterValue>("name == \(name)"),
      try FilterPredicate<FilterValue>("name == %@", attack),
      try FilterPredicate<FilterValue>("%K == \(attack)", "name"),
      try FilterPredicate<FilterValue>("\(key: "name") == \(attack)"),
      try FilterPredicate<FilterValue>("name IN {\(attack)}"),
      try FilterPredicate<FilterValue>(
        "name == \(expression: .literal(AST.Literal(.text(attack))))"),
      try FilterPredicate<FilterValue>(text: "name == %@", arguments: [name]),
      try FilterPredicate<FilterValue>(text: "%K == %@", arguments: ["name", name]),
    ]
    for predicate in predicates {
      #expect(try predicate.matches(["name": name]))
      #expect(try !predicate.matches(["name": "Ann"]))
      // What is printed can be read again, and means the same.
      for text in [predicate.syntax.sourceText, predicate.syntax.description] {
        let again = try FilterPredicate<FilterValue>(text: text)
        #expect(try again.matches(["name": name]) && !again.matches(["name": "Ann"]))
      }
    }
  }

  @Test(arguments: attacks)
  func aKeyIsLookedUpAndNeverRead(_ attack: String) throws {
    // A dot separates keys, and an operator is one.
    guard !attack.contains(".") else { return }
    let item: FilterValue = .object(
      FilterObject([(key: attack, value: .int(1)), (key: "x", value: .int(2))]))
    let predicates = [
      try FilterPredicate<FilterValue>("\(key: attack) == 1"),
      try FilterPredicate<FilterValue>("%K == 1", attack),
      try FilterPredicate<FilterValue>(text: "%K == %d", arguments: [attack, 1]),
    ]
    for predicate in predicates {
      #expect(try predicate.matches(item))
      #expect(try !predicate.matches(["name": "Ann"]))
      let again = try FilterPredicate<FilterValue>(text: predicate.syntax.sourceText)
      #expect(try again.matches(item) && !again.matches(["name": "Ann"]))
    }
  }

  @Test func aKeyOfATypedItemIsLookedUpAndNeverRead() {
    #expect(throws: SyntaxError.self) {
      try FilterPredicate<PropertySample>("%K == 1", Self.attack)
    }
    #expect(throws: SyntaxError.self) {
      try FilterPredicate<PropertySample>("\(key: Self.attack) == 1")
    }
  }

  @Test func anInterpolationInsideQuotesIsAnError() {
    let user = Self.attack
    let texts: [FilterText] = [
      "name == '\(user)'", "name == \"\(user)\"", "name == 'a\(user)b' OR x == 1",
      "`\(key: "k")` == 1",
      "a == 1 /* \(user) */", "name CONTAINS '\(user)' AND a == \(5)",
    ]
    for text in texts {
      do {
        _ = try FilterPredicate<FilterValue>(text)
        Issue.record("\(text.text) is read")
      } catch {
        #expect(error.kind == .interpolationInside, "\(text.text): \(error)")
      }
    }
  }

  /// `%@` that the programmer wrote inside quotes is text, as it always was.
  @Test func aPlaceInsideQuotesIsText() throws {
    let predicate = try FilterPredicate<FilterValue>("name == '%@' AND x == %@", 5)
    #expect(try predicate.matches(["name": "%@", "x": 5]))
  }

  @Test func aLiteralIsAText() throws {
    let text: FilterText = "age > 5"
    #expect(try FilterPredicate<FilterValue>(text).matches(["age": 6]))
    #expect(try FilterPredicate<FilterValue>("age > 5").matches(["age": 6]))
  }

  @Test func aSignOfPercentBeforeAValueIsAModulus() throws {
    for text in ["n %\(5) == 0", "n%\(5) == 0", "n % \(5) == 0"] as [FilterText] {
      #expect(try FilterPredicate<FilterValue>(text).matches(["n": 10]))
      #expect(try !FilterPredicate<FilterValue>(text).matches(["n": 11]))
    }
    for text in ["n == '100%\(5)'", "n %%\(5) == 0", "n == %\(5)"] as [FilterText] {
      #expect(throws: SyntaxError.self) { try FilterPredicate<FilterValue>(text) }
    }
  }

  /// Interpolations and arguments do not take each other's places.
  @Test func interpolationsAndArgumentsKeepTheirPlaces() throws {
    let predicate = try FilterPredicate<FilterValue>(
      "a == \("%@") AND b == %@ AND \(key: "%K") == %d", "B", 3)
    #expect(try predicate.matches(["a": "%@", "b": "B", "%K": 3]))
    #expect(try !predicate.matches(["a": "B", "b": "%@", "%K": 3]))
  }
}
