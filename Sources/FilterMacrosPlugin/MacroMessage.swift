#if Macros
  internal import SwiftDiagnostics
  internal import SwiftSyntax

  /// A text of an error or of a fix.
  struct MacroMessage: DiagnosticMessage, FixItMessage {
    let message: String
    let severity = DiagnosticSeverity.error

    init(_ message: String) { self.message = message }

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
