internal import FilterEngine
internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore

/// The answers to requests.
struct TicketService: Sendable {
  let tickets: TicketStore
  let roles: Roles
  let pool: SearchPool
  let counts: TicketCounts
  let assistance: FilterAssistance
  let limits: SearchServer.SearchLimits

  /// The routes. Those below the last middleware need a role.
  var router: Router<SearchContext> {
    let router = Router(context: SearchContext.self)
    router.add(middleware: MetricsMiddleware())
    router.add(middleware: FailureMiddleware())
    router.get("/") { _, _ in Self.page }
    router.get("filter-editor.js") { _, _ in Self.editor }
    router.group().add(middleware: RoleMiddleware(roles: roles))
      .get("tickets", use: found).get("changes", use: changed)
      .get("filter", use: helped).get("guide", use: guide)
    return router
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

  @Sendable private func found(
    _ request: Request, _ context: SearchContext
  ) async throws -> Response {
    let started = ContinuousClock.now
    let role = try context.role
    let parameters = try SearchRequest(query: request.uri.query ?? "")
    let columns = role.columns.map(\.key)
    guard parameters.choices.keys.isSubset(of: columns) else {
      throw SearchFailure.request(
        "unknown-key", "a chosen key is not one of the role", parameter: nil)
    }
    let version = tickets.current
    let search = Search(parameters, of: version.tickets, role.policy, limits)
    let found = try await context.whileConnected {
      try await pool.run(search, of: context.client)
    }
    let counts =
      parameters.hasCounts
      ? try await counts.counts(
        of: found.matching, parameters.choices, for: role, until: search.deadline) : nil
    let rows = found.tickets.map { TicketRow(ticket: $0, columns: role.columns) }
    let time = started.duration(to: .now) / Duration.milliseconds(1)
    return try .json(
      .ok,
      Rows(
        columns: columns, rows: rows, from: parameters.from, count: found.count, counts: counts,
        version: version.number, milliseconds: time))
  }

  /// The tokens, the errors and the completions of a text.
  @Sendable private func helped(
    _ request: Request, _ context: SearchContext
  ) async throws -> Response {
    let question = try FilterQuestion(query: request.uri.query ?? "")
    return try .json(
      .ok,
      try await assistance.answer(to: question, for: context.role, until: .now + limits.deadline))
  }

  @Sendable private func guide(_ request: Request, _ context: SearchContext) throws -> Response {
    .text(try context.role.guide, "text/markdown")
  }

  /// How long a request waits for a change.
  private static let patience = Duration.seconds(10)

  /// `{"version": 8}`, once tickets have changed since the version of `?since=7`.
  @Sendable private func changed(
    _ request: Request, _ context: SearchContext
  ) async throws -> Response {
    let parameters = try QueryParameters(request.uri.query ?? "").parameters
    guard parameters.count == 1, parameters[0].name == "since", let since = Int(parameters[0].value)
    else {
      throw SearchFailure.request(
        "bad-version", "the version is a number, as in ?since=7", parameter: "since")
    }
    let number = try await context.whileConnected {
      await tickets.number(after: since, within: Self.patience)
    }
    return try .json(.ok, ["version": number])
  }

  /// The page: it loads nothing from elsewhere, asks this server alone, and is part of no other page.
  private static var page: Response {
    let policy = [
      "default-src 'none'", "script-src 'self' 'unsafe-inline'", "style-src 'unsafe-inline'",
      "connect-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'",
    ]
    var response = Response.text(
      String(decoding: PackageResources.page_html, as: UTF8.self), "text/html")
    response.headers[.contentSecurityPolicy] = policy.joined(separator: "; ")
    return response
  }

  /// The script of the editor, which other pages can load, too.
  private static var editor: Response {
    .text(String(decoding: PackageResources.filter_editor_js, as: UTF8.self), "text/javascript")
  }
}
