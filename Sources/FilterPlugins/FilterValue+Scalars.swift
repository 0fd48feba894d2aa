internal import CFilterPlugin
internal import EssentialFoundation
internal import FilterEngine

extension FilterValue {
  /// The representation of a number, in the constants of the interface.
  var numberForm: frc_number_form {
    switch self {
    case .int: FRC_INTEGER
    case .wide: FRC_WIDE
    case .double: FRC_DOUBLE
    case .decimal: FRC_DECIMAL
    default: FRC_NO_NUMBER
    }
  }

  /// The value as a 64-bit integer; nil if it is not one.
  var wholeNumber: Int64? {
    switch self {
    case .bool(let flag): flag ? 1 : 0
    case .int(let number): number
    case .double(let number): Int64(exactly: number)
    case .decimal(let number): Int64(number.description)
    default: nil
    }
  }

  /// The nearest double of a number; nil for other values.
  var nearestDouble: Double? {
    switch self {
    case .bool(let flag): flag ? 1 : 0
    case .int(let number): Double(number)
    case .wide(let number): Double(number.description)
    case .double(let number): number
    case .decimal(let number): number.isNaN ? .nan : Double(number.description)
    default: nil
    }
  }

  /// The bytes of a text, of data, or of the digits of a number.
  var content: [UInt8] {
    switch self {
    case .string(let text): Array(text.utf8)
    case .data(let data): Array(data)
    case .int(let number): Array(String(number).utf8)
    case .wide(let number): Array(number.description.utf8)
    case .double(let number): Array(number.description.utf8)
    case .decimal(let number): Array(number.description.utf8)
    default: []
    }
  }

  /// The decimal number with these digits; nil if they are invalid or too many.
  init?(decimalDigits text: String) {
    let isPlain = text.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.eE".utf8.contains($0)
    }
    guard isPlain, Double(text) != nil, let number = Decimal(string: text), number.isFinite else {
      return nil
    }
    self = .decimal(number)
  }
}
