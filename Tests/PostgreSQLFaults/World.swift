#if PostgreSQL && os(Linux)
  internal import FilterableResultsPostgres
  internal import FilterableResultsSQL
  internal import Foundation
  internal import PostgreSQLSupport
  internal import TestSupport

  /// A server, writers, two stores with followers, and the checks of all of them. One thread runs it.
  final class World {
    let options: Options
    let journal: Journal
    let server: PostgreSQLServer
    let proxy: Proxy
    let key: KeyForm
    let lanes = Lanes()
    let gate = Gate()
    let administrator: Administrator

    /// A store of the owner of the table, to install triggers.
    let owner: PostgresStore

    /// A store beside the server, and one beyond the proxy.
    let near: StateLog
    let far: StateLog
    var followers: [Follower] = []
    var random: SeededGenerator
    private var made = 0
    let caughtUp: CaughtUpCheck
    private let activity: ActivityCheck

    /// The time between two checks of a connection, and how long an answer may take.
    static let keepAlive = Duration.seconds(1)

    init?(_ options: Options, _ journal: Journal) throws {
      (self.options, self.journal) = (options, journal)
      random = SeededGenerator(seed: options.seed)
      guard let server = try PostgreSQLServer.startOrSkip(isShared: true) else { return nil }
      self.server = server
      Watchdog.start(journal, server, seconds: options.seconds)
      proxy = try Proxy(to: server.port)
      key = random.pick(KeyForm.allCases)
      administrator = Administrator(server.address + "?application_name=faults")
      try administrator.execute(
        Entry.schema(keyedBy: key, ballast: 7_000)
          + "; CREATE ROLE reader LOGIN; GRANT SELECT ON entry TO reader")
      owner = try Self.store(server.address)
      try World.install(owner, key)
      near = StateLog(
        "near", try Self.store("postgres://reader@127.0.0.1:\(server.port)/postgres"), journal)
      far = StateLog(
        "far", try Self.store("postgres://reader@127.0.0.1:\(proxy.port)/postgres"), journal)
      caughtUp = CaughtUpCheck(lanes, journal)
      activity = ActivityCheck(
        server.address + "?application_name=faults", journal,
        isReachable: !options.faults.contains(.interfaceDown))
    }

    private static func store(_ address: String) throws -> PostgresStore {
      try Blocking.run("opening a store") {
        try await PostgresStore(address, connectTimeout: .seconds(5), keepAlive: keepAlive)
      }
    }

    /// Installs the triggers of the table.
    static func install(_ owner: PostgresStore, _ key: KeyForm) throws {
      let table = try Entry.table(keyedBy: key).declaration
      try Blocking.run("install") { try await owner.install([table]) }
    }

    static func uninstall(_ owner: PostgresStore, _ key: KeyForm) throws {
      let table = try Entry.table(keyedBy: key).declaration
      try Blocking.run("uninstall") { try await owner.uninstall([table]) }
    }

    // MARK: - Followers

    func addFollower(_ kind: FollowerKind, _ log: StateLog) throws {
      made += 1
      let store = try options.bug?.store(log.store, Entry.table(keyedBy: key).declaration)
      followers.append(
        try Follower.start(
          "\(made) \(kind) \(log.name)", kind, log.name, key, store ?? log.store, lanes, journal))
      caughtUp.set(followers)
    }

    /// Ends a follower and starts another one of the same kind.
    func replaceFollower() throws {
      let follower = followers.remove(at: random.below(followers.count))
      caughtUp.set(followers)
      if !follower.stop(within: .seconds(120)) {
        journal.fail("d", "\(follower.name) does not end")
      }
      try addFollower(follower.kind, follower.storeName == far.name ? far : near)
    }

    // MARK: - Running

    func run() throws {
      for kind in options.kinds {
        try addFollower(kind, far)
        if kind != .pages { try addFollower(kind, near) }
      }
      let writers = server.address + "?application_name=faults-writer"
      for index in 0..<3 {
        Writer.start(writers, lanes, gate, journal, options, number: index)
      }
      caughtUp.start()
      activity.start()
      let end = ContinuousClock.now + .seconds(options.seconds)
      while ContinuousClock.now < end, journal.failures.isEmpty {
        journal.beat()
        if let fault = options.faults.isEmpty ? nil : random.pick(options.faults) {
          try disturb(fault)
        }
        pause(milliseconds: 400)
        if random.chance(40) { try replaceFollower() }
        if random.chance(50) { try rest("after \(journal.number("faults")) faults") }
      }
      if journal.failures.isEmpty { try rest("at the end") }
    }

    /// Lets the writers go on for a while.
    func pause(milliseconds: Int) {
      Thread.sleep(forTimeInterval: Double(random.below(milliseconds) + 20) / 1_000)
    }

    /// Ends everything.
    func end() {
      caughtUp.end()
      activity.end()
      if !gate.end(within: .seconds(160)) { journal.note("a writer does not end") }
      for follower in followers where !follower.stop(within: .seconds(120)) {
        journal.fail("d", "\(follower.name) does not end")
      }
      server.stop()
    }
  }
#endif
