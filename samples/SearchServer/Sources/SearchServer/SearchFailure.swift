internal import FilterEngine
internal import FilterSyntax

/// Why a request has no rows.
enum SearchFailure: Error {
  /// The request itself is wrong
  case request(_ code: String, _ message: String, parameter: String?)
  /// No role has the token of the request
  case unauthorized
  /// No filter, or no sort key, can be made of a text
  case syntax(SyntaxError, parameter: String)
  /// The filter has no answer for a ticket, or hit a limit
  case evaluation(EvaluationError, filter: String)
  /// Too many searches are under way
  case busy
  /// The request was given up
  case cancelled
}

extension SearchFailure {
  /// The status of the answer.
  ///
  /// A search that took too long may be quicker when there is less to do; any other error of an evaluation
  /// is one of the filter.
  var status: HTTPResponse.Status {
    switch self {
    case .request, .syntax: .badRequest
    case .unauthorized: .unauthorized
    case .evaluation(let error, _):
      error.kind == .time ? .serviceUnavailable : .unprocessableContent
    case .busy, .cancelled: .serviceUnavailable
    }
  }

  /// The body of the answer.
  var body: ErrorBody {
    switch self {
    case .request(let code, let message, let parameter):
      ErrorBody(code, message, parameter: parameter)
    case .unauthorized:
      ErrorBody("unauthorized", "a token is needed: Authorization: Bearer demo-agent")
    case .syntax(let error, let parameter):
      ErrorBody(
        parameter: parameter, error: error.diagnostic, lines: Self.lines(error.description))
    case .evaluation(let error, let filter):
      ErrorBody(
        parameter: "filter", limit: error.limit, error: error.diagnostic(in: filter),
        lines: Self.lines(error.rendered(in: filter)))
    case .busy: ErrorBody("busy", "too many searches are under way, try again later")
    case .cancelled: ErrorBody("cancelled", "the search was cancelled")
    }
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

extension EvaluationError {
  /// The limit that was hit, nil where it was none.
  fileprivate var limit: String? {
    switch kind {
    case .time: "time"
    case .budget: "steps"
    case .elements: "elements"
    case .bytes: "bytes"
    case .depth: "depth"
    default: nil
    }
  }
}

/// `{"parameter": "filter", "error": {"code": …, "message": …, "offset": …}, "lines": ["error: …", …]}`
struct ErrorBody: Encodable {
  /// The parameter of the request that is wrong.
  var parameter: String?

  /// The limit of evaluations that was hit.
  var limit: String?

  /// The error as data; errors that are not about a filter have a code and a message alone.
  var error: any Encodable

  /// The message, the text, and carets under the part that is wrong.
  var lines: [String]?

  private enum CodingKeys: CodingKey { case parameter, limit, error, lines }

  private struct Plain: Encodable {
    let code: String
    let message: String
  }

  init(parameter: String?, limit: String? = nil, error: any Encodable, lines: [String]) {
    self.parameter = parameter
    self.limit = limit
    self.error = error
    self.lines = lines
  }

  init(_ code: String, _ message: String, parameter: String? = nil) {
    self.parameter = parameter
    error = Plain(code: code, message: message)
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encodeIfPresent(parameter, forKey: .parameter)
    try members.encodeIfPresent(limit, forKey: .limit)
    try error.encode(to: members.superEncoder(forKey: .error))
    try members.encodeIfPresent(lines, forKey: .lines)
  }
}
