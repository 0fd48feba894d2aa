internal import ServiceLifecycle
internal import Synchronization

/// The tickets, which change while the server answers.
final class TicketStore: Sendable {
  /// The tickets after a number of changes.
  struct Version: Sendable {
    var tickets: [Ticket]
    var number = 0
  }

  private let state: Mutex<Version>

  /// The index of each ticket by its identity.
  private let indices: [Int: Int]

  private let counts: TicketCounts

  /// Stores tickets whose identities are unique, and changes them in `counts`, too.
  init(_ tickets: [Ticket], _ counts: TicketCounts) {
    state = Mutex(Version(tickets: tickets))
    indices = Dictionary(
      tickets.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.counts = counts
  }

  /// The current version. A search of it is not affected by later changes.
  var current: Version { state.withLock { $0 } }

  /// Replaces the ticket of the same identity, if there is one.
  func replace(_ ticket: Ticket) {
    guard let index = indices[ticket.id] else { return }
    // Counts of a search of the new version are made after this.
    counts.replace(ticket)
    state.withLock { state in
      state.tickets[index] = ticket
      state.number += 1
    }
  }

  /// Waits for a version with another number, at most for a time, and not beyond the shutdown of the service. Returns
  /// the number of the current version.
  func number(after number: Int, within time: Duration) async -> Int {
    let end = ContinuousClock.now + time
    while current.number == number, .now < end, !Task.isShuttingDownGracefully {
      do { try await Task.sleep(for: .milliseconds(50)) } catch { break }
    }
    return current.number
  }
}
