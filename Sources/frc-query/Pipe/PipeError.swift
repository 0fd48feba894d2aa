internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax
internal import FilterableResults

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

  init(_ error: ResultsError) {
    switch error {
    case .limit(let error): self.init(error)
    // The request is as it may be, only not with these rows.
    case .duplicateKey, .duplicateSection: self.init(.data, error.description)
    default: self.init(.request, error.description)
    }
  }

  /// A name that means nothing, with the one that it is likely meant to be.
  static func unknown(_ beginning: String, _ name: String, nearest: String?) -> PipeError {
    let hint = nearest.map { ", did you mean '\($0)'?" } ?? ""
    return PipeError(.request, "\(beginning) '\(name.prefix(80))'\(hint)")
  }

  /// Appends the member of the answer.
  func write(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: #""error":{"kind":"\#(kind.rawValue)","message":"#.utf8)
    JSONWriter.write(message, to: &bytes)
    if let range {
      bytes.append(contentsOf: #","offset":\#(range.lowerBound),"length":\#(range.count)"#.utf8)
    }
    bytes.append(UInt8(ascii: "}"))
  }
}
