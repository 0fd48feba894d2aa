#if Macros
  import FilterMacrosPlugin
  import SwiftSyntaxMacroExpansion
  import SwiftSyntaxMacros
  import SwiftSyntaxMacrosGenericTestSupport
  import Testing

  /// What the macros expand to, and what they refuse.
  struct MacroExpansionTests {
    private static let macros: [String: MacroSpec] = [
      "Filterable": MacroSpec(
        type: FilterableMacro.self, conformances: ["Filterable", "FilterKeyed"]),
      "FilterKey": MacroSpec(type: FilterKeyMacro.self),
      "FilterIgnored": MacroSpec(type: FilterIgnoredMacro.self),
      "filter": MacroSpec(type: FilterMacro.self),
    ]

    private func expect(
      _ source: String, _ expanded: String, _ diagnostics: [DiagnosticSpec] = [],
      fixed: String? = nil
    ) {
      assertMacroExpansion(
        source, expandedSource: expanded, diagnostics: diagnostics, macroSpecs: Self.macros,
        fixedSource: fixed, indentationWidth: .spaces(2)
      ) { Issue.record("\($0.message)") }
    }

    @Test func propertiesBecomeKeys() {
      expect(
        "@Filterable public struct A { public var n: Int; @FilterKey(\"t\") var text: String }",
        """
        public struct A { public var n: Int; var text: String }

        extension A: Filterable, FilterKeyed {
          public static let filterFields = FilterFields<A>([
            FilterField("n", \\A.n),
            FilterField("t", \\A.text)
          ])
          public struct FilterKeys: Sendable {
            public var `n`: FilterNumberProperty<Int> {
              .init()
            }
            public var `t`: FilterProperty<String> {
              .init()
            }
          }
          public static var filterKeys: FilterKeys {
            FilterKeys()
          }
        }
        """)
    }

    @Test func aMistakeIsShownInTheLiteral() {
      let message = """
        there is no operator 'CONTAIN', did you mean 'CONTAINS'?
         | n > 3 AND name CONTAIN 'x'
         |                ^^^^^^^
        """
      let source = "#filter<A>(\"n > 3 AND name CONTAIN 'x'\")"
      expect(
        source, source,
        [
          DiagnosticSpec(
            message: message, line: 1, column: 28,
            fixIts: [FixItSpec(message: "replace 'CONTAIN' with 'CONTAINS'")])
        ],
        fixed: "#filter<A>(\"n > 3 AND name CONTAINS 'x'\")")
    }

    @Test func aMistakeBehindEscapesIsShownAtItsPlace() {
      let source = "#filter<A>(\"a == \\\"é\\u{41}\\\" AND \\(x) = sqrrt(2)\")"
      expect(
        source, source,
        [
          DiagnosticSpec(
            message: """
              there is no function 'sqrrt', did you mean 'sqrt'?
               | a == "éA" AND %@ = sqrrt(2)
               |                    ^^^^^
              """, line: 1, column: 41, fixIts: [FixItSpec(message: "replace 'sqrrt' with 'sqrt'")])
        ])
    }
  }
#endif
