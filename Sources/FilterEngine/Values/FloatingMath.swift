#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(WASILibc)
  internal import WASILibc
#elseif canImport(ucrt)
  internal import ucrt
#endif

/// Functions of the C library that Swift does not provide.
enum FloatingMath {
  static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
  static func logarithm10(_ value: Double) -> Double { log10(value) }
  static func logarithm(_ value: Double) -> Double { log(value) }
  static func exponential(_ value: Double) -> Double { exp(value) }
}
