internal import FilterSyntax

/// An address of IPv4 or IPv6.
struct IPAddress {
  /// The bits of the address; for IPv4 those of the address of IPv6 that maps it, such as `::ffff:10.0.0.1`.
  let bits: UInt128

  /// Whether it is written as an address of IPv4.
  let isIPv4: Bool

  /// Reads `10.0.0.1`, `fd00::1` or, with `allowsZone`, `fe80::1%eth0`, whose zone is left out.
  init?(_ text: ArraySlice<UInt8>, allowsZone: Bool = false) {
    if let bits = Self.bits4(text) {
      self.bits = 0xFFFF_0000_0000 | UInt128(bits)
      isIPv4 = true
      return
    }
    var address = text
    if allowsZone, let percent = text.firstIndex(of: UInt8(ascii: "%")) {
      guard percent + 1 < text.endIndex else { return nil }
      address = text[..<percent]
    }
    guard let bits = Self.bits6(address) else { return nil }
    self.bits = bits
    isIPv4 = false
  }

  /// Four numbers up to 255. A leading zero is an error: programs differ on whether it begins an octal number.
  private static func bits4(_ text: ArraySlice<UInt8>) -> UInt32? {
    guard (7...15).contains(text.count) else { return nil }
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var bits: UInt32 = 0
    for part in parts {
      guard let number = decimal(part, upTo: 255) else { return nil }
      bits = bits << 8 | UInt32(number)
    }
    return bits
  }

  /// Eight groups of 16 bits; `::` replaces one or more that are 0.
  private static func bits6(_ text: ArraySlice<UInt8>) -> UInt128? {
    guard (2...45).contains(text.count) else { return nil }
    let colon = UInt8(ascii: ":")
    let gap = text.indices.dropLast().first { text[$0] == colon && text[$0 + 1] == colon }
    guard let gap else {
      guard let all = groups(text, endsAddress: true), all.count == 8 else { return nil }
      return joined(all)
    }
    guard let head = groups(text[..<gap], endsAddress: false),
      let tail = groups(text[(gap + 2)...], endsAddress: true), head.count + tail.count < 8
    else { return nil }
    return joined(head) << (128 - 16 * head.count) | joined(tail)
  }

  /// The groups between single colons. The last two of an address may be an address of IPv4.
  private static func groups(_ text: ArraySlice<UInt8>, endsAddress: Bool) -> [UInt16]? {
    guard !text.isEmpty else { return [] }
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    var groups: [UInt16] = []
    for (index, part) in parts.enumerated() {
      if endsAddress, index == parts.count - 1, let bits = bits4(part) {
        groups += [UInt16(bits >> 16), UInt16(bits & 0xFFFF)]
        continue
      }
      guard (1...4).contains(part.count) else { return nil }
      var group: UInt16 = 0
      for byte in part {
        guard let digit = byte.digitValue else { return nil }
        group = group << 4 | UInt16(digit)
      }
      groups.append(group)
    }
    return groups
  }

  private static func joined(_ groups: [UInt16]) -> UInt128 {
    groups.reduce(0) { $0 << 16 | UInt128($1) }
  }

  /// A number of up to three digits without a leading zero.
  fileprivate static func decimal(_ text: ArraySlice<UInt8>, upTo limit: Int) -> Int? {
    guard let first = text.first, text.count <= 3, text.count == 1 || first != UInt8(ascii: "0")
    else { return nil }
    var number = 0
    for byte in text {
      guard byte.isDigit, let digit = byte.digitValue else { return nil }
      number = number * 10 + digit
    }
    return number <= limit ? number : nil
  }
}

extension IPAddress {
  /// The longest text of an address with a zone, or of a network.
  fileprivate static let maximumLength = 64

  /// The address that a text spells; nil for any other text.
  init?(_ text: String) {
    guard text.utf8.count <= Self.maximumLength else { return nil }
    self.init(Array(text.utf8)[...], allowsZone: true)
  }
}

/// The addresses that begin with the same bits.
struct IPNetwork {
  private let base: IPAddress

  /// The number of those bits, of 128.
  private let length: Int

  /// Reads `10.0.0.0/8` or `fd00::/8`; an address alone is a network of one address.
  init?(_ text: String) {
    guard text.utf8.count <= IPAddress.maximumLength else { return nil }
    let bytes = Array(text.utf8)
    let slash = bytes.firstIndex(of: UInt8(ascii: "/"))
    guard let base = IPAddress(bytes[..<(slash ?? bytes.count)]) else { return nil }
    self.base = base
    let width = base.isIPv4 ? 32 : 128
    guard let slash else {
      length = 128
      return
    }
    guard let own = IPAddress.decimal(bytes[(slash + 1)...], upTo: width) else { return nil }
    length = 128 - width + own
  }

  /// Whether an address is in the network. One of IPv6 that maps one of IPv4 is in networks of both.
  func contains(_ address: IPAddress) -> Bool {
    guard base.isIPv4 || !address.isIPv4 else { return false }
    return (base.bits ^ address.bits).leadingZeroBitCount >= length
  }
}
