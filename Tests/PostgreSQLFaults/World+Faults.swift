#if PostgreSQL && os(Linux)
  internal import FilterableResultsPostgres
  internal import Foundation
  internal import PostgreSQLSupport
  internal import TestSupport

  extension World {
    /// How long a store may take to notice that it has no connection: a check, its answer, and a busy machine.
    private static let noticing = keepAlive * 2 + .seconds(28)

    /// Brings a fault about and ends it.
    func disturb(_ fault: Fault) throws {
      journal.beat()
      journal.note("fault: \(fault)")
      journal.count("faults")
      journal.count("fault \(fault)")
      let start = ContinuousClock.now
      switch fault {
      case .crash, .restart, .outage: try endServer(fault)
      case .terminateSome: try terminate("AND random() < 0.4")
      case .terminateAll:
        try terminate("")
        expectInterruption(of: [near, far], since: start, fault)
      case .freeze, .freezeSome: freeze(fault)
      case .cutAll, .cutOne, .cutWithin, .halfClose, .delay, .hold, .lose, .refuse:
        disturbNetwork(fault)
      case .absence: try leave()
      case .interfaceDown: try takeInterfaceDown()
      case .busyQueue: try fillQueue()
      case .otherColumn, .columnType, .columnName, .tableName, .replace, .replaceBare, .revoke,
        .uninstall:
        try changeSchema(fault)
      }
    }

    /// Checks that stores notice a fault in time.
    private func expectInterruption(
      of stores: [StateLog], since time: ContinuousClock.Instant, _ fault: Fault
    ) {
      for store in stores {
        if !Waiting.wait(Self.noticing, until: { store.wasInterrupted(since: time) }) {
          journal.fail("d", "\(store.name) has not noticed \(fault) and is \(store.store.state)")
        }
        journal.count("checks")
      }
    }

    // MARK: - The server

    private func endServer(_ fault: Fault) throws {
      let start = ContinuousClock.now
      try server.halt(fault == .restart ? "fast" : "immediate")
      if fault == .outage { pause(milliseconds: 5_000) }
      try server.resume()
      expectInterruption(of: [near, far], since: start, fault)
    }

    private func terminate(_ condition: String) throws {
      try administrator.execute(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name IN ('filterable-results', 'faults-writer') \(condition)
        """)
    }

    private func freeze(_ fault: Fault) {
      let start = ContinuousClock.now
      let processes = ServerProcesses(server: server)
      let all = processes.all
      let frozen = fault == .freeze ? all : all.filter { _ in random.chance(30) }
      processes.stop(frozen)
      if fault == .freeze {
        expectInterruption(of: [near, far], since: start, fault)
      } else {
        pause(milliseconds: 4_000)
      }
      processes.resume(frozen)
    }

    // MARK: - The network

    private func disturbNetwork(_ fault: Fault) {
      let start = ContinuousClock.now
      switch fault {
      case .cutAll, .refuse:
        if fault == .refuse { proxy.set(.refusing) }
        proxy.cutAll()
        expectInterruption(of: [far], since: start, fault)
        if fault == .refuse { pause(milliseconds: 3_000) }
      case .cutOne: proxy.cut(random.below(1_000))
      case .cutWithin:
        // A check of a connection has an answer of some twenty bytes.
        proxy.cutAll(afterBytes: random.below(40))
        expectInterruption(of: [far], since: start, fault)
      case .halfClose:
        proxy.halfCloseAll(towardsServer: random.chance(50))
        expectInterruption(of: [far], since: start, fault)
      case .delay:
        proxy.set(.slow(random.below(60)))
        pause(milliseconds: 2_000)
      case .hold, .lose:
        proxy.set(fault == .hold ? .held : .lost)
        expectInterruption(of: [far], since: start, fault)
        pause(milliseconds: 2_000)
        if fault == .lose { proxy.cutAll() }
      default: break
      }
      proxy.set(.open)
    }

    /// Cuts the connections, has the writers go on, and checks that what they have done comes as one difference.
    private func leave() throws {
      try rest("before an absence")
      _ = try quiet()
      let start = ContinuousClock.now
      proxy.set(.refusing)
      proxy.cutAll()
      expectInterruption(of: [far], since: start, .absence)
      let followers = followers.filter { $0.storeName == far.name }
      let before = followers.map(\.shown.contents)
      gate.open()
      pause(milliseconds: 600)
      _ = try quiet()
      proxy.set(.open)
      try rest("after an absence", opens: false)
      for (follower, before) in zip(followers, before) {
        let after = follower.shown.contents
        let count = after.deliveries - before.deliveries
        let isRight = before.rows == after.rows ? count <= 1 : count == 1
        if !isRight { journal.fail("d", "\(follower.name) got \(count) differences") }
        journal.count("checks")
      }
      gate.open()
    }

    private func takeInterfaceDown() throws {
      guard options.hasInterface else {
        journal.count("skipped: no interface of its own")
        return
      }
      let start = ContinuousClock.now
      try Namespace.setInterface(up: false)
      expectInterruption(of: [near, far], since: start, .interfaceDown)
      pause(milliseconds: 2_000)
      try Namespace.setInterface(up: true)
    }

    // MARK: - The queue

    /// Has a session hold many notifications back, which must not hinder others.
    private func fillQueue() throws {
      let holder = try PostgresConnection(
        server.address + "?application_name=faults", timeout: .seconds(20))
      holder.replyTimeout = .seconds(80)
      try holder.execute("LISTEN held; BEGIN; SELECT 1")
      try administrator.execute(
        """
        DO $$ BEGIN FOR i IN 1..1500 LOOP
          PERFORM pg_notify('noise', i || repeat('x', 7900)); END LOOP; END $$
        """)
      pause(milliseconds: 1_500)
      try rest("with a busy queue")
      try holder.execute("COMMIT")
      let isEmpty = Waiting.wait(.seconds(80)) {
        (try? administrator.number(
          "SELECT (pg_notification_queue_usage() * 1e9)::bigint")) ?? 1 == 0
      }
      if !isEmpty { journal.fail("e", "the queue of notifications does not get empty") }
    }
  }
#endif
