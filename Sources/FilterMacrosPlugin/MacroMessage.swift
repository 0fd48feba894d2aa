#if Macros
  internal import SwiftDiagnostics
  internal import SwiftSyntax

  /// The text of an error, of a warning or of a fix.
  struct MacroMessage: DiagnosticMessage, FixItMessage {
    let message: String
    let severity: DiagnosticSeverity

    init(_ message: String, severity: DiagnosticSeverity = .error) {
      self.message = message
      self.severity = severity
    }

    private var id: MessageID { MessageID(domain: "FilterMacros", id: "filter") }
    var diagnosticID: MessageID { id }
    var fixItID: MessageID { id }
  }

  extension DiagnosticsError {
    /// One error at a node.
    init(_ message: String, at node: some SyntaxProtocol) {
      self.init(diagnostics: [Diagnostic(node: node, message: MacroMessage(message))])
    }
  }
#endif
