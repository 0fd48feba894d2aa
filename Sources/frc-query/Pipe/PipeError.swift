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
  /// The error as data, where it is one about a filter
  private var diagnostic: FilterDiagnostic?

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  init(_ error: SyntaxError) {
    switch error.kind {
    // The text may be right.
    case .tookTooLong, .cancelled: kind = .evaluation
    default: kind = .syntax
    }
    message = error.message
    diagnostic = error.diagnostic
  }

  /// An error of an evaluation of `text`, where it is known which.
  init(_ error: EvaluationError, in text: String? = nil) {
    kind = .evaluation
    message = error.message
    diagnostic = error.diagnostic(in: text)
  }

  init(_ error: ResultsError) {
    switch error {
    case .limit(let error): self.init(error)
    // The request is valid but not for these rows.
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
    if let diagnostic { Self.write(diagnostic, to: &bytes) }
    bytes.append(UInt8(ascii: "}"))
  }

  private static func write(_ diagnostic: FilterDiagnostic, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: #","code":"\#(diagnostic.code)""#.utf8)
    if let start = diagnostic.start, let end = diagnostic.end {
      let members = """
        ,"line":\(start.line),"column":\(start.column),"utf16Offset":\(start.utf16Offset),\
        "utf16Length":\(end.utf16Offset - start.utf16Offset)
        """
      bytes.append(contentsOf: members.utf8)
    }
    if let fix = diagnostic.fix {
      bytes.append(
        contentsOf: #","fix":{"offset":\#(fix.offset),"length":\#(fix.length),"replacement":"#.utf8)
      JSONWriter.write(fix.replacement, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    if let offset = diagnostic.offset, let length = diagnostic.length {
      bytes.append(contentsOf: #","offset":\#(offset),"length":\#(length)"#.utf8)
    }
  }
}
