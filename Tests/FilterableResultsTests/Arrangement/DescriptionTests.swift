import FilterEngine
import FilterableResults
import Testing

/// What settings, numbers and changes print.
@Suite struct DescriptionTests {
  private struct Ticket: Filterable {
    struct Owner: Filterable {
      var name = "Ada"
      static let filterFields = FilterFields<Owner>(FilterField("name", \.name))
    }

    var id = 0
    var title = ""
    var price = 0.0
    var city: String?
    var owner = Owner()
    var hidden = 0

    static let filterFields = FilterFields<Ticket>(
      FilterField("id", \.id), FilterField("title", \.title), FilterField("price", \.price),
      FilterField("city", \.city), FilterField("owner", \.owner))
  }

  @Test func aSortKeyIsItsTextAndDirection() throws {
    let keys: [ResultsSortKey<Ticket>] = [
      .descending(\.title), .ascending(\.city, options: [.caseInsensitive, .diacriticInsensitive]),
      .ascending(\.title, numeric: true, missing: .last), .descending(\.price, missing: .first),
      .ascending(\.hidden), try ResultsSortKey("owner.name", ascending: false),
    ]
    #expect(
      keys.map { "\($0)" } == [
        "title descending", "city[cd] ascending", "title ascending, numeric, missing values last",
        "price descending, missing values first", "a property ascending", "owner.name descending",
      ])
    #expect("\(keys.prefix(2))" == "[title descending, city[cd] ascending]")
  }

  @Test func aKeyIsItsPath() throws {
    #expect("\(ResultsKey<Ticket>(\.owner.name))" == "owner.name")
    #expect("\(ResultsKey<Ticket>(\.hidden))" == "a property")
    #expect("\(ResultsKey<Ticket> { $0.id })" == "code")
  }

  @Test func aConfigurationIsItsKeys() {
    var configuration = ResultsConfiguration<Ticket>()
    #expect("\(configuration)" == "matched by equality")
    configuration.rows.identity = ResultsKey(\.id)
    configuration.rows.sort = [.descending(\.price), .ascending(\.title)]
    configuration.rows.comparator = { $0.id < $1.id }
    configuration.sections.key = ResultsKey(\.city)
    configuration.groupRows.test = { $0.id > 0 }
    #expect(
      "\(configuration)" == "identified by id; sorted by price descending; then title ascending; "
        + "then code; sectioned by city; tested by code")
    for part: Any in [configuration.rows, configuration.sections, configuration.delivery] {
      #expect("\(part)".count < 600)
    }
  }

  @Test func facetsAndAggregatesAreTheirKeys() {
    let facets: [ResultsFacet<Ticket>] = [
      .values(of: \.city, ignoring: "city", options: .caseInsensitive),
      .ranges(of: \.price, bounds: [10, 0]), .ranges(of: ResultsKey { $0.id }, by: .month),
      .filters([ResultsFilter("Cheap") { $0.price < 10 }, ResultsFilter("Dear") { $0.price > 100 }]
      ),
    ]
    #expect(
      facets.map { "\($0)" } == [
        "values of city[c], ignoring the group city", "ranges of price at 0.0, 10.0",
        "calendar ranges of code", "filters Cheap, Dear",
      ])
    #expect(
      "\([ResultsAggregate<Ticket>.sum(\.price), .distinct(\.city)])"
        == "[sum of price, distinct of city]"
    )
  }

  @Test func numbersAndChangesAreShort() throws {
    let results = ResultsController<Ticket>(identifiedBy: \.id)
    var changes: [String] = []
    results.observe { changes.append("\($0)") }
    results.facets = [.values(of: \.city), .ranges(of: \.price, bounds: [10, 20])]
    results.aggregates = [.sum(\.price)]
    try results.setItems([
      Ticket(id: 1, price: 5, city: "Rome"), Ticket(id: 2, price: 15, city: "Rome"), Ticket(id: 3),
    ])
    #expect(
      results.snapshot.facets.map { "\($0)" } == [
        #""Rome": 2, nil: 1"#, "..<10.0: 2, 10.0..<20.0: 1, 20.0: 0",
      ])
    #expect("\(results.snapshot.aggregates)" == "[20.0]")
    results.remove(key: 2)
    #expect(changes == ["reload", "deleted [0, 1]"])
  }

  @Test func fieldsAndLibrariesAreTheirNames() throws {
    #expect("\(FilterField<Ticket>("city", \.city))" == "city: string or nil")
    #expect("\(FilterLibraries.standard)" == "\(FilterLibrary.standard)")
    #expect("\(FilterLibraries.standard)".count < 20)
    #expect("\(try FilterExpression<Ticket>("price*2"))" == "price * 2")
  }
}
