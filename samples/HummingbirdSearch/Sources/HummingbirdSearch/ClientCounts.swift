/// How much there is of something at a time, altogether and for each client.
///
/// A client is an address, so that one who opens many connections leaves the others some.
struct ClientCounts: Sendable {
  private var total = 0
  private var counts: [String: Int] = [:]
  private let most: Int
  private let mostPerClient: Int

  init(most: Int, perClient: Int) {
    self.most = most
    mostPerClient = perClient
  }

  /// Counts one more; false if there are too many.
  mutating func enter(_ client: String) -> Bool {
    guard hasRoom(for: client) else { return false }
    total += 1
    counts[client, default: 0] += 1
    return true
  }

  /// Whether a client may have one more.
  func hasRoom(for client: String) -> Bool {
    total < most && counts[client, default: 0] < mostPerClient
  }

  /// Counts one less.
  mutating func leave(_ client: String) {
    total -= 1
    counts[client] = counts[client].flatMap { $0 > 1 ? $0 - 1 : nil }
  }
}
