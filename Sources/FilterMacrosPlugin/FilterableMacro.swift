#if Macros
  internal import SwiftDiagnostics
  internal import SwiftSyntax
  internal import SwiftSyntaxBuilder
  internal import SwiftSyntaxMacros

  /// `@Filterable`
  struct FilterableMacro: ExtensionMacro {
    static func expansion(
      of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
      in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
      let missing = Set(protocols.map(\.trimmedDescription))
      if let declaration = declaration.as(EnumDeclSyntax.self) {
        guard missing.contains("FilterValueConvertible") else { return [] }
        return [try EnumerationKeys(declaration).conformance(of: type)]
      }
      guard declaration.is(StructDeclSyntax.self) || declaration.is(ClassDeclSyntax.self) else {
        throw DiagnosticsError(
          "@Filterable takes a struct, a class or an enumeration", at: declaration.introducer)
      }
      let item = FilterableType(
        declaration, name: type.trimmedDescription, within: context.lexicalContext)
      let properties = KeyedProperty.all(of: declaration, in: context)
      let names = ["FilterValueConvertible", "Filterable", "FilterKeyed"].filter(missing.contains)
      let clause = names.isEmpty ? "" : ": " + names.joined(separator: ", ")
      return [
        try ExtensionDeclSyntax(
          """
          extension \(type.trimmed)\(raw: clause) {
            \(raw: item.access)typealias FilterStaticKind = FilterKinds.Object
          \(raw: item.fields(properties))
          \(raw: item.keys(properties))
          }
          """)
      ]
    }
  }

  /// The type that gets a field table.
  private struct FilterableType {
    let name: String
    let access: String
    let isClass: Bool
    let isOnMainActor: Bool
    let isGeneric: Bool

    init(_ declaration: some DeclGroupSyntax, name: String, within context: [Syntax]) {
      let around = context.compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
      self.name = name
      let isHidden = around.contains { $0.modifiers.access == "fileprivate " }
      access = isHidden ? "fileprivate " : declaration.modifiers.access
      isClass = declaration.is(ClassDeclSyntax.self)
      isOnMainActor = declaration.attributes.has("MainActor")
      isGeneric = ([declaration] + around).contains {
        let generic = $0.asProtocol((any WithGenericParametersSyntax).self)
        return generic?.genericParameterClause != nil
      }
    }

    /// The table; a generic type has no stored statics, and makes it each time.
    func fields(_ properties: [KeyedProperty]) -> String {
      let isolation = isOnMainActor ? "nonisolated " : ""
      let list = properties.map { "    \(field($0))" }.joined(separator: ",\n")
      let table = "FilterFields<\(name)>([\n\(list)\n  ])"
      return isGeneric
        ? "  \(access)\(isolation)static var filterFields: FilterFields<\(name)> { \(table) }"
        : "  \(access)\(isolation)static let filterFields = \(table)"
    }

    private func field(_ property: KeyedProperty) -> String {
      let key = SwiftTree(values: []).text(property.key)
      if isOnMainActor {
        return
          "FilterField(\(key)) { (item: \(name)) in MainActor.assumeIsolated { item.\(property.name) } }"
      }
      // A key path of a class is looked up for each object.
      return isClass
        ? "FilterField(\(key), \\\(name).\(property.name)) { (item: \(name)) in item.\(property.name) }"
        : "FilterField(\(key), \\\(name).\(property.name))"
    }

    /// A property for each key, for the compiler.
    func keys(_ properties: [KeyedProperty]) -> String {
      let isolation = isOnMainActor ? "nonisolated " : ""
      let list = properties.map {
        "    \($0.access)var `\($0.key)`: FilterProperty<\($0.type)> { .init() }"
      }
      return """
          \(access)struct FilterKeys: Sendable {
        \(list.joined(separator: "\n"))
          }
          \(access)\(isolation)static var filterKeys: FilterKeys { FilterKeys() }
        """
    }
  }

  extension DeclModifierListSyntax {
    /// The access of what is made for a declaration, with a blank after it.
    var access: String {
      for modifier in self where modifier.detail == nil {
        switch modifier.name.text {
        case "public", "open": return "public "
        case "package": return "package "
        case "private", "fileprivate": return "fileprivate "
        default: continue
        }
      }
      return ""
    }

    func has(_ name: String) -> Bool { contains { $0.name.text == name } }
  }

  extension AttributeListSyntax {
    /// The attribute of this name.
    func attribute(_ name: String) -> AttributeSyntax? {
      lazy.compactMap { $0.as(AttributeSyntax.self) }
        .first { $0.attributeName.trimmedDescription == name }
    }

    func has(_ name: String) -> Bool { attribute(name) != nil }
  }
#endif
