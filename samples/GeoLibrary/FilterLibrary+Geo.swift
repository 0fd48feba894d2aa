public import FilterEngine

extension FilterLibrary {
  /// Distances on the globe: `location WITHIN_KM {52.52, 13.41, 25}` and `distance(a, b)`.
  ///
  /// A place is a list `{latitude, longitude}` in degrees, or an object with these keys, written out or
  /// as `lat` and `lon`.
  ///
  /// ```swift
  /// let near = try FilterPredicate<Shop>(
  ///   "location WITHIN_KM {\(latitude), \(longitude), 25}",
  ///   options: FilterOptions(libraries: [.standard, .geo]))
  /// ```
  public static let geo = FilterLibrary(
    name: "geo", functions: [distance], operators: [withinKilometres])

  private static let distance = FilterFunction(
    "distance:", parameters: [nil, nil], result: .number,
    documentation: FilterDocumentation(
      "The kilometres between two places.",
      example: "distance({52.52, 13.41}, {48.86, 2.35}) BETWEEN {876, 880}")
  ) { arguments, _ throws(EvaluationError) in
    let from = try GeoPlace(arguments[0])
    return .double(from.kilometres(to: try GeoPlace(arguments[1])))
  }

  private static let withinKilometres = FilterWordOperator(
    "WITHIN_KM", left: nil, right: .list,
    documentation: FilterDocumentation(
      "The place lies within a distance of another: {latitude, longitude, kilometres}.",
      example: "{52.39, 13.06} WITHIN_KM {52.52, 13.41, 30}")
  ) { place, circle, _ throws(EvaluationError) in
    // A row without a place is in no circle, as nil is in no list.
    if place.isNull || circle.isNull { return false }
    guard case .list(let parts) = circle, parts.count == 3 else {
      throw EvaluationError(
        .kindMismatch, "WITHIN_KM takes {latitude, longitude, kilometres}, not \(circle)")
    }
    let centre = try GeoPlace(parts[0], parts[1])
    let radius = try GeoPlace.number(parts[2], "distance")
    return try GeoPlace(place).kilometres(to: centre) <= radius
  }
}
