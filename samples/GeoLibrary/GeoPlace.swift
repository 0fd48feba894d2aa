internal import Foundation
internal import FilterEngine

/// A point on the globe, in degrees.
struct GeoPlace {
  let latitude: Double
  let longitude: Double

  /// The mean radius of the Earth.
  private static let radiusInKilometres = 6371.0088

  /// The place that a value stands for: `{latitude, longitude}`, or an object with the keys `latitude`
  /// and `longitude`, or `lat` and `lon`.
  ///
  /// Throws `kindMismatch` for any other value, `missingValue` where a coordinate is nil, and `custom`
  /// for a coordinate that lies on no globe.
  init(_ value: FilterValue) throws(EvaluationError) {
    switch value {
    case .list(let coordinates):
      guard coordinates.count == 2 else {
        throw EvaluationError(
          .kindMismatch, "a place is {latitude, longitude}, not a list of \(coordinates.count)")
      }
      try self.init(coordinates[0], coordinates[1])
    case .object(let object): try self.init { key in object[key] }
    case .item(let item): try self.init { key in item.filterValue(forKey: key) }
    default: throw EvaluationError(.kindMismatch, "\(value) is no place")
    }
  }

  init(_ latitude: FilterValue, _ longitude: FilterValue) throws(EvaluationError) {
    self.latitude = try Self.degrees(latitude, "latitude", limit: 90)
    self.longitude = try Self.degrees(longitude, "longitude", limit: 180)
  }

  private init(member: (String) -> FilterValue?) throws(EvaluationError) {
    guard let latitude = member("latitude") ?? member("lat"),
      let longitude = member("longitude") ?? member("lon")
    else {
      throw EvaluationError(
        .kindMismatch, "a place has the keys latitude and longitude, or lat and lon")
    }
    try self.init(latitude, longitude)
  }

  /// The distance over the ground, by the haversine formula: off by half a percent at most, since the
  /// Earth is no sphere.
  func kilometres(to other: GeoPlace) -> Double {
    let fromLatitude = latitude * .pi / 180
    let toLatitude = other.latitude * .pi / 180
    let halfLatitude = sin((toLatitude - fromLatitude) / 2)
    let halfLongitude = sin((other.longitude - longitude) * .pi / 360)
    let square =
      halfLatitude * halfLatitude
      + cos(fromLatitude) * cos(toLatitude) * halfLongitude * halfLongitude
    // Rounding may lift the square of opposite places above 1.
    return 2 * Self.radiusInKilometres * asin(min(1, square.squareRoot()))
  }

  private static func degrees(
    _ value: FilterValue, _ name: String, limit: Double
  ) throws(EvaluationError) -> Double {
    let degrees = try number(value, name)
    guard degrees.magnitude <= limit else {
      throw EvaluationError(
        .custom, "a \(name) lies between -\(limit) and \(limit), not at \(value)")
    }
    return degrees
  }

  /// The number of a value, for `name` in errors.
  static func number(_ value: FilterValue, _ name: String) throws(EvaluationError) -> Double {
    switch value {
    case .int(let number): return Double(number)
    case .double(let number) where !number.isNaN: return number
    case .decimal(let number) where !number.isNaN:
      return NSDecimalNumber(decimal: number).doubleValue
    case .null: throw EvaluationError(.missingValue, "the \(name) is nil")
    default: throw EvaluationError(.kindMismatch, "the \(name) is a number, not \(value)")
    }
  }
}
