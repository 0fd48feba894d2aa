internal import FilterEngine
internal import FilterSyntax
internal import Foundation
internal import HTTPTypes

/// Why a request has no rows.
enum SearchFailure: Error {
  /// The request itself is wrong
  case request(_ code: String, _ message: String, parameter: String?)
  /// The request has a body
  case body
  /// No route has the path and the method of the request
  case noRoute
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
    case .body: .contentTooLarge
    case .noRoute: .notFound
    case .unauthorized: .unauthorized
    case .evaluation(let error, _):
      error.kind == .time ? .serviceUnavailable : .unprocessableContent
    case .busy, .cancelled: .serviceUnavailable
    }
  }

  /// The code of the error.
  var code: String {
    switch self {
    case .request(let code, _, _): code
    case .body: "body"
    case .noRoute: "not-found"
    case .unauthorized: "unauthorized"
    case .syntax(let error, _): error.diagnostic.code
    case .evaluation(let error, _): error.code
    case .busy: "busy"
    case .cancelled: "cancelled"
    }
  }

  /// Whether a filter or a sort key is refused.
  var isOfFilter: Bool {
    switch self {
    case .syntax, .evaluation: true
    default: false
    }
  }

  /// The body of the answer.
  var body: ErrorBody {
    switch self {
    case .request(_, let message, let parameter): ErrorBody(code, message, parameter: parameter)
    case .body: ErrorBody(code, "no request takes a body")
    case .noRoute: ErrorBody(code, "GET takes /tickets, /changes, /filter, /guide and /")
    case .unauthorized: ErrorBody(code, "a token is needed: Authorization: Bearer demo-agent")
    case .syntax(let error, let parameter):
      ErrorBody(
        parameter: parameter, error: error.diagnostic, lines: Self.lines(error.description),
        note: Self.isEncoded(error.text)
          ? "the text is still form-encoded: encode it once, with + or %20 for a blank" : nil)
    case .evaluation(let error, let filter):
      ErrorBody(
        parameter: "filter", limit: error.limit, error: error.diagnostic(in: filter),
        lines: Self.lines(error.rendered(in: filter)))
    case .busy: ErrorBody(code, "too many searches are under way, try again later")
    case .cancelled: ErrorBody(code, "the search was cancelled")
    }
  }

  /// Whether a text is a filter only after it has been decoded once more.
  private static func isEncoded(_ text: String) -> Bool {
    func isFilter(_ text: String) -> Bool { (try? AST.Predicate(parsing: text)) != nil }
    guard let decoded = text.replacing("+", with: " ").removingPercentEncoding, decoded != text
    else { return false }
    return !isFilter(text) && isFilter(decoded)
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

  /// What has probably gone wrong before the text arrived.
  var note: String?

  private enum CodingKeys: CodingKey { case parameter, limit, error, lines, note }

  private struct Plain: Encodable {
    let code: String
    let message: String
  }

  init(
    parameter: String?, limit: String? = nil, error: any Encodable, lines: [String],
    note: String? = nil
  ) {
    self.parameter = parameter
    self.limit = limit
    self.error = error
    self.lines = lines
    self.note = note
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
    try members.encodeIfPresent(note, forKey: .note)
  }
}
