internal import EssentialFoundation
internal import FilterEngine
internal import FilterSyntax

/// The width of the ranges of a histogram, as an option states it.
enum HistogramWidth: Sendable {
  /// A width that suits the values
  case automatic
  case number(HistogramScale)
  case dates(ValueRanges.Unit)

  /// The width of a text such as `10`, `0.5`, `1e3` or `month`; nil for any other text.
  init?(_ text: String) {
    if let unit = ValueRanges.Unit(rawValue: text) {
      self = .dates(unit)
    } else if let scale = HistogramScale(text) {
      self = .number(scale)
    } else {
      return nil
    }
  }
}

extension ValueRanges.Unit {
  /// The begin of a unit as the clocks of a zone show it, as far as units differ.
  func label(of start: FilterValue, in zone: TimeZone) -> String {
    guard case .date(let date) = start else { return Columns.text(of: start) }
    // 2026-11-21T00:00:00Z
    let text = Columns.text(of: .date(date + Double(zone.secondsFromGMT(for: date))))
    let length =
      switch self {
      case .minute, .hour: 16
      case .day, .week: 10
      case .month: 7
      case .year: 4
      }
    return String(text.prefix(length))
  }
}

/// Ranges of numbers of one width, `significand` × 10^`tens`, numbered from the one that begins at zero.
///
/// A range begins at the double nearest to its decimal bound if that is not an integer, so that 0.3 is the first
/// number of the range from 0.3 on.
struct HistogramScale: Sendable, Equatable {
  /// At least 1, at most 10^15.
  let significand: Int64
  let tens: Int

  /// The width of a range as a double, and as an integer if it is one of at most 18 zeros.
  private let width: Double
  private let whole: Int128?

  /// Ranges of numbers that are at most so far from zero have a number.
  private static let limit = 0x1p53

  /// The powers of ten that are exact as doubles.
  private static let powers: [Double] = (0...22).map { Double("1e\($0)") ?? 0 }

  init(_ significand: Int64, tens: Int) {
    (self.significand, self.tens) = (significand, tens)
    width = Double("\(significand)e\(tens)") ?? 0
    whole =
      (0...18).contains(tens)
      ? (0..<tens).reduce(Int128(significand)) { power, _ in power * 10 } : nil
  }

  /// The width of a positive number of at most 15 digits.
  init?(_ text: String) {
    let parts = text.lowercased().parts(at: "e")
    let digits = parts[0].parts(at: ".")
    guard parts.count <= 2, digits.count <= 2, let width = Double(text), width > 0, width.isFinite,
      let exponent = parts.count == 2 ? Int(parts[1]) : 0,
      let significand = Int64(digits.joined()), significand > 0,
      significand <= 1_000_000_000_000_000
    else { return nil }
    self.init(significand, tens: exponent - (digits.count == 2 ? digits[1].count : 0))
  }

  /// The first number of a range.
  func bound(_ range: Int64) -> FilterValue {
    if let whole {
      let (bound, overflows) = Int128(range).multipliedReportingOverflow(by: whole)
      if !overflows, let bound = Int64(exactly: bound) { return .int(bound) }
    }
    let units = Int128(range) * Int128(significand)
    // Both operands are exact, so the quotient is the nearest double.
    if (-22..<0).contains(tens), units.magnitude <= 1 << 53 {
      return .double(Double(units) / Self.powers[-tens])
    }
    return .double(Double("\(units)e\(tens)") ?? .nan)
  }

  /// The range of a number; nil for one without a range: NaN, an infinity, and one that is too far from zero.
  func range(of number: FilterValue) -> Int64? {
    let double: Double
    switch number {
    case .int(let value):
      if let whole { return Self.quotient(Int128(value), whole) }
      double = Double(value)
    case .double(let value): double = value
    default: return nil
    }
    let estimate = (double / width).rounded(.down)
    guard estimate.magnitude <= Self.limit else { return nil }
    var range = Int64(estimate)
    let order = SortComparison()
    while order.order(bound(range), number) > 0 { range -= 1 }
    while order.order(bound(range + 1), number) <= 0 { range += 1 }
    return range
  }

  /// The number of a range among those of another scale, whose width is a multiple of this one's.
  func range(_ range: Int64, in other: HistogramScale) -> Int64? {
    guard (0...18).contains(other.tens - tens) else { return nil }
    let factor = (0..<(other.tens - tens)).reduce(Int128(other.significand)) { power, _ in
      power * 10
    }
    return Self.quotient(Int128(range), factor / Int128(significand))
  }

  private static func quotient(_ value: Int128, _ divisor: Int128) -> Int64? {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
    return Int64(exactly: rest < 0 ? quotient - 1 : quotient)
  }
}

extension HistogramScale {
  /// The narrowest ranges of a width of 1, 2 or 5 times a power of ten of which at most `count` reach from one number
  /// to another. The width is an integer if `isIntegral`.
  init(from least: FilterValue, to greatest: FilterValue, count: Int64, isIntegral: Bool) {
    // A width of which there are too many ranges: less than a hundredth of the distance.
    let first = Self.logarithm(of: Self.distance(least, greatest)) - 3
    var tens = isIntegral || least == greatest ? max(first, 0) : first
    while true {
      for significand in [1, 2, 5] as [Int64] {
        let scale = HistogramScale(significand, tens: tens)
        if let low = scale.range(of: least), let high = scale.range(of: greatest),
          high - low < count
        {
          self = scale
          return
        }
      }
      tens += 1
    }
  }

  /// Ranges whose width is a power of ten, of which at least 1,000 and at most 25,000 reach from one number to another.
  init(finelyFrom least: FilterValue, to greatest: FilterValue) {
    self.init(1, tens: Self.logarithm(of: Self.distance(least, greatest)) - 3)
  }

  /// The distance of two numbers, or the greatest double.
  private static func distance(_ least: FilterValue, _ greatest: FilterValue) -> Double {
    min(greatest.rounded - least.rounded, .greatestFiniteMagnitude)
  }

  /// A power of ten that is at most a number, and more than a twentieth of it.
  private static func logarithm(of number: Double) -> Int {
    guard number > 0 else { return 0 }
    return Int((Double(number.exponent) * 0.301_029_995_663_98).rounded(.down))
  }
}

extension FilterValue {
  /// The double nearest to a number; NaN for any other value.
  var rounded: Double {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    case .wide(let number): Double(number.description) ?? .nan
    case .decimal(let number): Double(number.description) ?? .nan
    default: .nan
    }
  }
}
