internal import FlyingFox
internal import Foundation

/// The answers to requests.
struct TicketService: Sendable {
  let tickets: [Ticket]
  let roles: Roles
  let pool: SearchPool
  let time: Duration

  /// The answer to any request.
  func response(to request: HTTPRequest) async -> HTTPResponse {
    guard request.method == .GET else {
      let headers: HTTPHeaders = [HTTPHeader("Allow"): "GET"]
      return HTTPResponse(statusCode: .methodNotAllowed, headers: headers)
    }
    switch request.target.path() {
    case "/": return page
    case "/tickets": return await found(request)
    default: return HTTPResponse(statusCode: .notFound)
    }
  }

  /// `{"columns": ["id", …], "rows": [{"id": 1, …}, …], "count": 3, "milliseconds": 1.5}`
  private struct Rows: Encodable {
    let columns: [String]
    let rows: [TicketRow]
    let count: Int
    let milliseconds: Double
  }

  private func found(_ request: HTTPRequest) async -> HTTPResponse {
    let started = ContinuousClock.now
    do throws(SearchFailure) {
      guard let role = roles.role(authorization: request.headers[.authorization]) else {
        throw .unauthorized
      }
      let parameters = try SearchRequest(query: request.target.query())
      let found = try await pool.run(
        Search(parameters, of: tickets, role.policy, time: time))
      let rows = found.tickets.map { TicketRow(ticket: $0, columns: role.columns) }
      let time = started.duration(to: .now) / Duration.milliseconds(1)
      let columns = role.columns.map(\.key)
      return json(
        .ok, Rows(columns: columns, rows: rows, count: found.count, milliseconds: time))
    } catch {
      return json(error.status, error.body)
    }
  }

  private func json(_ status: HTTPStatusCode, _ body: some Encodable) -> HTTPResponse {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(body) else {
      return HTTPResponse(statusCode: .internalServerError)
    }
    var headers: HTTPHeaders = [
      .contentType: "application/json", .cacheControl: "no-store",
      HTTPHeader("X-Content-Type-Options"): "nosniff",
    ]
    if status == .serviceUnavailable { headers[HTTPHeader("Retry-After")] = "1" }
    if status == .unauthorized { headers[HTTPHeader("WWW-Authenticate")] = "Bearer" }
    return HTTPResponse(statusCode: status, headers: headers, body: data)
  }

  /// The page: it loads nothing from elsewhere, and asks this server alone.
  private var page: HTTPResponse {
    let headers: HTTPHeaders = [
      .contentType: "text/html; charset=utf-8",
      HTTPHeader("Content-Security-Policy"):
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'",
    ]
    return HTTPResponse(
      statusCode: .ok, headers: headers, body: Data(PackageResources.page_html))
  }
}
