import EssentialFoundation

/// Functions of the C library that Swift does not provide.
enum FloatingMath {
  static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
  static func logarithm10(_ value: Double) -> Double { log10(value) }
  static func logarithm(_ value: Double) -> Double { log(value) }
  static func exponential(_ value: Double) -> Double { exp(value) }
}
