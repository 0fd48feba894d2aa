internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

/// Errors as programs read them: a kind, a message, a code, and the place and the fix of an error of a filter.
extension ToolError {
  static func refused(_ error: SyntaxError) -> ToolError {
    let kind: Kind =
      switch error.kind {
      // The text may be right.
      case .tookTooLong, .cancelled: .evaluation
      default: .syntax
      }
    return .refused(kind, error.message, error.diagnostic)
  }

  /// An error of the evaluation of `text`, if it is known which.
  static func refused(_ error: EvaluationError, in text: String? = nil) -> ToolError {
    .refused(.evaluation, error.message, error.diagnostic(in: text))
  }

  /// The same error as that of a request; a message becomes an error of `kind`.
  func refused(as kind: Kind) -> ToolError {
    switch self {
    case .message, .misuse, .interrupted:
      .refused(
        kind, message ?? "",
        code: kind == .data ? .unreadableData : kind == .request ? .invalidRequest : nil)
    case .badData: .refused(.unreadableData, message ?? "")
    case .diagnostic(let text, let diagnostic):
      .refused(.evaluation, diagnostic?.message ?? text, diagnostic)
    case .syntax(let error, _): .refused(error)
    case .refused, .outputClosed: self
    }
  }
}

extension ToolError {
  /// Appends the member of the answer.
  func write(to bytes: inout [UInt8]) {
    guard case .refused(let kind, let message, let diagnostic, let code) = self else { return }
    bytes.append(contentsOf: #""error":"#.utf8)
    Self.write(kind.rawValue, message, diagnostic, code, to: &bytes)
  }

  /// Appends a note as an object of the form of an error.
  static func write(
    note: String, _ diagnostic: FilterDiagnostic? = nil, to bytes: inout [UInt8]
  ) {
    write("note", note, diagnostic, to: &bytes)
  }

  private static func write(
    _ kind: String, _ message: String, _ diagnostic: FilterDiagnostic?, _ code: Code? = nil,
    to bytes: inout [UInt8]
  ) {
    bytes.append(contentsOf: #"{"kind":"\#(kind)","message":"#.utf8)
    JSONWriter.write(message, to: &bytes)
    if let diagnostic {
      write(diagnostic, to: &bytes)
    } else if let code {
      bytes.append(contentsOf: #","code":"\#(code.rawValue)""#.utf8)
    }
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
