#if Macros
  internal import SwiftDiagnostics
  internal import SwiftParser
  internal import SwiftSyntax
  internal import SwiftSyntaxBuilder

  /// An enumeration as a value: its raw value, or the name of its case.
  struct EnumerationKeys {
    private let declaration: EnumDeclSyntax

    init(_ declaration: EnumDeclSyntax) { self.declaration = declaration }

    func conformance(of type: some TypeSyntaxProtocol) throws -> ExtensionDeclSyntax {
      let access = declaration.modifiers.access
      let cases = texts.map { SwiftTree(values: []).text($0) }.joined(separator: ", ")
      let table =
        "  \(access)static var filterCases: [String]? { [\(cases)] }"
      if let rawType {
        let isText = ["String", "Character"].contains(rawType)
        return try ExtensionDeclSyntax(
          "extension \(type.trimmed): FilterValueConvertible {\(raw: isText ? "\n\(table)\n" : "")}"
        )
      }
      for element in elements where element.parameterClause != nil {
        throw DiagnosticsError("a filter cannot read a case with values", at: element)
      }
      guard !elements.isEmpty else {
        throw DiagnosticsError("an enumeration without cases has no values", at: declaration.name)
      }
      let values = zip(elements, texts).map { element, text in
        "    case .\(element.name.text): .string(\(SwiftTree(values: []).text(text)))"
      }
      return try ExtensionDeclSyntax(
        """
        extension \(type.trimmed): FilterValueConvertible {
          \(raw: access)var filterValue: FilterValue {
            switch self {
        \(raw: values.joined(separator: "\n"))
            }
          }
          \(raw: access)typealias FilterStaticKind = FilterKinds.Text
        \(raw: table)
        }
        """)
    }

    private var elements: [EnumCaseElementSyntax] {
      declaration.memberBlock.members.flatMap { member in
        member.decl.as(EnumCaseDeclSyntax.self).map { Array($0.elements) } ?? []
      }
    }

    /// The text of each case: its raw value if that is one, or its name.
    private var texts: [String] {
      elements.map { element in
        let raw = element.rawValue?.value.as(StringLiteralExprSyntax.self)?.representedLiteralValue
        return raw ?? element.name.text.filter { $0 != "`" }
      }
    }

    /// The first type that it inherits, if raw values can be of that.
    private var rawType: String? {
      let types: Set = [
        "String", "Character", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16",
        "UInt32", "UInt64", "Double", "Float",
      ]
      let first = declaration.inheritanceClause?.inheritedTypes.first?.type.trimmedDescription
      return first.flatMap { types.contains($0) ? $0 : nil }
    }
  }
#endif
