internal import EssentialFoundation

/// The order of numbers by exact value, whatever their kinds.
///
/// NaN equals itself, and is above every negative number and below every other one, as in `CFNumberCompare`.
enum NumberOrder {
  /// Comparing two integers, or an integer and a double, is most frequent.
  static func order(_ left: Int64, _ right: Double) -> ComparisonOrder {
    if right.isNaN { return left < 0 ? .ascending : .descending }
    if right >= 0x1p63 { return .ascending }
    if right < -0x1p63 { return .descending }
    // Exact: the double is truncated to a 64-bit integer, and the integer is never rounded to a double.
    let whole = right.rounded(.towardZero)
    let order = ComparisonOrder(left, Int64(whole))
    return order == .same ? ComparisonOrder(whole, right) : order
  }

  static func order(_ left: Double, _ right: Double) -> ComparisonOrder {
    if left == right { return .same }
    if left < right { return .ascending }
    if left > right { return .descending }
    switch (left.isNaN, right.isNaN) {
    case (true, true): return .same
    case (true, false): return right < 0 ? .descending : .ascending
    default: return left < 0 ? .ascending : .descending
    }
  }

  /// The order of two values; nil unless both are numbers or booleans.
  static func order(_ left: FilterValue, _ right: FilterValue) -> ComparisonOrder? {
    switch (left, right) {
    case (.int(let left), .int(let right)): return ComparisonOrder(left, right)
    case (.double(let left), .double(let right)): return order(left, right)
    case (.int(let left), .double(let right)): return order(left, right)
    case (.double(let left), .int(let right)): return order(right, left).reversed
    case (.wide(let left), .wide(let right)): return ComparisonOrder(left, right)
    case (.bool(let value), _): return order(.int(value ? 1 : 0), right)
    case (_, .bool(let value)): return order(left, .int(value ? 1 : 0))
    default:
      guard let left = Form(left), let right = Form(right) else { return nil }
      return left.order(right)
    }
  }

  /// A number of any kind.
  private enum Form {
    case notANumber
    case infinite(isNegative: Bool)
    case finite(ExactNumber)
    /// An integer that equals no number of another kind
    case wide(WideInteger)

    init?(_ value: FilterValue) {
      switch value {
      case .int(let value): self = .finite(ExactNumber(value))
      case .wide(let value): self = ExactNumber(value).map { .finite($0) } ?? .wide(value)
      case .decimal(let value):
        self = value.isNaN ? .notANumber : .finite(ExactNumber(finite: value))
      case .double(let value):
        if value.isNaN {
          self = .notANumber
        } else if value.isInfinite {
          self = .infinite(isNegative: value < 0)
        } else {
          self = .finite(ExactNumber(finite: value))
        }
      default: return nil
      }
    }

    var isNegative: Bool {
      switch self {
      case .notANumber: false
      case .infinite(let isNegative): isNegative
      case .finite(let number): number.isNegative
      case .wide(let number): number.isNegative
      }
    }

    func order(_ other: Form) -> ComparisonOrder {
      switch (self, other) {
      case (.finite(let left), .finite(let right)): left.order(right)
      case (.notANumber, .notANumber): .same
      case (.notANumber, _): other.isNegative ? .descending : .ascending
      case (_, .notANumber): isNegative ? .ascending : .descending
      case (.infinite(let left), .infinite(let right)):
        left == right ? .same : left ? .ascending : .descending
      case (.infinite(let isNegative), _): isNegative ? .ascending : .descending
      case (_, .infinite(let isNegative)): isNegative ? .descending : .ascending
      case (.wide(let left), .finite(let right)): right.order(of: left)
      case (.finite(let left), .wide(let right)): left.order(of: right).reversed
      case (.wide(let left), .wide(let right)): ComparisonOrder(left, right)
      }
    }
  }
}
