import Foundation
import TestSupport
import Testing

@testable import FilterEngine

/// `cidr:`, held against addresses as lists of bits.
@Suite struct AddressFunctionTests {
  /// The bits of an address by its text, and whether it is one of IPv4; nil for any other text.
  private static func bits(_ text: String, allowsZone: Bool) -> (bits: [Bool], isIPv4: Bool)? {
    if let octets = octets(text) { return (octets.flatMap { Self.bits(of: $0, 8) }, true) }
    let zoned = text.components(separatedBy: "%")
    guard
      zoned.count == 1 || allowsZone && zoned.dropFirst().contains(where: { !$0.isEmpty })
        || (allowsZone && zoned.count > 2)
    else { return nil }
    var groups = zoned[0].components(separatedBy: ":")
    if groups.count > 1, let last = groups.last, let octets = octets(last) {
      groups.removeLast()
      groups += [octets[0] << 8 | octets[1], octets[2] << 8 | octets[3]]
        .map { String($0, radix: 16) }
    }
    let halves = groups.joined(separator: ":").components(separatedBy: "::")
    guard halves.count <= 2 else { return nil }
    let parts = halves.map { $0.isEmpty ? [] : $0.components(separatedBy: ":") }
    let count = parts.map(\.count).reduce(0, +)
    guard halves.count == 1 ? count == 8 : count < 8 else { return nil }
    let zeros = [String](repeating: "0", count: 8 - count)
    var bits: [Bool] = []
    for group in parts.count == 1 ? parts[0] : parts[0] + zeros + parts[1] {
      guard (1...4).contains(group.utf8.count), group.allSatisfy(\.isHexDigit),
        let number = Int(group, radix: 16)
      else { return nil }
      bits += Self.bits(of: number, 16)
    }
    return (bits, false)
  }

  private static func octets(_ text: String) -> [Int]? {
    let parts = text.components(separatedBy: ".")
    let octets = parts.compactMap { Int($0) }.filter { (0...255).contains($0) }
    return octets.count == 4 && octets.map(String.init) == parts ? octets : nil
  }

  private static func bits(of number: Int, _ count: Int) -> [Bool] {
    (0..<count).reversed().map { number >> $0 & 1 == 1 }
  }

  private static let mapped =
    [Bool](repeating: false, count: 80) + [Bool](repeating: true, count: 16)

  /// Whether a text is an address in a network; nil if the network cannot be read.
  private static func isInside(_ text: String, _ network: String) -> Bool? {
    let parts = network.components(separatedBy: "/")
    guard parts.count <= 2, let base = bits(parts[0], allowsZone: false) else { return nil }
    var length = base.bits.count
    if parts.count == 2 {
      guard let number = Int(parts[1]), String(number) == parts[1], (0...length).contains(number)
      else { return nil }
      length = number
    }
    guard var address = bits(text, allowsZone: true) else { return false }
    if base.isIPv4, !address.isIPv4, address.bits.starts(with: mapped) {
      address = (Array(address.bits.dropFirst(96)), true)
    }
    return address.isIPv4 == base.isIPv4 && address.bits.prefix(length) == base.bits.prefix(length)
  }

  private static func address(_ random: inout SeededGenerator) -> String {
    let octets = (0..<4).map { _ in String([0, 10, 127, 255][random.below(4)]) }
    if random.below(3) == 0 { return octets.joined(separator: ".") }
    let groups = (0..<8).map { _ in ["0", "0", "fd00", "FFFF", "1"][random.below(5)] }
    let (start, end) = (random.below(8), random.below(8))
    switch random.below(4) {
    case 0: return groups.joined(separator: ":")
    case 1: return "::ffff:" + octets.joined(separator: ".")
    case 2: return groups.prefix(6).joined(separator: ":") + ":" + octets.joined(separator: ".")
    default:
      return groups.prefix(start).joined(separator: ":") + "::"
        + groups.suffix(end).joined(separator: ":")
    }
  }

  private static let pieces = [
    "0", "1", "01", "10", "255", "256", "ffff", "fd00g", "12345", "::", ":", ".", "1.2.3.4", "%",
    "%e0", "/", "/8", " ", "é",
  ]

  /// An address that may be spoilt.
  private static func text(_ random: inout SeededGenerator) -> String {
    var text = address(&random)
    if random.below(3) == 0 {
      let place = text.index(text.startIndex, offsetBy: random.below(text.count + 1))
      text.insert(contentsOf: pieces[random.below(pieces.count)], at: place)
    }
    return text
  }

  @Test(arguments: RandomSearch.seeds(200))
  func theReferenceAgrees(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let text = Self.text(&random)
      let near = random.below(2) == 0 ? text : Self.text(&random)
      let network =
        near + ["", "/0", "/8", "/12", "/32", "/33", "/104", "/128", "/129"][random.below(9)]
      let found = try? LibraryRun.call("cidr:", [.string(text), .string(network)])
      let expected = Self.isInside(text, network).map { FilterValue.bool($0) }
      #expect(found == expected, "FRC_SEED=\(seed) \(text) \(network)")
    }
  }

  @Test func aLongTextIsNoAddress() throws {
    let text = FilterValue.string("fe80::1%" + String(repeating: "e", count: 100_000))
    #expect(try LibraryRun.call("cidr:", [text, "fe80::/10"]) == false)
    #expect(LibraryRun.error { try LibraryRun.call("cidr:", ["::1", text]) } == .unknownName)
  }
}
