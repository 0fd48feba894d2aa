import FilterEngine
import FilterableResults
import FilterableResultsPostgres
import FilterableResultsSQL
import Foundation
import Synchronization

/// Commits of one row on a server, and the rows that a controller shows after them.
enum Q9Commits: ServerWorkload {
  static let name = "Q9"

  /// Commits of each kind.
  private static let commitCount = 2_000

  /// Writers that commit at the same time, and for how long.
  private static let writerCount = 8
  private static let seconds = 2.0

  static func run(processor: Bench, clock: Bench, _ people: PeopleServer) throws {
    try latencies(clock, people, "without fsync")
    try throughput(clock, people)
  }

  /// The times of commits alone, on a server that waits for the disk.
  static func runWithSync(clock: Bench, _ people: PeopleServer) throws {
    try latencies(clock, people, "with fsync")
  }

  // MARK: - One writer

  private static func latencies(_ bench: Bench, _ people: PeopleServer, _ title: String) throws {
    let screen = try Screen(people)
    try screen.start()
    defer { screen.stop() }
    var random = SplitMix(seed: 9)
    var (quiet, followed, shown, trips): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
    for turn in 0..<commitCount {
      let id = random.below(people.count / 10)
      // The sides change places.
      for table in turn.isMultiple(of: 2) ? ["quiet", "followed"] : ["followed", "quiet"] {
        let isFollowed = table == "followed"
        if isFollowed { screen.expect() }
        let time = try bench.nanoseconds { try people.hand.change(update(table), [.integer(id)]) }
        let answer = Stopwatch.clock.nanoseconds
        if isFollowed {
          followed.append(time)
          shown.append(try screen.wait() - answer)
        } else {
          quiet.append(time)
        }
      }
      trips.append(try bench.nanoseconds { try people.hand.roundTrip() })
    }
    let (commit, bare) = (Bench.median(followed), Bench.median(quiet))
    bench.add(
      Measurement(
        workload: name, name: "a commit of one row that is followed, \(title)",
        peerName: "without triggers", ours: commit, peer: bare, ratio: commit / bare,
        target: .ratio(1.3), agrees: true))
    let (row, trip) = (Bench.median(shown), Bench.median(trips))
    bench.add(
      Measurement(
        workload: name, name: "from its answer to the row in a controller, \(title)",
        peerName: "a round trip, SELECT 1", ours: row, peer: trip, ratio: row / trip,
        target: .ratio(3), agrees: try screen.showsAll(people)))
  }

  private static func update(_ table: String) -> String {
    "UPDATE \(table) SET age = (age + 1) % 100 WHERE id = $1"
  }

  // MARK: - Many writers

  private static func throughput(_ bench: Bench, _ people: PeopleServer) throws {
    let screen = try Screen(people)
    try screen.start()
    defer { screen.stop() }
    var rounds: [(quiet: Double, followed: Double)] = []
    for round in 0..<3 {
      let isQuietFirst = round.isMultiple(of: 2)
      let first = try commitsPerSecond(people, isQuietFirst ? "quiet" : "followed")
      let second = try commitsPerSecond(people, isQuietFirst ? "followed" : "quiet")
      rounds.append(isQuietFirst ? (first, second) : (second, first))
    }
    let (followed, quiet) = (
      Bench.median(rounds.map(\.followed)), Bench.median(rounds.map(\.quiet))
    )
    bench.add(
      Measurement(
        workload: name, name: "a commit among those of \(writerCount) writers",
        peerName: "without triggers", ours: 1e9 / followed, peer: 1e9 / quiet,
        ratio: quiet / followed, target: nil, agrees: true))
    bench.note(
      "Q9 \(writerCount) writers: \(Int(followed)) commits a second that are followed,"
        + " \(Int(quiet)) without triggers. Commits that notify wait for one another: PostgreSQL"
        + " takes a lock of all databases at such a commit, AccessExclusiveLock on database 0.")
  }

  private static func commitsPerSecond(_ people: PeopleServer, _ table: String) throws -> Double {
    let total = Mutex(0)
    let group = DispatchGroup()
    let share = people.count / 10 / writerCount
    let sql = update(table)
    for writer in 0..<writerCount {
      // Unsafe: each connection is used by its thread alone.
      nonisolated(unsafe) let connection = try people.connect()
      group.enter()
      Thread.detachNewThread {
        var random = SplitMix(seed: UInt64(writer))
        var count = 0
        let end = Stopwatch.clock.nanoseconds + seconds * 1e9
        while Stopwatch.clock.nanoseconds < end {
          let id = writer * share + random.below(share)
          guard (try? connection.change(sql, [.integer(id)])) != nil else { break }
          count += 1
        }
        total.withLock { [count] in $0 += count }
        group.leave()
      }
    }
    group.wait()
    return Double(total.withLock { $0 }) / seconds
  }
}

/// A controller that follows a table, and the time of its last change.
private final class Screen: Sendable {
  private struct State {
    var task: Task<Void, Never>?
    var time = 0.0
  }

  private let live: LiveFetch<Person>
  private let follower = Follower()
  private let state = Mutex(State())
  private let isShown = DispatchSemaphore(value: 0)

  private actor Follower {
    let results = ResultsController<Person>(identifiedBy: \.id)

    func follow(_ live: LiveFetch<Person>, _ didChange: @escaping @Sendable () -> Void) async {
      let results = results
      results.observe { _ in didChange() }
      await results.follow(live) { error in print(error) }
    }

    var items: [Person] { Array(results.snapshot.items) }
  }

  init(_ people: PeopleServer) throws {
    live = try LiveFetch(SQLFetchRequest(people.followed), in: people.store)
  }

  /// Follows the table and waits for its rows.
  func start() throws {
    let task = Task { [self] in
      await follower.follow(live) { [self] in
        state.withLock { $0.time = Stopwatch.clock.nanoseconds }
        isShown.signal()
      }
    }
    state.withLock { $0.task = task }
    _ = try wait()
  }

  func stop() { state.withLock { $0.task?.cancel() } }

  /// Forgets the changes up to now.
  func expect() { while isShown.wait(timeout: .now()) == .success {} }

  /// Waits for a change and returns its time.
  func wait() throws -> Double {
    guard isShown.wait(timeout: .now() + 60) == .success else { throw CancellationError() }
    return state.withLock { $0.time }
  }

  func showsAll(_ people: PeopleServer) throws -> Bool {
    let shown = try waiting { [follower] in await follower.items }
    return shown
      == (try people.hand.people(
        "SELECT \(PeopleServer.columns) FROM followed ORDER BY id"))
  }
}
