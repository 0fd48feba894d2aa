import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import FilterMacrosPlugin

/// What the macros expand to, and what they refuse.
struct MacroExpansionTests {
  private static let macros: [String: MacroSpec] = [
    "Filterable": MacroSpec(
      type: FilterableMacro.self, conformances: ["Filterable", "FilterKeyed"]),
    "FilterKey": MacroSpec(type: FilterKeyMacro.self),
    "FilterIgnored": MacroSpec(type: FilterIgnoredMacro.self),
    "filter": MacroSpec(type: FilterMacro.self),
  ]

  private static let enumerations: [String: MacroSpec] = [
    "Filterable": MacroSpec(
      type: FilterableMacro.self, conformances: ["FilterValueConvertible"])
  ]

  private func expect(
    _ source: String, _ expanded: String, _ diagnostics: [DiagnosticSpec] = [],
    fixed: String? = nil
  ) {
    assertMacroExpansion(
      source, expandedSource: expanded, diagnostics: diagnostics,
      macroSpecs: source.contains(" enum ") ? Self.enumerations : Self.macros,
      fixedSource: fixed, indentationWidth: .spaces(2)
    ) { Issue.record("\($0.message)") }
  }

  @Test func propertiesBecomeKeys() {
    expect(
      "@Filterable public struct A { public var n: Int; @FilterKey(\"t\") var text: String\n}",
      """
      public struct A { public var n: Int; var text: String
      }

      extension A: Filterable, FilterKeyed {
        public typealias FilterStaticKind = FilterKinds.Object
        public static let filterFields = FilterFields<A>([
          FilterField("n", \\A.n),
          FilterField("t", \\A.text)
        ])
        public struct FilterKeys: Sendable {
          public var `n`: FilterProperty<Int> {
            .init()
          }
          var `t`: FilterProperty<String> {
            .init()
          }
        }
        public static var filterKeys: FilterKeys {
          FilterKeys()
        }
      }
      """)
  }

  @Test func aPropertyOfAClassHasAClosureBesideItsKeyPath() {
    expect(
      "@Filterable final class A { var n: Int\n}",
      """
      final class A { var n: Int
      }

      extension A: Filterable, FilterKeyed {
        typealias FilterStaticKind = FilterKinds.Object
        static let filterFields = FilterFields<A>([
          FilterField("n", \\A.n) { (item: A) in
                item.n
              }
        ])
        struct FilterKeys: Sendable {
          var `n`: FilterProperty<Int> {
            .init()
          }
        }
        static var filterKeys: FilterKeys {
          FilterKeys()
        }
      }
      """)
  }

  @Test func aTypeWithinAGenericPrivateTypeIsHiddenAndStoresNoTable() {
    expect(
      "private struct O<T> {\n@Filterable struct A { var n: Int\n}\n}",
      """
      private struct O<T> {
      struct A { var n: Int
      }
      }

      extension O.A: Filterable, FilterKeyed {
        fileprivate typealias FilterStaticKind = FilterKinds.Object
        fileprivate static var filterFields: FilterFields<O.A> {
          FilterFields<O.A>([
              FilterField("n", \\O.A.n)
            ])
        }
        fileprivate struct FilterKeys: Sendable {
          var `n`: FilterProperty<Int> {
            .init()
          }
        }
        fileprivate static var filterKeys: FilterKeys {
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
            """, line: 1, column: 42, fixIts: [FixItSpec(message: "replace 'sqrrt' with 'sqrt'")])
      ])
  }

  @Test func aMistakeInALineIsShownInThatLine() {
    let source = "#filter<A>(\"\"\"\n  a == 3 AND\n  b CONTAIN 'x'\n  \"\"\")"
    expect(
      source, source,
      [
        DiagnosticSpec(
          message: """
            there is no operator 'CONTAIN', did you mean 'CONTAINS'?
             | b CONTAIN 'x'
             |   ^^^^^^^
            """, line: 3, column: 5,
          fixIts: [FixItSpec(message: "replace 'CONTAIN' with 'CONTAINS'")])
      ])
  }

  @Test func theArgumentsOfAFunctionAreCounted() {
    let source = "#filter<A>(\"length(a, a) > 3\")"
    expect(
      source, source,
      [
        DiagnosticSpec(
          message: """
            'length:' takes 1 argument, not 2
             | length(a, a) > 3
             | ^^^^^^
            """, line: 1, column: 13)
      ])
  }

  @Test func aTextThatIsMadeAtRunTimeIsRefused() {
    expect(
      "#filter<A>(text)", "#filter<A>(text)",
      [
        DiagnosticSpec(
          message:
            "the text has to be a literal; FilterPredicate(text:) takes one that is made at run time",
          line: 1, column: 12)
      ])
  }

  @Test func aPropertyThatNoFilterReadsIsReported() {
    expect(
      "@Filterable struct A { var f: () -> Void; var n = 5\n}",
      """
      struct A { var f: () -> Void; var n = 5
      }

      extension A: Filterable, FilterKeyed {
        typealias FilterStaticKind = FilterKinds.Object
        static let filterFields = FilterFields<A>([
          FilterField("n", \\A.n)
        ])
        struct FilterKeys: Sendable {
          var `n`: FilterProperty<Int> {
            .init()
          }
        }
        static var filterKeys: FilterKeys {
          FilterKeys()
        }
      }
      """,
      [
        DiagnosticSpec(
          message: "a filter cannot read a function", line: 1, column: 31,
          fixIts: [FixItSpec(message: "leave the property without a key")])
      ])
  }

  @Test func aCaseWithValuesIsReported() {
    expect(
      "@Filterable enum E { case a(Int)\n}", "enum E { case a(Int)\n}",
      [
        DiagnosticSpec(message: "a filter cannot read a case with values", line: 1, column: 27)
      ])
  }

  @Test func casesBecomeTheirNames() {
    expect(
      "@Filterable enum E { case a, b\n}",
      """
      enum E { case a, b
      }

      extension E: FilterValueConvertible {
        var filterValue: FilterValue {
          switch self {
          case .a:
            .string("a")
          case .b:
            .string("b")
          }
        }
        typealias FilterStaticKind = FilterKinds.Text
        static var filterCases: [String]? {
          ["a", "b"]
        }
      }
      """)
  }

  @Test func aTextBecomesItsTreeAndItsKeys() {
    expect(
      "#filter<A>(\"NONE b.c == 'x'\")",
      """
      FilterPredicate<A>(
        expanding: AST.Predicate.comparison(AST.Comparison(quantifier: AST.Comparison.Quantifier.none, \
      AST.Expression.keyPath(AST.KeyPath([AST.KeyPath.Component(.key, "b"), AST.KeyPath.Component(.key, "c")])), \
      .equal, AST.Expression.literal(AST.Literal(.text("x"))))),
        keys: [
          FilterCheck.key(A.filterKeys.`b`.`c`)
        ])
      """)
  }
}
