#if Macros
  internal import FilterSyntax
  internal import SwiftDiagnostics
  internal import SwiftParser
  internal import SwiftSyntax
  internal import SwiftSyntaxBuilder
  internal import SwiftSyntaxMacros

  /// A property that has a key.
  struct KeyedProperty {
    let name: String
    let key: String
    let type: String
    /// The access of the property, with a blank after it.
    let access: String

    /// The properties with keys of a type; what cannot have one is reported.
    static func all(
      of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
    ) -> [KeyedProperty] {
      var properties: [KeyedProperty] = []
      for member in declaration.memberBlock.members {
        guard let variable = member.decl.as(VariableDeclSyntax.self) else { continue }
        properties += Self.properties(of: variable, in: context)
      }
      return properties
    }

    private static func properties(
      of variable: VariableDeclSyntax, in context: some MacroExpansionContext
    ) -> [KeyedProperty] {
      let isStatic = variable.modifiers.has("static") || variable.modifiers.has("class")
      guard !isStatic, !variable.modifiers.has("lazy"), !variable.attributes.has("FilterIgnored")
      else { return [] }
      let mark = variable.attributes.attribute("FilterKey")
      var properties: [KeyedProperty] = []
      // `var a, b: Int`: only the last binding has the type.
      var type: TypeSyntax?
      for binding in variable.bindings.reversed() {
        type = binding.typeAnnotation?.type ?? (binding.initializer == nil ? type : nil)
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
          mark != nil || binding.isStored
        else { continue }
        let key = mark?.keyName ?? name.trimmingBackquotes
        guard let text = typeText(type, binding, variable, in: context) else { continue }
        properties.append(
          KeyedProperty(
            name: name, key: key, type: text, access: variable.modifiers.access))
      }
      return properties.reversed()
    }

    /// The type of a property; nil where it has none that a filter can read, which is reported.
    private static func typeText(
      _ type: TypeSyntax?, _ binding: PatternBindingSyntax, _ variable: VariableDeclSyntax,
      in context: some MacroExpansionContext
    ) -> String? {
      if let type {
        guard let reason = type.unfilterable else { return type.optionalDescription }
        report("a filter cannot read \(reason)", at: type, of: variable, in: context)
        return nil
      }
      if let type = binding.initializer?.value.literalType { return type }
      report("@Filterable needs the type of the property", at: binding, of: variable, in: context)
      return nil
    }

    private static func report(
      _ message: String, at node: some SyntaxProtocol, of variable: VariableDeclSyntax,
      in context: some MacroExpansionContext
    ) {
      var changed = variable
      let indentation = variable.leadingTrivia
      changed.leadingTrivia = []
      changed.attributes.insert(
        .attribute(
          AttributeSyntax("@FilterIgnored").with(\.leadingTrivia, indentation)
            .with(\.trailingTrivia, .space)), at: changed.attributes.startIndex)
      context.diagnose(
        Diagnostic(
          node: node, message: MacroMessage(message),
          fixIts: [
            FixIt(
              message: MacroMessage("leave the property without a key"),
              changes: [.replace(oldNode: Syntax(variable), newNode: Syntax(changed))])
          ]))
    }
  }

  extension PatternBindingSyntax {
    /// Whether it is stored: without accessors, or with observers alone.
    fileprivate var isStored: Bool {
      guard let block = accessorBlock else { return true }
      guard case .accessors(let accessors) = block.accessors else { return false }
      return accessors.allSatisfy {
        ["willSet", "didSet"].contains($0.accessorSpecifier.text)
      }
    }
  }

  extension AttributeSyntax {
    /// The name in `@FilterKey("name")`.
    fileprivate var keyName: String? {
      guard case .argumentList(let arguments) = arguments else { return nil }
      return arguments.first?.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    }
  }

  extension String {
    fileprivate var trimmingBackquotes: String {
      unquoted(by: "`") ?? self
    }
  }

  extension ExprSyntax {
    /// The type of a literal.
    fileprivate var literalType: String? {
      if self.is(StringLiteralExprSyntax.self) { return "String" }
      if self.is(IntegerLiteralExprSyntax.self) { return "Int" }
      if self.is(FloatLiteralExprSyntax.self) { return "Double" }
      if self.is(BooleanLiteralExprSyntax.self) { return "Bool" }
      return nil
    }
  }

  extension TypeSyntax {
    /// The type as written, with `?` in place of a final `!`, which is written at declarations only.
    fileprivate var optionalDescription: String {
      self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)
        .map { "\($0.wrappedType.trimmedDescription)?" } ?? trimmedDescription
    }

    /// What it is that no filter reads, as far as its form says.
    fileprivate var unfilterable: String? {
      if self.is(FunctionTypeSyntax.self) { return "a function" }
      if self.is(SomeOrAnyTypeSyntax.self) { return "a value of an unknown type" }
      if self.is(MetatypeTypeSyntax.self) { return "a type" }
      if let tuple = self.as(TupleTypeSyntax.self) {
        return tuple.elements.count == 1 ? tuple.elements.first?.type.unfilterable : "a tuple"
      }
      if let attributed = self.as(AttributedTypeSyntax.self) {
        return attributed.baseType.unfilterable
      }
      if let optional = self.as(OptionalTypeSyntax.self) {
        return optional.wrappedType.unfilterable
      }
      if let array = self.as(ArrayTypeSyntax.self) { return array.element.unfilterable }
      if let dictionary = self.as(DictionaryTypeSyntax.self) {
        return dictionary.key.trimmedDescription == "String"
          ? dictionary.value.unfilterable : "a dictionary whose keys are not strings"
      }
      return ["Any", "AnyObject"].contains(trimmedDescription) ? "a value of an unknown type" : nil
    }
  }
#endif
