#if PostgreSQL
  internal import CLibPQ
  internal import Dispatch
  internal import EssentialFoundation
  internal import FilterSyntax
  internal import Synchronization

  // Unsafe: options of libpq are an array of pointers that ends with one without a keyword; it is freed here.

  /// The text that says which server to connect to, as libpq reads it.
  struct PostgresAddress {
    private let text: String

    init(_ text: String) throws(PostgresError) {
      self.text = text
      guard Self.isConnectionString(text) else { return }
      var error: UnsafeMutablePointer<CChar>?
      let options = PQconninfoParse(text, &error)
      defer {
        PQconninfoFree(options)
        PQfreemem(error)
      }
      guard options == nil else { return }
      let message = error.map { String(cString: $0) } ?? "out of memory"
      throw PostgresError(Self.withoutQuotations(message), sqlState: "08001")
    }

    /// A message of libpq about connecting, without what it quotes if the password has signs that should have been
    /// encoded: libpq takes a part of it for a host, a port or a database.
    func shown(_ message: String) -> String {
      guard let scheme = text.utf8.firstRange(of: "://".utf8) else { return message }
      let pieces = text[scheme.upperBound...].parts(at: "@")
      let isAmbiguous = pieces.count > 2 || pieces.count == 2 && pieces[0].has("/")
      return isAmbiguous ? Self.withoutQuotations(message) : message
    }

    /// Whether libpq reads a text as a connection string, and not as the name of a database.
    private static func isConnectionString(_ text: String) -> Bool {
      text.has("=") || text.begins(with: "postgres://") || text.begins(with: "postgresql://")
    }

    /// A message of libpq about an address, without the parts of the address that it quotes, which may be a password.
    private static func withoutQuotations(_ message: String) -> String {
      message.parts(at: "\"").enumerated()
        .map { $0.offset.isMultiple(of: 2) ? $0.element : "…" }
        .joined(separator: "\"")
    }

    // MARK: - Connecting

    /// A connection that is made on another thread; nil until it is made, or after the wait has ended.
    private final class Start: Sendable {
      private struct State {
        // An integer, as a pointer is not Sendable.
        var connection: UInt?
        var isAbandoned = false
      }

      private let state = Mutex(State())

      /// Stores a connection, or finishes it if nobody waits for it.
      func store(_ connection: OpaquePointer?) {
        let bits = UInt(bitPattern: connection)
        let isAbandoned = state.withLock { state in
          if !state.isAbandoned { state.connection = bits }
          return state.isAbandoned
        }
        if isAbandoned { PQfinish(connection) }
      }

      func take() -> OpaquePointer? {
        state.withLock { state in
          state.isAbandoned = true
          return state.connection.flatMap { OpaquePointer(bitPattern: $0) }
        }
      }
    }

    /// Begins to connect. libpq looks up the names of hosts, for which the system may take longer than the timeout.
    func start(timeout: Duration) throws(PostgresError) -> OpaquePointer {
      let start = Start()
      let isDone = DispatchSemaphore(value: 0)
      DispatchQueue(label: "filterable-results.postgres-lookup").async { [text] in
        // An address is the name of a database unless it is a connection string. Its options replace those before it, by
        // which the system notices within 30 seconds that a network has lost the connection.
        let options = [
          ("keepalives_idle", "15"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
          ("tcp_user_timeout", "30000"), ("dbname", text),
          ("fallback_application_name", "filterable-results"),
          ("client_encoding", "UTF8"),
        ]
        start.store(
          Self.withStrings(options.map(\.0)) { keywords in
            Self.withStrings(options.map(\.1)) { values in
              PQconnectStartParams(keywords, values, 1)
            }
          })
        isDone.signal()
      }
      let seconds = timeout / .seconds(1)
      let isInTime = isDone.wait(timeout: .now() + seconds) == .success
      guard let connection = start.take() else {
        throw PostgresError(
          isInTime ? "out of memory" : "the name of the host was not found within \(timeout)",
          sqlState: "08001")
      }
      return connection
    }

    /// Calls `body` with pointers to texts that end with NUL, and nil after the last.
    private static func withStrings<Result>(
      _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
      let copies = texts.map { strdup($0) }
      defer { for copy in copies { free(copy) } }
      return (copies.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { pointers in
        // The array has at least its last element.
        withExtendedLifetime(pointers) { body(pointers.baseAddress.unsafelyUnwrapped) }
      }
    }

    // MARK: - Connections

    /// The `connect_timeout` of a connection; nil if there is none.
    static func timeout(of connection: OpaquePointer) -> Duration? {
      let options = PQconninfo(connection)
      defer { PQconninfoFree(options) }
      var option = options
      while let current = option?.pointee, let keyword = current.keyword {
        if String(cString: keyword) == "connect_timeout", let value = current.val {
          guard let seconds = Int64(String(cString: value)), seconds > 0 else { return nil }
          // libpq waits for two seconds at least; more than a day is no timeout that ends.
          return .seconds(min(max(2, seconds), 86_400))
        }
        option = option?.advanced(by: 1)
      }
      return nil
    }

    /// The address of a connection without a password: `postgres://user@host:port/database`.
    static func location(of connection: OpaquePointer) -> String {
      func text(_ pointer: UnsafeMutablePointer<CChar>?) -> String {
        escaped(pointer.map { String(cString: $0) } ?? "")
      }
      let host = text(PQhost(connection))
      let port = text(PQport(connection))
      return "postgres://\(text(PQuser(connection)))@\(host):\(port)/\(text(PQdb(connection)))"
    }

    /// A part of a URI with percent encoding.
    private static func escaped(_ text: String) -> String {
      let hex = Array("0123456789ABCDEF")
      return text.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
          UInt8(ascii: "_"), UInt8(ascii: "~"):
          String(UnicodeScalar(byte))
        default: "%\(hex[Int(byte >> 4)])\(hex[Int(byte & 15)])"
        }
      }.joined()
    }

    /// The SQLSTATE code of an error while connecting, of which libpq gives only the message: whether another attempt can
    /// succeed depends on it.
    static func sqlState(ofConnectError message: String) -> String? {
      if message.has("password") { return "28P01" }
      if message.has("no pg_hba.conf entry") { return "28000" }
      if message.has("database \"") && message.has("does not exist") { return "3D000" }
      if message.has("role \"") && message.has("does not exist") { return "28000" }
      if message.has("too many clients") || message.has("connection slots") {
        return "53300"
      }
      if message.has("starting up") || message.has("shutting down")
        || message.has("recovery mode")
      {
        return "57P03"
      }
      return "08001"
    }
  }
#endif
