internal import Foundation

/// The answers to requests.
struct TicketService: Sendable {
  let tickets: TicketStore
  let roles: Roles
  let pool: SearchPool
  let counts: TicketCounts
  let assistance: FilterAssistance
  let limits: SearchServer.SearchLimits

  /// The answer to any request.
  func response(to request: HTTPRequest, from client: String) async -> HTTPResponse {
    guard request.method == "GET" else {
      return HTTPResponse(status: .methodNotAllowed, headers: ["Allow": "GET"])
    }
    switch request.path {
    case "/": return page
    case "/filter-editor.js": return editor
    case "/filter": return await helped(request)
    case "/tickets": return await found(request, client)
    case "/changes": return await changed(request)
    default: return HTTPResponse(status: .notFound)
    }
  }

  /// `{"columns": ["id", …], "rows": [{"id": 1, …}, …], "from": 0, "count": 3, "counts": {…}, "version": 7,
  /// "milliseconds": 1.5}`
  private struct Rows: Encodable {
    let columns: [String]
    let rows: [TicketRow]
    let from: Int
    let count: Int
    let counts: Counts?
    let version: Int
    let milliseconds: Double
  }

  private func found(_ request: HTTPRequest, _ client: String) async -> HTTPResponse {
    let started = ContinuousClock.now
    do throws(SearchFailure) {
      guard let role = roles.role(authorization: request["authorization"]) else {
        throw .unauthorized
      }
      let parameters = try SearchRequest(query: request.query)
      let columns = role.columns.map(\.key)
      guard parameters.choices.keys.isSubset(of: columns) else {
        throw .request("unknown-key", "a chosen key is not one of the role", parameter: nil)
      }
      let version = tickets.current
      let search = Search(parameters, of: version.tickets, role.policy, limits)
      let found = try await pool.run(search, of: client)
      let counts =
        parameters.hasCounts
        ? try await counts.counts(
          of: found.matching, parameters.choices, for: role, until: search.deadline) : nil
      let rows = found.tickets.map { TicketRow(ticket: $0, columns: role.columns) }
      let time = started.duration(to: .now) / Duration.milliseconds(1)
      return .json(
        .ok,
        Rows(
          columns: columns, rows: rows, from: parameters.from, count: found.count, counts: counts,
          version: version.number, milliseconds: time))
    } catch {
      return .json(error.status, error.body)
    }
  }

  /// The tokens, the errors and the completions of a text.
  private func helped(_ request: HTTPRequest) async -> HTTPResponse {
    do throws(SearchFailure) {
      guard let role = roles.role(authorization: request["authorization"]) else {
        throw .unauthorized
      }
      let question = try FilterQuestion(query: request.query)
      return .json(
        .ok,
        try await assistance.answer(to: question, for: role, until: .now + limits.deadline))
    } catch {
      return .json(error.status, error.body)
    }
  }

  /// How long a request waits for a change; shorter than a connection may last.
  private static let patience = Duration.seconds(10)

  /// `{"version": 8}`, once tickets have changed since the version of `?since=7`.
  private func changed(_ request: HTTPRequest) async -> HTTPResponse {
    guard roles.role(authorization: request["authorization"]) != nil else {
      return .json(SearchFailure.unauthorized.status, SearchFailure.unauthorized.body)
    }
    guard request.query.hasPrefix("since="), let since = Int(request.query.dropFirst(6)) else {
      return .error(.badRequest, "bad-version", "the version is a number, as in ?since=7")
    }
    return .json(
      .ok, ["version": await tickets.number(after: since, within: Self.patience)])
  }

  /// The page: it loads nothing from elsewhere, asks this server alone, and is part of no other page.
  private var page: HTTPResponse {
    let policy = [
      "default-src 'none'", "script-src 'self' 'unsafe-inline'", "style-src 'unsafe-inline'",
      "connect-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'",
    ]
    let headers = [
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy.joined(separator: "; "),
    ]
    return HTTPResponse(status: .ok, headers: headers, body: Data(PackageResources.page_html))
  }

  /// The script of the editor, which other pages can load, too.
  private var editor: HTTPResponse {
    let headers = [
      "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache",
    ]
    return HTTPResponse(
      status: .ok, headers: headers, body: Data(PackageResources.filter_editor_js))
  }
}
