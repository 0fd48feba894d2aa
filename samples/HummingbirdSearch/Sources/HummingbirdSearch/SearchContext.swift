internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import Metrics
internal import NIOCore

/// A request under way.
struct SearchContext: RequestContext {
  var coreContext: CoreRequestContextStorage

  /// The address of the client.
  let client: String

  private let channel: any Channel
  fileprivate var knownRole: Role?

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
    client = channel.remoteAddress?.ipAddress ?? ""
  }

  /// Does work that is cancelled when the client goes away.
  func whileConnected<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let watch = try? await channel.pipeline.handler(type: ClientWatch.self).get()
    return if let watch { try await watch.run(work) } else { try await work() }
  }

  /// The role of the client.
  ///
  /// - Throws: `unauthorized` for a request without one.
  var role: Role {
    get throws(SearchFailure) {
      guard let knownRole else { throw .unauthorized }
      return knownRole
    }
  }
}

/// Finds the role of a request by its token; refuses a request without one.
struct RoleMiddleware: RouterMiddleware {
  let roles: Roles

  func handle(
    _ request: Request, context: SearchContext,
    next: (Request, SearchContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    context.knownRole = roles.role(authorization: request.headers[.authorization])
    _ = try context.role
    return try await next(request, context)
  }
}

/// Answers failures with JSON, counts refused filters by their codes, and logs each request.
///
/// Neither the log nor the metrics have the texts of filters, which can hold personal data.
struct FailureMiddleware: RouterMiddleware {
  func handle(
    _ request: Request, context: SearchContext,
    next: (Request, SearchContext) async throws -> Response
  ) async throws -> Response {
    let started = ContinuousClock.now
    var metadata: Logger.Metadata = ["route": "\(context.endpointPath ?? "none")"]
    var response: Response
    do {
      guard !request.hasBody else { throw SearchFailure.body }
      response = try await next(request, context)
    } catch {
      let failure =
        switch error {
        case let failure as SearchFailure: failure
        case is CancellationError: SearchFailure.cancelled
        case let error as HTTPError where error.status == .notFound: SearchFailure.noRoute
        default: throw error
        }
      if failure.isOfFilter {
        Counter(label: "search_filters_refused", dimensions: [("code", failure.code)]).increment()
      }
      metadata["code"] = "\(failure.code)"
      response = try .json(failure.status, failure.body)
    }
    response.headers[.xContentTypeOptions] = "nosniff"
    metadata["status"] = "\(response.status.code)"
    metadata["milliseconds"] = "\(started.duration(to: .now) / Duration.milliseconds(1))"
    context.logger.info("request", metadata: metadata)
    return response
  }
}

extension Request {
  /// Whether a body follows the headers.
  fileprivate var hasBody: Bool {
    headers[.transferEncoding] != nil || (headers[.contentLength].map { $0 != "0" } ?? false)
  }
}
