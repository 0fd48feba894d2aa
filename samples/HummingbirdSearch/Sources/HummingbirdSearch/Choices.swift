internal import FilterEngine
internal import FilterSyntax
internal import Foundation

/// The values and months that a client has chosen. Of each key with chosen values, a ticket has to have one.
struct Choices: Sendable {
  /// The keys of which values are counted and chosen.
  static let keys = ["state", "priority", "tags"]

  /// The key of which months are counted and chosen.
  static let monthKey = "created"

  /// The greatest number of chosen values of a key.
  private static let mostValues = 20

  /// The chosen values by key; null for tickets without a tag.
  private(set) var values: [String: [FilterValue]] = [:]

  /// The time of the chosen months; nil for all.
  private(set) var months: Range<Date>?

  /// The keys with a choice.
  var keys: Set<String> { Set(values.keys).union(months == nil ? [] : [Self.monthKey]) }

  /// Chooses the values of a text such as `open,waiting`, or the months of `2024-01..2024-03`.
  ///
  /// - Throws: `request` for a text that is neither.
  mutating func choose(_ text: String, of key: String) throws(SearchFailure) {
    if key == Self.monthKey {
      months = try Self.months(text)
    } else {
      values[key] = try Self.values(text, of: key)
    }
  }

  private static func values(_ text: String, of key: String) throws(SearchFailure) -> [FilterValue]
  {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let values = parts.compactMap { part -> FilterValue? in
      switch key {
      case "priority": Int64(part).map { .int($0) }
      case "tags" where part.isEmpty: .null
      default: .string(String(part))
      }
    }
    guard values.count == parts.count, values.count <= mostValues else {
      throw .request(
        "bad-choice", "\(key) takes at most \(mostValues) values between commas", parameter: key)
    }
    return values
  }

  private static func months(_ text: String) throws(SearchFailure) -> Range<Date> {
    let parts = text.split(separator: "..", omittingEmptySubsequences: false)
    let months = parts.compactMap { Month(String($0)) }
    guard parts.count == 2, months.count == 2, months[0] <= months[1] else {
      throw .request(
        "bad-choice", "\(monthKey) takes two months, as in 2024-01..2024-03", parameter: monthKey)
    }
    return months[0].start..<months[1].next.start
  }

  /// The predicates of the choices by key.
  ///
  /// - Throws: A `SyntaxError` if tickets do not have a key.
  func predicates() throws(SyntaxError) -> [String: FilterPredicate<Ticket>] {
    var predicates: [String: FilterPredicate<Ticket>] = [:]
    for (key, values) in values {
      let list = FilterValue.list(FilterList(values.filter { !$0.isNull }))
      predicates[key] =
        switch key {
        case "tags" where values.contains(.null):
          try FilterPredicate(text: "ANY tags IN %@ OR tags.@count == 0", arguments: [list])
        case "tags": try FilterPredicate(text: "ANY tags IN %@", arguments: [list])
        default: try FilterPredicate(text: "%K IN %@", arguments: [key, list])
        }
    }
    if let months {
      predicates[Self.monthKey] = try FilterPredicate(
        text: "created >= %@ AND created < %@", arguments: [months.lowerBound, months.upperBound])
    }
    return predicates
  }
}

/// A month of UTC.
struct Month: Comparable {
  /// The number of months since the beginning of the year 0.
  private let number: Int

  private init(number: Int) { self.number = number }

  /// Reads a month such as `2024-03`, of the years 1 to 9999; nil for any other text.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2],
      text.utf8.allSatisfy({ 48...57 ~= $0 || $0 == UInt8(ascii: "-") }),
      let year = Int(parts[0]), let month = Int(parts[1]), year > 0, 1...12 ~= month
    else { return nil }
    number = year * 12 + month - 1
  }

  /// The month of a date.
  init(of date: Date) {
    let parts = Self.calendar.dateComponents([.year, .month], from: date)
    number = (parts.year ?? 0) * 12 + (parts.month ?? 1) - 1
  }

  /// The month after this one.
  var next: Month { Month(number: number + 1) }

  /// The first instant.
  var start: Date {
    let parts = DateComponents(year: number / 12, month: number % 12 + 1)
    return Self.calendar.date(from: parts) ?? .distantPast
  }

  static func < (left: Month, right: Month) -> Bool { left.number < right.number }

  private static let calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}
