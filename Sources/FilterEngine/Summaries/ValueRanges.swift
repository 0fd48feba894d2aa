package import EssentialFoundation
internal import FilterSyntax

/// Ranges of numbers or dates, in which values are counted.
///
/// Bounds divide all values into ranges `[a, b)`, of which the first has no lower bound and the last no upper
/// one. A unit of the calendar divides dates into its days, months and so on instead, without an end on either side.
/// A Boolean counts as 0 or 1, as in comparisons.
package struct ValueRanges: Sendable {
  /// A range among the others, or why a value is in none.
  package enum Slot: Hashable, Sendable {
    /// The number of the range: of bounds from 0 up to their number, of a calendar in units since 2001.
    case range(Int)

    /// A value that is nil.
    case null

    /// A number or a date that is not a number.
    case notANumber

    /// A value of another kind, and a date beyond the calendar.
    case other
  }

  package typealias Unit = CalendarUnits.Unit

  /// Bounds between which values cannot be counted.
  package enum Mistake: Error, Equatable, Sendable {
    /// No bound is given
    case empty

    /// The value is neither a number nor a date, or is not finite
    case notABound(FilterValue)

    /// The first of two neighbours is a number and the other a date, or the other way round
    case mixed(FilterValue, FilterValue)

    /// The first of two neighbours is not below the other
    case notAscending(FilterValue, FilterValue)

    /// One sentence without a full stop.
    package var message: String {
      switch self {
      case .empty: "ranges need at least one bound"
      case .notABound(let value): "\(value.clipped) is not a finite number or date"
      case .mixed(let first, let second):
        "bounds are all numbers or all dates, not \(first.clipped) and \(second.clipped)"
      case .notAscending(let first, let second):
        "bounds are ascending, and \(first.clipped) is not below \(second.clipped)"
      }
    }
  }

  private enum Division: Sendable {
    /// Bounds whose values are all exactly doubles, or the seconds of dates.
    case doubles([Double], areDates: Bool)
    case numbers([FilterValue])
    case calendar(CalendarUnits)
  }

  private let division: Division

  /// The bounds, ascending; empty for units of the calendar.
  package let bounds: [FilterValue]

  /// The ranges between `bounds`, which are finite numbers or dates and ascend strictly.
  package init(bounds: [FilterValue]) throws(Mistake) {
    guard let first = bounds.first else { throw .empty }
    for bound in bounds where !bound.isFiniteBound { throw .notABound(bound) }
    for (left, right) in zip(bounds, bounds.dropFirst()) {
      guard left.kind == right.kind else { throw .mixed(left, right) }
      let order = try? left.compare(to: right)
      guard order == .ascending else { throw .notAscending(left, right) }
    }
    self.bounds = bounds
    let areDates = first.kind == .date
    let doubles = bounds.compactMap { areDates ? $0.seconds : $0.exactDouble }
    division =
      doubles.count == bounds.count ? .doubles(doubles, areDates: areDates) : .numbers(bounds)
  }

  /// The ranges between those of `values` that are finite and of the kind of the first one, ascending; one range of all
  /// numbers without them.
  package init(sorting values: [FilterValue]) {
    let kind = values.first(where: \.isFiniteBound)?.kind
    let finite = values.filter { $0.isFiniteBound && $0.kind == kind }
    var bounds: [FilterValue] = []
    for place in SortColumns(count: finite.count).order(precedes: {
      finite[$0].isBelow(finite[$1]) == true
    }) where bounds.last != finite[Int(place)] {
      bounds.append(finite[Int(place)])
    }
    self = (try? ValueRanges(bounds: bounds)) ?? ValueRanges()
  }

  private init() {
    bounds = []
    division = .numbers([])
  }

  /// The days, months and so on of a time zone.
  package init(_ unit: Unit, in zone: TimeZone = .gmt) {
    bounds = []
    division = .calendar(CalendarUnits(unit: unit, zone: zone))
  }

  /// The range of a value.
  ///
  /// - Complexity: O(log n) in the number of bounds.
  package func slot(of value: FilterValue) -> Slot {
    switch value {
    case .null: return .null
    case .bool(let flag): return slot(of: flag ? 1 as Int64 : 0)
    case .int(let number): return slot(of: number)
    case .double(let number): return slot(of: number)
    case .date(let date): return slot(ofSeconds: date.timeIntervalSinceReferenceDate)
    case .wide, .decimal:
      guard !areDates else { return .other }
      if case .decimal(let number) = value, number.isNaN { return .notANumber }
      return slot { NumberOrder.order($0, value) == .descending }
    default: return .other
    }
  }

  /// The number of the range of a value as a value, nil and NaN for those; nil for any other value.
  package func number(of value: FilterValue) -> FilterValue? {
    switch slot(of: value) {
    case .range(let number): .int(Int64(number))
    case .null: .some(.null)
    case .notANumber: .double(.nan)
    case .other: .none
    }
  }

  /// The range of an integer.
  package func slot(of value: Int64) -> Slot {
    switch division {
    case .doubles(let bounds, areDates: false):
      .range(bounds.partition { NumberOrder.order(value, $0) == .ascending })
    case .numbers: slot { NumberOrder.order($0, .int(value)) == .descending }
    default: .other
    }
  }

  /// The range of a double.
  package func slot(of value: Double) -> Slot {
    switch division {
    case .doubles(let bounds, areDates: false):
      value.isNaN ? .notANumber : .range(bounds.partition { $0 > value })
    case .numbers:
      value.isNaN ? .notANumber : slot { NumberOrder.order($0, .double(value)) == .descending }
    default: .other
    }
  }

  /// The lower and the upper bound of a range, nil on the sides on which it is open.
  package func bounds(of range: Int) -> (from: FilterValue?, to: FilterValue?) {
    if case .calendar(let units) = division {
      return (units.date(startOf: range), units.date(startOf: range + 1))
    }
    // Without a nil literal, which would be a value.
    return (bounds.prefix(max(0, range)).last, bounds.dropFirst(max(0, range)).first)
  }

  private var areDates: Bool {
    switch division {
    case .doubles(_, let areDates): areDates
    case .numbers: false
    case .calendar: true
    }
  }

  /// The range of a date, by its seconds since 2001.
  private func slot(ofSeconds seconds: Double) -> Slot {
    switch division {
    case .doubles(let bounds, areDates: true):
      seconds.isNaN ? .notANumber : .range(bounds.partition { $0 > seconds })
    case .calendar(let units):
      seconds.isNaN ? .notANumber : units.index(of: seconds).map { .range($0) } ?? .other
    default: .other
    }
  }

  private func slot(isAbove: (FilterValue) -> Bool) -> Slot {
    .range(bounds.partition(isAbove: isAbove))
  }
}

extension RandomAccessCollection where Index == Int {
  /// The index of the first element that is above a value, `count` if none is. The elements are in order, and their
  /// indices begin with 0.
  package func partition(isAbove: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAbove(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension FilterValue {
  fileprivate var isFiniteBound: Bool {
    switch self {
    case .int, .wide: true
    case .double(let number): number.isFinite
    case .decimal(let number): !number.isNaN
    case .date(let date): date.timeIntervalSinceReferenceDate.isFinite
    default: false
    }
  }
}
