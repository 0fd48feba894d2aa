import FilterEngine
import FilterSyntax
import Foundation
import Testing

/// The filter of each expression of Foundation, and the error for each that has none.
@Suite struct FromPredicateTests {
  private typealias Item = FoundationSample

  @Test func comparisons() throws {
    let (limit, none) = (18, nil as Int?)
    let now = Date(timeIntervalSinceReferenceDate: 0)
    try expect(
      #Predicate<Item> { $0.age > 30 && $0.name.contains("x") }, #"age > 30 AND name CONTAINS "x""#)
    try expect(#Predicate<Item> { $0.age >= limit || $0.isActive }, "age >= 18 OR isActive == TRUE")
    try expect(#Predicate<Item> { !($0.age < limit) }, "NOT age < 18")
    try expect(#Predicate<Item> { $0.age == limit }, "age == 18")
    try expect(#Predicate<Item> { $0.score != none }, "score != nil")
    try expect(#Predicate<Item> { $0.score == nil }, "score == nil")
    try expect(#Predicate<Item> { $0.start <= now }, "start <= #2001-01-01T00:00:00Z#")
    try expect(#Predicate<Item> { $0.price == 3 }, #"price == CAST("3", "NSDecimalNumber")"#)
    try expect(#Predicate<Item> { $0.count < 4 }, "count < 4")
    try expect(#Predicate<Item> { (1...5).contains($0.age) }, "age BETWEEN {1, 5}")
    try expect(#Predicate<Item> { (1..<5).contains($0.age) }, "age >= 1 AND age < 5")
    let (range, closed) = (1..<5, 1...5)
    try expect(#Predicate<Item> { range.contains($0.age) }, "age >= 1 AND age < 5")
    try expect(#Predicate<Item> { closed.contains($0.age) }, "age BETWEEN {1, 5}")
    try expect(#Predicate<Item> { _ in true }, "TRUEPREDICATE")
    try expect(
      #Predicate<Item> { $0.isActive == ($0.age == 3) },
      "isActive == TERNARY(age == 3, TRUE, FALSE)")
  }

  @Test func conditions() throws {
    try expect(
      #Predicate<Item> { $0.isActive ? $0.age > 3 : false }, "isActive == TRUE AND age > 3")
    try expect(
      #Predicate<Item> { $0.isActive ? $0.age > 3 : true }, "NOT isActive == TRUE OR age > 3")
    try expect(
      #Predicate<Item> { ($0.isActive ? $0.age : 0) > 3 }, "TERNARY(isActive == TRUE, age, 0) > 3")
    try expect(
      #Predicate<Item> { $0.isActive ? $0.age > 3 : $0.age < 3 },
      "TERNARY(isActive == TRUE, TERNARY(age > 3, TRUE, FALSE), TERNARY(age < 3, TRUE, FALSE)) == TRUE"
    )
  }

  @Test func optionals() throws {
    try expect(#Predicate<Item> { ($0.score ?? 3) > 2 }, "TERNARY(score == nil, 3, score) > 2")
    try expect(#Predicate<Item> { $0.score! > 2 }, "score > 2")
    try expect(#Predicate<Item> { $0.home?.city == "Oslo" }, #"home.city == "Oslo""#)
    try expect(#Predicate<Item> { $0.home.flatMap { $0.height } == 2 }, "home.height == 2.0")
    try expect(
      #Predicate<Item> { $0.nickname?.contains("x") == true },
      #"nickname != nil AND nickname CONTAINS "x""#)
    try expect(
      #Predicate<Item> { $0.nickname?.isEmpty != false },
      #"NOT (nickname != nil AND NOT nickname == "")"#)
    try expect(
      #Predicate<Item> { if let score = $0.score { score > 3 } else { false } },
      "score != nil AND score > 3")
    try expect(
      #Predicate<Item> { if let score = $0.score { score > 3 } else { true } },
      "score == nil OR score > 3")
    try expect(
      #Predicate<Item> { $0.score.flatMap { $0 + 1 } == 3 },
      "TERNARY(score == nil, nil, score + 1) == 3")
  }

  /// Swift takes canonically equivalent texts for equal. Only some texts of ASCII are equivalent to no other one.
  @Test func texts() throws {
    let names = ["Ann", "Bob"]
    try expect(#Predicate<Item> { $0.name == "Ann" }, #"name == "Ann""#)
    try expect(#Predicate<Item> { $0.name != "Kim" }, #"name !=[l] "Kim""#)
    try expect(#Predicate<Item> { $0.name == "Zoé" }, #"name ==[l] "Zoé""#)
    try expect(#Predicate<Item> { $0.name == $0.office.city }, "name ==[l] office.city")
    try expect(#Predicate<Item> { $0.nickname == nil }, "nickname == nil")
    try expect(#Predicate<Item> { $0.name.starts(with: "A") }, #"name BEGINSWITH "A""#)
    try expect(#Predicate<Item> { $0.name.contains("") }, #"name CONTAINS "" OR TRUEPREDICATE"#)
    try expect(
      #Predicate<Item> { $0.name.contains($0.office.city) },
      #"name CONTAINS office.city OR office.city == """#)
    try expect(#Predicate<Item> { $0.name.isEmpty }, #"name == """#)
    try expect(#Predicate<Item> { names.contains($0.name) }, #"name IN {"Ann", "Bob"}"#)
    try expect(#Predicate<Item> { $0.tags.contains("red") }, #"tags CONTAINS "red""#)
    try expect(#Predicate<Item> { $0.tags.contains($0.name) }, "tags CONTAINS[l] name")
  }

  /// In a filter not-a-number equals itself, and is between the negative numbers and zero.
  @Test func doubles() throws {
    let values = [1.5]
    try expect(#Predicate<Item> { $0.weight > 2 }, "weight > 2.0")
    try expect(#Predicate<Item> { $0.weight < 2 }, "weight < 2.0 AND abs:(weight) >= 0")
    try expect(#Predicate<Item> { $0.weight < -2 }, "weight < -2.0")
    try expect(#Predicate<Item> { $0.weight == 2 }, "weight == 2.0")
    try expect(
      #Predicate<Item> { $0.weight == $0.weight }, "weight == weight AND abs:(weight) >= 0")
    try expect(
      #Predicate<Item> { $0.height != $0.height },
      "height != height OR NOT (height == nil OR abs:(height) >= 0)")
    try expect(#Predicate<Item> { values.contains($0.weight) }, "weight IN {1.5}")
    try expect(
      #Predicate<Item> { $0.weights.contains($0.weight) },
      "weights CONTAINS weight AND abs:(weight) >= 0")
    try expect(
      #Predicate<Item> { (0...2).contains($0.weight) },
      "weight BETWEEN {0.0, 2.0} AND abs:(weight) >= 0")
  }

  @Test func numbers() throws {
    try expect(#Predicate<Item> { $0.age + 1 == 31 }, "age + 1 == 31")
    try expect(#Predicate<Item> { $0.age * 2 - 1 == 31 }, "age * 2 - 1 == 31")
    try expect(#Predicate<Item> { $0.age / 4 == 7 }, "age / 4 == 7")
    try expect(#Predicate<Item> { $0.age % 7 == 2 }, "modulus:by:(age, 7) == 2")
    try expect(#Predicate<Item> { -$0.age == -$0.score! }, "-age == -score")
    try expect(#Predicate<Item> { $0.weight / 2 > 1 }, "weight / 2.0 > 1.0")
  }

  @Test func collections() throws {
    let moods = [Item.Mood.good]
    let mood = Item.Mood.K
    try expect(#Predicate<Item> { $0.tags.count == 2 }, "tags.@count == 2")
    try expect(#Predicate<Item> { !$0.tags.isEmpty }, "NOT tags.@count == 0")
    try expect(#Predicate<Item> { $0.chosen.contains(3) }, "chosen CONTAINS 3")
    try expect(#Predicate<Item> { $0.numbers[0] > 2 }, "numbers[0] > 2")
    try expect(#Predicate<Item> { $0.numbers.first == 2 }, "numbers[FIRST] == 2")
    try expect(#Predicate<Item> { $0.numbers.last == 2 }, "numbers[LAST] == 2")
    try expect(#Predicate<Item> { $0.numbers.max() == 2 }, "numbers.@max.#self == 2")
    try expect(#Predicate<Item> { $0.numbers.min() == 2 }, "numbers.@min.#self == 2")
    try expect(#Predicate<Item> { $0.totals["a"] == 3 }, #"totals["a"] == 3"#)
    try expect(
      #Predicate<Item> { $0.totals["a", default: 1] > 2 },
      #"TERNARY(totals["a"] == nil, 1, totals["a"]) > 2"#)
    try expect(#Predicate<Item> { $0.mood == mood }, #"mood == "K""#)
    try expect(#Predicate<Item> { moods.contains($0.mood) }, #"mood IN {"good"}"#)
    try expect(
      #Predicate<Item> { item in item.rooms.contains { $0.rooms > item.age } },
      "SUBQUERY(rooms, $e1, $e1.rooms > age).@count > 0")
    try expect(
      #Predicate<Item> { $0.rooms.allSatisfy { $0.isOpen } },
      "SUBQUERY(rooms, $e1, NOT $e1.isOpen == TRUE).@count == 0")
    try expect(
      #Predicate<Item> { $0.rooms.filter { $0.isOpen }.count == 1 },
      "SUBQUERY(rooms, $e1, $e1.isOpen == TRUE).@count == 1")
  }

  /// A filter is found by the key path of a field, also where that goes through more than one property.
  @Test func aKeyPathOfSeveralProperties() throws {
    struct Person: Filterable {
      var office = Item.Home()

      static let filterFields = FilterFields<Person>(FilterField("town", \.office.city))
    }
    let filter = try FilterPredicate(#Predicate<Person> { $0.office.city == "Oslo" })
    #expect(filter.syntax.sourceText == #"town == "Oslo""#)
  }

  @Test func anItemOfOneValue() throws {
    let filter = try FilterPredicate(#Predicate<String> { $0.starts(with: "a") })
    #expect(filter.syntax.sourceText == #"SELF BEGINSWITH "a""#)
    #expect(try filter.matches("ab"))
  }

  @Test func unsupported() throws {
    let other = "b"
    try refuse(
      #Predicate<Item> { $0.name < other },
      "Comparison: values of type String have another order in a filter")
    try refuse(
      #Predicate<Item> { ("a"..."b").contains($0.name) },
      "RangeExpressionContains: values of type String have another order in a filter")
    try refuse(
      #Predicate<Item> { $0.name.count == 3 },
      "KeyPath: the length of a text in a filter is that in UTF-16")
    try refuse(
      #Predicate<Item> { $0.name.contains(#/a+/#) },
      "StringContainsRegex: has no equal in the language")
    try refuse(
      #Predicate<Item> { $0.numbers[0..<1].isEmpty },
      "CollectionRangeSubscript: has no equal in the language")
    try refuse(
      #Predicate<Item> { $0.tags == $0.tags },
      "Equal: values of type Array<String> have an equality of their own")
    try refuse(
      #Predicate<Item> { $0.count + 1 == 3 },
      "Arithmetic: a filter computes numbers of type UInt differently")
    try refuse(
      #Predicate<Item> { $0.tags.max() == "a" },
      "SequenceMaximum: a filter has another order of Array<String>")
    try refuse(
      #Predicate<Item> { $0.mood == $0.mood },
      "Equal: none of the values of type Mood is a constant")
    try refuse(
      #Predicate<Item> { $0.totals[$0.name] == 3 },
      "DictionaryKeySubscript: a filter reads members that are not optional, by a constant key of ASCII"
    )
    try refuse(
      #Predicate<Item> { $0.secret == 1 },
      #"KeyPath: no field of FoundationSample is declared with \FoundationSample.secret"#)
  }

  @Test func casts() throws {
    func score(_ item: PredicateExpressions.Variable<Item>) -> some StandardPredicateExpression<
      Int?
    > {
      PredicateExpressions.build_KeyPath(root: item, keyPath: \.score)
    }
    try refuse(
      Predicate { PredicateExpressions.TypeCheck<_, Int>(score($0)) },
      "TypeCheck: has no equal in the language")
    try refuse(
      Predicate {
        PredicateExpressions.build_Equal(
          lhs: PredicateExpressions.ConditionalCast<_, Int>(score($0)),
          rhs: PredicateExpressions.NilLiteral<Int>())
      }, "ConditionalCast: has no equal in the language")
    try refuse(
      Predicate {
        PredicateExpressions.build_Equal(
          lhs: PredicateExpressions.ForceCast<_, Int>(score($0)),
          rhs: PredicateExpressions.Value(3))
      }, "ForceCast: has no equal in the language")
  }

  /// The options hold for the filter as for one of a text.
  @Test func aPolicyRefuses() throws {
    let options = FilterOptions(policy: try FilterPolicy(keyPaths: ["name"]))
    #expect(throws: FilterTreeError.self) {
      try FilterPredicate(#Predicate<Item> { $0.age > 3 }, options: options)
    }
    _ = try FilterPredicate(#Predicate<Item> { $0.name == "Ann" }, options: options)
  }

  private func expect(
    _ predicate: Predicate<Item>, _ text: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let filter = try FilterPredicate(predicate)
    #expect(filter.syntax.sourceText == text, sourceLocation: location)
    let item = Item(score: 3, home: Item.Home())
    #expect(try filter.matches(item) == predicate.evaluate(item), sourceLocation: location)
    // It can be stored and sent.
    let data = try JSONEncoder().encode(filter)
    let decoded = try JSONDecoder.ofFilters.decode(FilterPredicate<Item>.self, from: data)
    #expect(decoded == filter, sourceLocation: location)
  }

  private func refuse(
    _ predicate: Predicate<Item>, _ message: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    do throws(FilterTreeError) {
      let filter = try FilterPredicate(predicate)
      Issue.record("\(filter.syntax.sourceText)", sourceLocation: location)
    } catch {
      #expect(error.description == message, sourceLocation: location)
    }
  }
}
