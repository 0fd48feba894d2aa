#if Macros
  internal import SwiftDiagnostics
  internal import SwiftSyntax
  internal import SwiftSyntaxBuilder

  /// An enumeration as a value: its raw value, or the name of its case.
  struct EnumerationKeys {
    private let declaration: EnumDeclSyntax

    init(_ declaration: EnumDeclSyntax) { self.declaration = declaration }

    func conformance(of type: some TypeSyntaxProtocol) throws -> ExtensionDeclSyntax {
      if hasRawType {
        return try ExtensionDeclSyntax("extension \(type.trimmed): FilterValueConvertible {}")
      }
      var names: [String] = []
      for member in declaration.memberBlock.members {
        for element in member.decl.as(EnumCaseDeclSyntax.self)?.elements ?? [] {
          guard element.parameterClause == nil else {
            throw DiagnosticsError("a filter cannot read a case with values", at: element)
          }
          names.append(element.name.text)
        }
      }
      guard !names.isEmpty else {
        throw DiagnosticsError("an enumeration without cases has no values", at: declaration.name)
      }
      let access = declaration.modifiers.access
      let cases = names.map { name in
        let text = name.filter { $0 != "`" }
        return "    case .\(name): .string(\"\(text)\")"
      }
      return try ExtensionDeclSyntax(
        """
        extension \(type.trimmed): FilterValueConvertible {
          \(raw: access)var filterValue: FilterValue {
            switch self {
        \(raw: cases.joined(separator: "\n"))
            }
          }
          \(raw: access)static var filterKind: FilterKind? { .string }
        }
        """)
    }

    /// Whether the first type that it inherits is one that raw values have.
    private var hasRawType: Bool {
      let types: Set = [
        "String", "Character", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16",
        "UInt32", "UInt64", "Double", "Float",
      ]
      let first = declaration.inheritanceClause?.inheritedTypes.first
      return first.map { types.contains($0.type.trimmedDescription) } ?? false
    }
  }
#endif
