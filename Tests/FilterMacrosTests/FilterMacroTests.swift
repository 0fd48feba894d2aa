#if Macros
  import FilterMacros
  import Testing

  /// What the compiler reads answers as what is read at run time.
  struct FilterMacroTests {
    private static func samples() -> [(compiled: FilterPredicate<Person>, text: String)] {
      [
        (#filter<Person>("years >= 18"), "years >= 18"),
        (#filter<Person>("name == 'Ann'"), "name == 'Ann'"),
        (
          #filter<Person>("name BEGINSWITH[c] 'a' AND years > 20"),
          "name BEGINSWITH[c] 'a' AND years > 20"
        ),
        (#filter<Person>("NOT (years < 18 OR city == nil)"), "NOT (years < 18 OR city == nil)"),
        (#filter<Person>("city LIKE 'L*n'"), "city LIKE 'L*n'"),
        (#filter<Person>("name MATCHES '[A-B].*'"), "name MATCHES '[A-B].*'"),
        (#filter<Person>("ANY friends.likes > 5"), "ANY friends.likes > 5"),
        (#filter<Person>("ALL friends.likes > 5"), "ALL friends.likes > 5"),
        (#filter<Person>("NONE friends.name == 'Bob'"), "NONE friends.name == 'Bob'"),
        (#filter<Person>("friends.@count == 1"), "friends.@count == 1"),
        (#filter<Person>("friends.@sum.likes > 2"), "friends.@sum.likes > 2"),
        (#filter<Person>("friends.@max.likes == 9"), "friends.@max.likes == 9"),
        (
          #filter<Person>("SUBQUERY(friends, $f, $f.likes > 2 AND $f.name != 'x').@count > 0"),
          "SUBQUERY(friends, $f, $f.likes > 2 AND $f.name != 'x').@count > 0"
        ),
        (#filter<Person>("best.name == 'Bob'"), "best.name == 'Bob'"),
        (#filter<Person>("best == nil"), "best == nil"),
        (#filter<Person>("level == 'high'"), "level == 'high'"),
        (#filter<Person>("mood IN {'bad', 'ugly'}"), "mood IN {'bad', 'ugly'}"),
        (#filter<Person>("attributes.os == 'linux'"), "attributes.os == 'linux'"),
        (#filter<Person>("attributes['os'] == 'linux'"), "attributes['os'] == 'linux'"),
        (#filter<Person>("score BETWEEN {1, 4}"), "score BETWEEN {1, 4}"),
        (#filter<Person>("score * 2 + 1 > 10.5"), "score * 2 + 1 > 10.5"),
        (#filter<Person>("isAdult == YES"), "isAdult == YES"),
        (#filter<Person>("name.length == 3"), "name.length == 3"),
        (#filter<Person>("length(name) > 3"), "length(name) > 3"),
        (#filter<Person>("uppercase(name) == 'BEA'"), "uppercase(name) == 'BEA'"),
        (
          #filter<Person>("TERNARY(years > 18, name, 'none') == 'none'"),
          "TERNARY(years > 18, name, 'none') == 'none'"
        ),
        (#filter<Person>("CAST(years, 'NSString') == '17'"), "CAST(years, 'NSString') == '17'"),
        (
          #filter<Person>("FUNCTION(name, 'uppercaseString') == 'CARL'"),
          "FUNCTION(name, 'uppercaseString') == 'CARL'"
        ),
        (#filter<Person>("friends[0].name == 'Ann'"), "friends[0].name == 'Ann'"),
        (#filter<Person>("friends[FIRST].likes == 3"), "friends[FIRST].likes == 3"),
        (#filter<Person>("friends[SIZE] == 0"), "friends[SIZE] == 0"),
        (#filter<Person>("TRUEPREDICATE"), "TRUEPREDICATE"),
        (#filter<Person>("FALSEPREDICATE"), "FALSEPREDICATE"),
        (
          #filter<Person>("name CONTAINS[cd] 'É' OR years % 2 == 0"),
          "name CONTAINS[cd] 'É' OR years % 2 == 0"
        ),
        (#filter<Person>("years & 1 == 1"), "years & 1 == 1"),
        (#filter<Person>("-years < -30"), "-years < -30"),
        (
          #filter<Person>("name IN {'Ann', 'Carl'} AND years IN {36, 18}"),
          "name IN {'Ann', 'Carl'} AND years IN {36, 18}"
        ),
        (#filter<Person>("($n := years) == 36 AND $n > 1"), "($n := years) == 36 AND $n > 1"),
        (#filter<Person>("{1, 2} CONTAINS 2"), "{1, 2} CONTAINS 2"),
        (
          #filter<Person>(#"years == 36 || name == "quo\"te""#),
          #"years == 36 || name == "quo\"te""#
        ),
      ]
    }

    @Test func aTextMeansWhatItMeansAtRunTime() throws {
      for (compiled, text) in Self.samples() {
        let expected = try FilterPredicate<Person>(text: text)
        #expect(compiled.syntax == expected.syntax, "\(text)")
        for person in people {
          let answer = Result { try compiled.matches(person) }
          let other = Result { try expected.matches(person) }
          #expect((try? answer.get()) == (try? other.get()), "\(text)")
        }
      }
    }

    @Test func valuesAreInterpolated() throws {
      let (minimum, prefix, none) = (18, "c' OR TRUEPREDICATE OR '", String?.none)
      let adults = #filter<Person>("years >= \(minimum)")
      #expect(try people.filter(adults).map(\.name) == ["Ann", "Carl"])
      #expect(try people.filter(#filter<Person>("name BEGINSWITH[c] \(prefix)")).isEmpty)
      let homeless = #filter<Person>("city == \(none as String?)")
      #expect(try people.filter(homeless).map(\.name) == ["Bea"])
      #expect(try people.filter(#filter<Person>("years %\(2) == 0")).count == 2)
      let sum = try AST.Expression(parsing: "years + 1")
      #expect(try people.filter(#filter<Person>("\(expression: sum) == 37")).map(\.name) == ["Ann"])
    }

    @Test func anExpressionHasAValue() throws {
      let value = #filterExpression<Person>("years * \(2) + friends.@sum.likes")
      #expect(try people.map { try value.value(of: $0) } == [75, 34, 45])
    }

    @Test func librariesAreReadAtRunTime() throws {
      let filter = try #filter<Person>("years > 20", libraries: .standard)
      #expect(try people.count(where: filter) == 1)
    }

    @Test func whatAValueDoesWrongIsAnErrorOfTheEvaluation() throws {
      let value: FilterValue = ["a"]
      let filter = #filter<Person>("name BEGINSWITH \(value)")
      #expect(throws: EvaluationError.self) { try filter.matches(people[0]) }
    }

    @MainActor @Test func aClassOfTheMainActorIsFilteredThere() throws {
      let documents = [Document("a", pages: 3), Document("b", pages: 9)]
      let long = #filter<Document>("pages > 5 AND title != 'x'")
      #expect(try documents.filter { try long.matches($0) }.map(\.title) == ["b"])
    }

    @Test func aKeyIsAsAccessibleAsItsProperty() throws {
      let accounts = [Account(id: 1, level: .low), Account(id: 2, level: .high)]
      #expect(try accounts.filter(Account.noted).map(\.id) == [2])
      let low = #filter<Account>("level == 'low' AND tags.@count == 0")
      #expect(try accounts.count(where: low) == 1)
    }

    @Test func keysAreThoseOfTheProperties() throws {
      #expect(throws: SyntaxError.self) { try FilterPredicate<Person>(text: "age > 3") }
      #expect(throws: SyntaxError.self) { try FilterPredicate<Person>(text: "callback == nil") }
      #expect(Level.high.filterValue == "high" && Level.filterKind == .string)
    }
  }
#endif
