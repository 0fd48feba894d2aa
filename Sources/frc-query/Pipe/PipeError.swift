internal import FilterEngine
internal import FilterSyntax

/// Why a request has no answer but this.
struct PipeError: Error {
  enum Kind: String {
    case syntax, evaluation, request, data
  }

  let kind: Kind
  let message: String
  /// The part of the filter's text, in UTF-8 bytes
  var range: SourceRange?

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  init(_ error: SyntaxError) {
    kind = .syntax
    message = error.message
    range = error.range
  }

  init(_ error: EvaluationError) {
    kind = .evaluation
    message = error.message
    range = error.range
  }

  /// The members of the answer.
  var members: [(key: String, value: FilterValue)] {
    var error: [(key: String, value: FilterValue)] = [
      ("kind", .string(kind.rawValue)), ("message", .string(message)),
    ]
    if let range {
      error.append(("offset", .int(Int64(range.lowerBound))))
      error.append(("length", .int(Int64(range.count))))
    }
    return [("error", .object(FilterObject(error)))]
  }
}
