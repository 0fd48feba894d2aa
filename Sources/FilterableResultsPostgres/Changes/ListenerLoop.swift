#if PostgreSQL
  internal import Dispatch
  internal import EssentialFoundation
  internal import FilterSQL
  internal import FilterableResultsSQL

  /// The thread of a listener: connects, receives notifications, answers requests, and connects again.
  final class ListenerLoop {
    private let listener: ChangeListener
    private var followers: TableFollowers

    /// The channel of the listener's own markers.
    private let channel = "frc_marker_\(UInt64.random(in: 0 ... .max))"

    /// The markers that were sent and have not arrived, with the requests that wait for them.
    private var markers: [String: ChangeListener.Answer?] = [:]

    /// The requests that wait until the commits of a snapshot were reported.
    private var reports: [(snapshot: PostgresSnapshot, answer: ChangeListener.Answer)] = []

    /// Whether one of them waits for a marker that is sent later.
    private var needsMarker = false
    private var markerCount = 0

    /// The answers to requests during which the connection was lost.
    private var refused: [ChangeListener.Answer] = []
    private var attempts = 0

    /// The time of the last answer of the server.
    private var lastAnswer = Date()

    /// Whether a connection was lost, so that changes may have been missed.
    private var hasMissedChanges = false

    init(_ listener: ChangeListener) {
      self.listener = listener
      followers = TableFollowers(forgetSchema: listener.forgetSchema)
    }

    /// Runs until the listener is closed.
    func run() {
      while !listener.isClosed {
        do throws(PostgresError) {
          let connection = try connect()
          defer { listener.setConnection(nil) }
          attempts = 0
          try serve(connection)
        } catch {
          lose(error)
          pause(error)
        }
      }
      fail(CancellationError())
    }

    // MARK: - Connecting

    private func connect() throws(PostgresError) -> PostgresConnection {
      let connection = try listener.connect()
      connection.replyTimeout = max(listener.keepAlive, .seconds(1))
      // Markers need not wait for the disk.
      try connection.execute("SET synchronous_commit = off")
      listener.withCommits { $0.reset() }
      try connection.execute(
        ([channel] + followers.channels).map { "LISTEN \($0.quotedIdentifier)" }
          .joined(separator: "; "))
      let early = try checkNotifications(connection)
      listener.setConnection(connection)
      lastAnswer = Date()
      if hasMissedChanges { resync() } else { listener.setState(.live) }
      _ = handle(early, of: connection.processID)
      return connection
    }

    /// Waits for a marker that another connection sends. Returns the other notifications that arrive before it.
    private func checkNotifications(
      _ connection: PostgresConnection
    ) throws(PostgresError) -> [PostgresNotification] {
      let other = try listener.connect()
      other.replyTimeout = listener.connectTimeout
      try other.run("SELECT pg_catalog.pg_notify($1, '')", [.text(channel)])
      let deadline = ContinuousClock.now + listener.connectTimeout
      var early: [PostgresNotification] = []
      while ContinuousClock.now < deadline {
        let arrived = try connection.notifications(until: deadline)
        early += arrived.filter { $0.channel != channel }
        if arrived.contains(where: { $0.channel == channel && $0.processID == other.processID }) {
          return early
        }
      }
      throw PostgresError(
        "notifications do not arrive, as behind a pooler that changes servers between "
          + "transactions; connect to the server itself, or have requests read at intervals by "
          + "refreshes(every:)", sqlState: Self.noNotifications)
    }

    /// The code of the error that notifications do not arrive: the feature is not supported.
    private static var noNotifications: String { "0A000" }

    /// Has all sources read all rows, and returns to the state `live` after those with a controller have done so.
    private func resync() {
      hasMissedChanges = false
      listener.setState(.resyncing)
      listener.forgetSchema()
      let sources = followers.sources
      for changes in sources { changes.addSchema() }
      let rest = DispatchGroup()
      for changes in sources where changes.isFollowed {
        rest.enter()
        changes.whenShown { _ in rest.leave() }
      }
      let listener = listener
      rest.notify(queue: .global()) { listener.setState(.live, from: .resyncing) }
    }

    // MARK: - Losing the connection

    private func lose(_ error: PostgresError) {
      // The changes reported so far can be shown, and later ones are unknown.
      hasMissedChanges = hasMissedChanges || !followers.isEmpty
      listener.disconnect()
      if error.canHeal {
        listener.setStale(since: lastAnswer, error)
      } else {
        listener.setState(.failed(error))
      }
      // After the change of the state, which the caller may read.
      fail(error)
    }

    /// Answers all requests that wait for the server.
    private func fail(_ error: any Error) {
      let answers = markers.values.compactMap(\.self) + reports.map(\.answer) + refused
      (markers, reports, refused, needsMarker) = ([:], [], [], false)
      for answer in answers { answer(.failure(error)) }
    }

    /// Waits before the next attempt, and refuses requests meanwhile.
    private func pause(_ error: PostgresError) {
      let longest = Duration.seconds(30)
      var delay = longest
      if error.canHeal {
        delay = min(longest, .milliseconds(100) * (1 << min(attempts, 9)))
        attempts += 1
      }
      let deadline = ContinuousClock.now + delay * Double.random(in: 0.5...1)
      while !listener.isClosed {
        for (request, answer) in listener.takeRequests() {
          switch request {
          case .follow(let declarations, let weak), .register(let declarations, let weak):
            followers.register(declarations, weak)
            hasMissedChanges = true
          case .catchUp, .report: break
          }
          answer(.failure(error))
        }
        guard ContinuousClock.now < deadline else { return }
        listener.wait(until: deadline)
      }
    }

    // MARK: - Serving

    private func serve(_ connection: PostgresConnection) throws(PostgresError) {
      var nextCheck = ContinuousClock.now + listener.keepAlive
      while !listener.isClosed {
        try answerRequests(connection)
        var open = handle(
          try connection.notifications(until: nextCheck), of: connection.processID)
        while !open.isEmpty {
          // Before its answer the server sends the rest of the notifications of these transactions. Any role can send a
          // notification with the number of a transaction that has not ended.
          let ended = try connection.currentSnapshot()
          let rest = handle(
            try connection.notifications(until: .now), of: connection.processID)
          listener.withCommits { $0.add(open.filter(ended.sees)) }
          open = rest
          try answerRequests(connection)
        }
        if ContinuousClock.now >= nextCheck {
          try followers.check(connection)
          lastAnswer = Date()
          nextCheck = ContinuousClock.now + listener.keepAlive
        }
      }
    }

    private func answerRequests(_ connection: PostgresConnection) throws(PostgresError) {
      var requests = listener.takeRequests()[...]
      while let (request, answer) = requests.popFirst() {
        do throws(PostgresError) {
          switch request {
          case .follow(let declarations, let weak):
            if let changes = weak.changes {
              try followers.follow(declarations, changes, connection)
            }
            answer(.success(()))
          case .register(let declarations, let weak):
            followers.register(declarations, weak)
            answer(.success(()))
          case .catchUp:
            // A table that was created again has another channel.
            try followers.check(connection)
            try sendMarker(answer, connection)
          case .report(let snapshot):
            if listener.hasReported(snapshot) {
              answer(.success(()))
            } else {
              reports.append((snapshot, answer))
              needsMarker = true
            }
          }
        } catch {
          guard error.isConnectionLost else {
            answer(.failure(error))
            continue
          }
          // The next connection wakes the sources whose requests come after the one that failed, too.
          for (request, _) in requests {
            if case .register(let declarations, let weak) = request {
              followers.register(declarations, weak)
            }
          }
          refused = [answer] + requests.map(\.1)
          throw error
        }
      }
      if needsMarker, markers.isEmpty { try sendMarker(nil, connection) }
    }

    /// Sends a marker with its snapshot and the number of its transaction. The connection receives its own notification
    /// after those of earlier commits.
    private func sendMarker(
      _ answer: ChangeListener.Answer?, _ connection: PostgresConnection
    ) throws(PostgresError) {
      markerCount += 1
      let marker = "\(markerCount)"
      needsMarker = false
      try connection.run(
        """
        SELECT pg_catalog.pg_notify($1, pg_catalog.concat_ws(' ', $2,
          pg_catalog.txid_current_snapshot(), pg_catalog.txid_current()))
        """, [.text(channel), .text(marker)])
      markers[marker] = .some(answer)
    }

    // MARK: - Notifications

    /// Reports all changes, and then answers the markers that came with them. Returns the numbers of the transactions.
    private func handle(
      _ notifications: [PostgresNotification], of processID: Int32
    ) -> Set<Int64> {
      guard !notifications.isEmpty else { return [] }
      lastAnswer = Date()
      var transactions: Set<Int64> = []
      var reported: [Int64: ReportedRows] = [:]
      var arrived: [String] = []
      for notification in notifications {
        if notification.channel == channel {
          // Any role can send notifications. The number of the process is the server's.
          guard notification.processID == processID else { continue }
          arrived.append(notification.payload)
        } else if let table = ChangeTriggers.table(ofChannel: notification.channel) {
          let columns = followers.columns(of: table)
          let payload = ChangePayload(notification.payload, columns: columns.count)
          reported[table, default: ReportedRows(columns: columns)].add(payload)
          if let transaction = payload.transaction { transactions.insert(transaction) }
        }
      }
      if !reported.isEmpty { followers.report(reported) }
      for marker in arrived { takeMarker(marker) }
      return transactions
    }

    /// Answers the requests for which a marker has arrived, once all changes before it are reported.
    private func takeMarker(_ payload: String) {
      let parts = payload.split(separator: " ")
      guard parts.count == 3, let answer = markers.removeValue(forKey: String(parts[0])),
        let snapshot = PostgresSnapshot(String(parts[1])), let transaction = Int64(parts[2])
      else { return }
      listener.withCommits { commits in
        commits.add(snapshot)
        commits.add([transaction])
      }
      answer?(.success(()))
      let done = reports.filter { listener.hasReported($0.snapshot) }
      reports.removeAll { listener.hasReported($0.snapshot) }
      if !reports.isEmpty { needsMarker = true }
      for report in done { report.answer(.success(())) }
    }
  }
#endif
