#if PostgreSQL
  internal import CLibPQ
  internal import Dispatch
  package import FilterableResultsSQL

  // Unsafe: results of libpq are pointers, which the statement owns and clears. Cells point into the result of the
  // current row and are copied before it is cleared.

  /// A statement that runs, and its current row.
  ///
  /// A later statement of the connection first receives the remaining rows of this one. Read all rows, or close it.
  package final class PostgresStatement: SQLCells {
    private let connection: PostgresConnection
    private let hasSavepoint: Bool

    /// The result with the current row; nil before the first and after the last.
    private(set) var result: OpaquePointer?

    /// The index of the current row in the result.
    private(set) var row: Int32 = 0

    /// Results that were received before their rows were asked for, in reverse order.
    private var received: [OpaquePointer] = []
    private var failure: PostgresError?
    private var isReceived = false

    /// The number of rows that the statement has changed, after its end.
    package private(set) var changedRows = 0

    /// The names of the columns, after the first call of `next()`.
    package private(set) var columnNames: [String] = []

    /// The OIDs of the types of the columns, after the first call of `next()`.
    package private(set) var columnTypes: [UInt32] = []

    init(_ connection: PostgresConnection, hasSavepoint: Bool) {
      self.connection = connection
      self.hasSavepoint = hasSavepoint
    }

    deinit {
      PQclear(result)
      for result in received { PQclear(result) }
    }

    // MARK: - Rows

    /// Moves to the next row; false after the last.
    ///
    /// - Throws: An error of the server, also after some rows, or of the connection.
    package func next() throws(PostgresError) -> Bool {
      if let result, row + 1 < PQntuples(result) {
        row += 1
        return true
      }
      PQclear(result)
      (result, row) = (nil, 0)
      if let earlier = received.popLast() { result = earlier } else { result = try receive() }
      return result != nil
    }

    /// Receives a row, or all of them if they are sent as a whole; nil after the last.
    private func receive() throws(PostgresError) -> OpaquePointer? {
      if isReceived {
        defer { failure = nil }
        if let failure { throw failure }
        return nil
      }
      guard let result = try connection.nextResult() else { throw connection.lost() }
      if columnNames.isEmpty {
        for index in 0..<PQnfields(result) {
          columnNames.append(PQfname(result, index).map { String(cString: $0) } ?? "")
          columnTypes.append(PQftype(result, index))
        }
      }
      if PQresultStatus(result) == PGRES_SINGLE_TUPLE { return result }
      let hasRows = PQntuples(result) > 0
      defer { if !hasRows { PQclear(result) } }
      changedRows = PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
      let error = PostgresConnection.error(of: result)
      try end()
      if let error { throw error }
      return hasRows ? result : nil
    }

    private func end() throws(PostgresError) {
      isReceived = true
      connection.running = nil
      try connection.receiveToSync()
    }

    /// Receives the remaining rows into memory, so that the connection can run another statement.
    func receiveAll() throws(PostgresError) {
      var results: [OpaquePointer] = []
      do throws(PostgresError) {
        while !isReceived, let result = try receive() { results.append(result) }
      } catch {
        failure = error
        // A lost connection is one for the next statement as well.
        if !isReceived { isReceived = true }
      }
      received = results.reversed() + received
    }

    /// Discards the remaining rows. If there are many, the server is asked to stop.
    package func close() {
      PQclear(result)
      result = nil
      for result in received { PQclear(result) }
      received = []
      failure = nil
      guard !isReceived else { return }
      // An error has ended the statement, or will be that of the next one.
      do throws(PostgresError) {
        let isEnded = try discard(atMost: Self.unread)
        guard !isEnded else { return }
        guard hasSavepoint || !connection.isInTransaction else {
          // A cancelled statement would end the transaction.
          _ = try discard(atMost: .max)
          return
        }
        try connection.finish(within: Self.stopTimeout, stop)
      } catch {
        isReceived = true
        connection.running = nil
      }
    }

    /// The time that a server may take to stop.
    private static let stopTimeout = Duration.seconds(5)

    /// The number of rows that are discarded before the server is asked to stop.
    private static let unread = 1_000

    /// Receives rows and discards them; false if there are more.
    private func discard(atMost count: Int) throws(PostgresError) -> Bool {
      var left = count
      while left > 0 {
        guard let result = try receive() else { return true }
        PQclear(result)
        left -= 1
      }
      return false
    }

    /// Has the server stop.
    private func stop() throws(PostgresError) {
      let isSent = DispatchSemaphore(value: 0)
      connection.requestCancel { isSent.signal() }
      do throws(PostgresError) {
        _ = try discard(atMost: .max)
      } catch {
        guard error.isCancelled else { throw error }
      }
      // The request must not stop a later statement.
      guard isSent.wait(timeout: .now() + 5) == .success else {
        connection.abort()
        return
      }
      guard hasSavepoint else { return }
      do throws(PostgresError) {
        try connection.rollBackToSavepoint()
      } catch {
        // The request came after the last row.
        guard error.isCancelled else { throw error }
        try connection.rollBackToSavepoint()
      }
    }

    // MARK: - Cells

    package func isNull(at index: Int) -> Bool {
      PQgetisnull(result, row, Int32(truncatingIfNeeded: index)) == 1
    }

    /// Calls `body` with the bytes of a cell in the binary format of its type; empty for NULL. They are valid during the
    /// call.
    package func withBytes<Result>(
      at index: Int, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
      let index = Int32(truncatingIfNeeded: index)
      let count = Int(PQgetlength(result, row, index))
      return body(UnsafeRawBufferPointer(start: PQgetvalue(result, row, index), count: count))
    }

    package func cell(at index: Int) -> SQLCellValue {
      guard let result, columnTypes.indices.contains(index) else { return .null }
      return Self.cell(result, row, Int32(index), columnTypes[index])
    }

    package func read(into cells: inout [SQLCellValue]) {
      // Properties are read once, not for each cell.
      guard let result else { return }
      let (row, types) = (row, columnTypes)
      for index in 0..<min(types.count, cells.count) {
        cells[index] = Self.cell(result, row, Int32(index), types[index])
      }
    }

    @inline(__always)
    private static func cell(
      _ result: OpaquePointer, _ row: Int32, _ column: Int32, _ type: UInt32
    ) -> SQLCellValue {
      let count = Int(PQgetlength(result, row, column))
      // NULL has no bytes.
      if count == 0, PQgetisnull(result, row, column) == 1 { return .null }
      let bytes = UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: count)
      return SQLCellValue(bytes, type: type)
    }
  }
#endif
