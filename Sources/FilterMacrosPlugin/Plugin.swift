#if Macros
  import SwiftCompilerPlugin
  import SwiftSyntaxMacros

  @main
  struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
      FilterableMacro.self, FilterKeyMacro.self, FilterIgnoredMacro.self, FilterMacro.self,
      FilterExpressionMacro.self,
    ]
  }
#else
  /// Without the trait there is nothing to expand, and the executable needs an entry point.
  @main
  enum Plugin {
    static func main() {}
  }
#endif
