#if Macros
  public import SwiftSyntax
  public import SwiftSyntaxMacros

  /// `@FilterKey` expands to nothing: `@Filterable` reads it.
  public struct FilterKeyMacro: PeerMacro {
    public static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
  }

  /// `@FilterIgnored` expands to nothing: `@Filterable` reads it.
  public struct FilterIgnoredMacro: PeerMacro {
    public static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
  }
#endif
