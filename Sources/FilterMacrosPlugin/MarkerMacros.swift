#if Macros
  internal import SwiftSyntax
  internal import SwiftSyntaxMacros

  /// `@FilterKey` expands to nothing: `@Filterable` reads it.
  struct FilterKeyMacro: PeerMacro {
    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
  }

  /// `@FilterIgnored` expands to nothing: `@Filterable` reads it.
  struct FilterIgnoredMacro: PeerMacro {
    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
  }
#endif
