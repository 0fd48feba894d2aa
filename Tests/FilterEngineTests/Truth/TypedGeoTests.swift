import FilterEngine
import FilterSyntax
import GeoLibrary
import Testing

private struct Place: Filterable, Sendable {
  var lat: Double
  var lon: Double

  static let filterFields = FilterFields<Place>(
    FilterField("lat", \.lat), FilterField("lon", \.lon))
}

private struct Shop: Filterable, Sendable {
  var name: String
  var location: Place?

  static let filterFields = FilterFields<Shop>(
    FilterField("name", \.name), FilterField("location", \.location))
}

/// A library that was written outside the engine.
@Suite struct TypedGeoTests {
  private static let libraries: FilterLibraries = [.standard, .geo]

  private static let shops = [
    Shop(name: "Potsdam", location: Place(lat: 52.39, lon: 13.06)),
    Shop(name: "Paris", location: Place(lat: 48.86, lon: 2.35)),
    Shop(name: "Nowhere", location: nil),
  ]

  @Test func aWordOperatorTakesPlacesOfTypedItems() throws {
    let (latitude, longitude) = (52.52, 13.41)
    let near = try FilterPredicate<Shop>(
      "location WITHIN_KM {\(latitude), \(longitude), 30}",
      options: FilterOptions(libraries: Self.libraries))
    #expect(try Self.shops.filter(near).map(\.name) == ["Potsdam"])
    let far = try FilterPredicate<Shop>(
      "NOT location within_km {52.52, 13.41, 30}", options: FilterOptions(libraries: Self.libraries)
    )
    #expect(try Self.shops.filter(far).map(\.name) == ["Paris", "Nowhere"])
  }

  @Test(arguments: [
    ("distance({0, 0}, {0, 0}) == 0", true),
    ("distance({90, 0}, {-90, 0}) BETWEEN {20015, 20016}", true),
    ("distance({0, 0}, {0, 180}) BETWEEN {20015, 20016}", true),
    ("distance({0, 179.5}, {0, -179.5}) BETWEEN {111, 112}", true),
    ("distance(place, {52.52, 13.41}) < 30", true), ("place WITHIN_KM {52.52, 13.41, 1}", false),
    ("missing WITHIN_KM {52.52, 13.41, 1}", false), ("place WITHIN_KM missing", false),
  ])
  func distancesAreOnTheGlobe(_ text: String, _ expected: Bool) throws {
    let item: FilterValue = ["place": ["latitude": 52.39, "longitude": 13.06]]
    #expect(
      try FilterPredicate<FilterValue>(
        text: text, options: FilterOptions(libraries: Self.libraries)
      ).matches(item)
        == expected)
  }

  @Test(arguments: [
    ("distance({91, 0}, {0, 0}) == 0", EvaluationError.Kind.custom),
    ("distance(5, {0, 0}) == 0", .kindMismatch),
    ("distance(nil, {0, 0}) == 0", .kindMismatch), ("{0, nil} WITHIN_KM {0, 0, 1}", .missingValue),
    ("{0} WITHIN_KM {0, 0, 1}", .kindMismatch), ("{0, 0} WITHIN_KM {0, 0}", .kindMismatch),
    ("{0, 0} WITHIN_KM {0, 0, 'a'}", .kindMismatch),
  ])
  func whatIsNoPlaceIsAnError(_ text: String, _ kind: EvaluationError.Kind) throws {
    let predicate = try FilterPredicate<FilterValue>(
      text: text, options: FilterOptions(libraries: Self.libraries))
    #expect(PropertyTests.outcome(predicate, .null, [:]) == .failure(kind))
  }

  @Test func withoutTheLibraryThereIsNothing() {
    for text in ["a WITHIN_KM {1, 2, 3}", "distance(a, b) < 3"] {
      #expect(throws: SyntaxError.self) { try FilterPredicate<FilterValue>(text: text) }
    }
    // Foundation has no such things.
    for text in ["a WITHIN_KM {1, 2, 3}", "distance(a, b) < 3"] {
      #expect(throws: SyntaxError.self) {
        try FilterPredicate<FilterValue>(
          text: text, options: FilterOptions(libraries: Self.libraries, rules: .strict))
      }
    }
  }
}
