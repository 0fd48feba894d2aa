internal import Foundation

extension Ticket {
  /// Made-up tickets, the same ones for every call.
  public static func samples(_ count: Int) -> [Ticket] {
    var random = SampleRandom()
    return (0..<count).map { Ticket(sample: $0, &random) }
  }

  private init(sample index: Int, _ random: inout SampleRandom) {
    let thing = random.pick(Self.things)
    let name = "\(random.pick(Self.firstNames)) \(random.pick(Self.lastNames))"
    id = index + 1
    title = "\(thing) \(random.pick(Self.troubles))"
    state = random.pick(State.allCases)
    priority = random.number(in: 1...5)
    created = Date(timeIntervalSince1970: 1_700_000_000 + Double(index * 613))
    tags = (0..<random.number(in: 0...3)).map { _ in random.pick(Self.words) }
    owner = Person(
      name: name,
      email: name.lowercased().replacing(" ", with: ".") + "@example.com")
    comments = (0..<random.number(in: 0...4)).map { _ in
      Comment(
        text: "The \(thing.lowercased()) \(random.pick(Self.troubles)), \(random.pick(Self.words))",
        likes: random.number(in: 0...20), isInternal: random.number(in: 0...3) == 0)
    }
    internalNotes = "Account manager: \(random.pick(Self.firstNames)), \(random.pick(Self.words))"
    customerRevenue = random.number(in: 1...500) * 1_000
  }

  private static let things = [
    "Printer", "Invoice", "Login", "Password", "Mailbox", "Backup", "Calendar", "Export", "Search",
  ]
  private static let troubles = [
    "does not open", "is slow", "shows an error", "is empty", "cannot be saved", "vanished",
  ]
  private static let words = [
    "billing", "mobile", "urgent", "network", "beta", "hardware", "account", "refund", "security",
  ]
  private static let firstNames = [
    "Ada", "Alan", "Grace", "Edsger", "Barbara", "Donald", "Zoë", "Jürgen", "Noor", "Wei",
  ]
  private static let lastNames = ["Byron", "Stone", "Hopper", "Meyer", "Okafor", "Lindqvist", "Wu"]
}

/// SplitMix64: numbers that look random and are the same in every run.
private struct SampleRandom {
  private var state: UInt64 = 1

  mutating func number(in range: ClosedRange<Int>) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return range.lowerBound + Int(bits % UInt64(range.count))
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(in: 0...elements.count - 1)]
  }
}
