// The conversions of the standard library are generic and transparent: the compiler expands each of several hundred by
// itself. These are preferred, as they are not generic, and are expanded once.

extension Int {
  init(_ number: UInt32) { self.init(bitPattern: number._lowWord) }

  init(_ number: Int32) { self.init(bitPattern: number._lowWord) }

  init(_ number: UInt64) {
    precondition(number <= UInt64(Int.max))
    self.init(bitPattern: number._lowWord)
  }
}

extension UInt32 {
  init(_ number: Int) {
    let wide = UInt64(number)
    precondition(wide <= 0xFFFF_FFFF)
    self.init(_truncatingBits: wide._lowWord)
  }
}

extension UInt64 {
  init(_ number: UInt32) { self.init(_truncatingBits: number._lowWord) }

  init(_ number: Int) {
    precondition(number >= 0)
    self.init(_truncatingBits: number._lowWord)
  }
}
