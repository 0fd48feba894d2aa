// The conversions of the standard library are generic and transparent: the compiler expands each of several hundred by
// itself. These are preferred, as they are not generic, and are expanded once.

extension Int {
  init(_ number: UInt32) { self.init(truncatingIfNeeded: number) }
  init(_ number: Int32) { self.init(truncatingIfNeeded: number) }
  init(_ number: UInt64) { self = numericCast(number) }
}

extension UInt32 {
  init(_ number: Int) { self = numericCast(number) }
}

extension UInt64 {
  init(_ number: UInt32) { self.init(truncatingIfNeeded: number) }
  init(_ number: Int) { self = numericCast(number) }
}
