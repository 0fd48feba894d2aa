#if PostgreSQL && os(Linux)
  internal import FilterableResultsSQL
  internal import Foundation
  internal import Synchronization

  /// Asks random followers to catch up, and checks that they then show what was committed before.
  final class CaughtUpCheck: Sendable {
    private struct State {
      var followers: [Follower] = []
      var task: Task<Void, Never>?
    }

    private let lanes: Lanes
    private let journal: Journal
    private let state = Mutex(State())

    init(_ lanes: Lanes, _ journal: Journal) { (self.lanes, self.journal) = (lanes, journal) }

    func set(_ followers: [Follower]) { state.withLock { $0.followers = followers } }

    func start() {
      let task = Task.detached { [self] in
        while !Task.isCancelled {
          await check()
          try? await Task.sleep(for: .milliseconds(20))
        }
      }
      state.withLock { $0.task = task }
    }

    func end() { state.withLock { $0.task?.cancel() } }

    private func has(_ follower: Follower) -> Bool {
      state.withLock { $0.followers.contains { $0 === follower } }
    }

    private func check() async {
      guard let follower = state.withLock({ $0.followers.randomElement() }) else { return }
      let (wasBlind, blindness) = (lanes.isBlind, lanes.blindnessNumber)
      let versions = lanes.confirmed
      let call = Task { try await follower.live.caughtUp() }
      let timer = Task { [self] in
        for _ in 0..<2_400 {
          try await Task.sleep(for: .milliseconds(100))
          // It would wait for another controller.
          if !has(follower) { return call.cancel() }
        }
        journal.fail("f", "\(follower.name) does not catch up in four minutes")
        call.cancel()
      }
      defer { timer.cancel() }
      do {
        try await call.value
      } catch {
        journal.count("refused catch-ups")
        return
      }
      guard !wasBlind, blindness == lanes.blindnessNumber, has(follower) else { return }
      let shown = await follower.versions() ?? Versions(repeating: -1, count: Entry.lanes)
      if zip(shown, versions).contains(where: { $0 < $1 }) {
        journal.fail("f", "\(follower.name) caught up with \(versions) and shows \(shown)")
      }
      journal.count("catch-ups")
      journal.count("checks")
    }
  }
#endif
