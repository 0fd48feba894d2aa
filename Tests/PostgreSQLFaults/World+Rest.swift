#if PostgreSQL && os(Linux)
  internal import FilterableResultsPostgres
  internal import Foundation

  extension World {
    /// How long it may take after a fault until everything is shown again, also where others use the processors. With a
    /// mistake that must be found it is waited for less long.
    private var healing: Duration { options.bug == nil ? .seconds(180) : .seconds(45) }

    /// Holds the writers and checks that all followers come to show what a query of its own returns.
    ///
    /// - Parameter opens: Whether the writers go on afterwards.
    func rest(_ title: String, opens: Bool = true) throws {
      journal.beat()
      let versions = try quiet()
      let all = try administrator.entries()
      let known = try? lanes.rows(versions)
      if known.map(Set.init) != Set(all) {
        journal.fail("a", "the writers do not know the rows of the table at \(versions)")
      }
      let areEqual = Waiting.wait(healing) {
        followers.allSatisfy { $0.shown.contents.rows == $0.kind.expected(all) }
          || !journal.failures.isEmpty
      }
      if !areEqual {
        for follower in followers {
          let shown = follower.shown.contents
          let expected = follower.kind.expected(all)
          guard shown.rows != expected else { continue }
          journal.fail(
            "c",
            """
            \(title), \(follower.name) at \(shown.versions ?? []) of \(versions), state \
            \(near.store.state) and \(far.store.state): \
            \(Screen.difference(shown.rows, expected)); errors: \(shown.errors.suffix(3))
            """)
        }
      }
      let areLive = Waiting.wait(healing) { near.isLive && far.isLive }
      if !areLive {
        journal.fail("d", "\(title), the stores are \(near.store.state) and \(far.store.state)")
      }
      try checkChecksums()
      journal.count("rests")
      if opens { gate.open() }
    }

    private func checkChecksums() throws {
      for follower in followers {
        let sums = try Blocking.run("a checksum") { await follower.checksums() }
        if sums.library != sums.own {
          journal.fail("g", "\(follower.name): the checksum is \(sums.library), not \(sums.own)")
        }
        journal.count("checks")
      }
    }

    /// Holds the writers until none has a transaction, and returns the versions of the table.
    func quiet() throws -> Versions {
      guard gate.close(within: .seconds(160)) else {
        throw FaultError("the writers do not come to rest")
      }
      // A transaction whose writer has lost its connection may still end.
      let isQuiet = Waiting.wait(.seconds(120)) {
        let busy = try? administrator.number(
          """
          SELECT count(*) FROM pg_stat_activity
          WHERE application_name = 'faults-writer' AND state <> 'idle'
          """)
        return busy == 0
      }
      guard isQuiet else { throw FaultError("a transaction of a writer does not end") }
      return try administrator.entries().filter(\.isClock).sorted { $0.lane < $1.lane }
        .map(\.version)
    }
  }
#endif
