package import EssentialFoundation
internal import FilterSyntax

// Dates and seconds: an extension, since Foundation computes with numbers only.
extension FilterArithmetic {
  /// `left + right`, where a date and a number of seconds give a date.
  static func addMovingDates(
    _ left: FilterValue, _ right: FilterValue
  ) throws(EvaluationError) -> FilterValue {
    switch (left, right) {
    case (.date(let date), _) where right.kind == .number:
      try moved(date, by: try double("+", right), from: right)
    case (_, .date(let date)) where left.kind == .number:
      try moved(date, by: try double("+", left), from: left)
    default: try add(left, right)
    }
  }

  /// `left - right`, where a date and a number of seconds give a date, and two dates the seconds between them.
  static func subtractMovingDates(
    _ left: FilterValue, _ right: FilterValue
  ) throws(EvaluationError) -> FilterValue {
    switch (left, right) {
    case (.date(let later), .date(let earlier)): .double(later.timeIntervalSince(earlier))
    case (.date(let date), _) where right.kind == .number:
      try moved(date, by: -(try double("-", right)), from: right)
    default: try subtract(left, right)
    }
  }

  private static func moved(
    _ date: Date, by seconds: Double, from value: FilterValue
  ) throws(EvaluationError) -> FilterValue {
    let moved = date.addingTimeInterval(seconds)
    guard moved.timeIntervalSinceReferenceDate.isFinite else {
      throw EvaluationError(.notADate(value: value.clipped))
    }
    return .date(moved)
  }
}

extension Date {
  /// The time of a text in one of the forms that `DateText` reads leniently; nil for any other text.
  package init?(iso8601 text: String) {
    var text = text
    guard let date = text.withUTF8({ Date(iso8601: $0) }) else { return nil }
    self = date
  }

  /// The time of a text in UTF-8.
  package init?(iso8601 utf8: UnsafeBufferPointer<UInt8>) {
    guard let time = try? DateText.read(utf8, lenient: true) else { return nil }
    self.init(timeIntervalSinceReferenceDate: Double(time.seconds) + time.fraction)
  }
}
