import FilterSyntax

/// The words that can stand at the cursor, whatever was typed of them.
struct CompletionWords {
  let engine: CompletionEngine
  private let request: CompletionRequest
  let types: CompletionTypes

  var vocabulary: CompletionVocabulary { engine.vocabulary }
  var index: LibraryIndex { engine.vocabulary.libraries.index }

  init(_ engine: CompletionEngine, _ request: CompletionRequest) {
    self.engine = engine
    self.request = request
    types = CompletionTypes(engine, request)
  }

  /// All words, in the order of equals. `values` are those of the key on the left side.
  func all(_ values: [FilterValue]) -> [CompletionWord] {
    switch request.continuation {
    case .nothing: return []
    case .operand(let position): return operands(position, values)
    case .link(let position): return links(position)
    case .step(let base): return steps(of: base)
    case .negatedOperator(let position):
      return operators(position).filter { $0.text.first?.isLetter == true }
    case .options(let mayBeList):
      return options + (mayBeList ? operands(OperandPosition(), values) : [])
    case .nullTest(let isNegated):
      return CompletionVocabulary.null + (isNegated ? [] : CompletionVocabulary.negation.prefix(1))
    case .expected(let expectation): return expected(expectation, values)
    }
  }

  // MARK: - Operands

  private func operands(_ position: OperandPosition, _ values: [FilterValue]) -> [CompletionWord] {
    switch position.role {
    case .type: return vocabulary.casts + keys(of: engine.layout, fitting: .string)
    case .selector: return vocabulary.methods
    default: break
    }
    let wanted = wantedType(position.role)
    var words = self.values(position.role, values)
    words += keys(of: engine.layout, fitting: wanted)
    if case .index = position.role { words += CompletionVocabulary.indices }
    if case .compared = position.role {
      words += CompletionVocabulary.null
    } else {
      words += CompletionVocabulary.null.map { $0.with(.seldom) }
    }
    words += CompletionVocabulary.item
    if position.mayBePredicate { words += CompletionVocabulary.negation }
    if position.mayBeQuantifier { words += CompletionVocabulary.quantifiers }
    words += variables
    words += CompletionVocabulary.booleans.map {
      wanted == .boolean && $0.group == .keyword ? $0.with(.expected) : $0
    }
    words += vocabulary.functions.map {
      $0.result == wanted && wanted != nil && $0.word.group == .function
        ? $0.word.with(.fittingFunction) : $0.word
    }
    words += vocabulary.forms
    if request.prefix.begins(with: "@") { words += vocabulary.collectionOperators }
    if position.mayBePredicate { words += CompletionVocabulary.predicates }
    words += CompletionVocabulary.minus
    if let closing = position.closing, mayClose(position.role) {
      words.append(CompletionWord(closing, .punctuation, .seldom))
    }
    return words
  }

  // Whether a list or a call may be empty.
  private func mayClose(_ role: OperandPosition.Role) -> Bool {
    guard case .argument(let function, 0) = role else { return true }
    return vocabulary.mayEnd(function, after: 0)
  }

  /// The kind of values that fit a position; nil if any does.
  private func wantedType(_ role: OperandPosition.Role) -> FilterKind? {
    switch role {
    case .any, .type, .selector: return nil
    case .collection, .set: return .list
    case .number, .index: return .number
    case .argument(let name, let index):
      guard let function = vocabulary.functions(named: name).first else {
        return nil
      }
      return function.parameters.isEmpty
        ? nil : function.parameters[min(index, function.parameters.count - 1)]
    case .compared(let side, let isElement): return types.kind(beside: side, isElement: isElement)
    }
  }

  /// The values of the key on the left side: those of the application, or the cases of an enumeration.
  func values(_ values: [FilterValue]) -> [CompletionWord] {
    guard case .operand(let position) = request.continuation else { return [] }
    return self.values(position.role, values)
  }

  @inline(never)
  private func values(
    _ role: OperandPosition.Role, _ values: [FilterValue]
  ) -> [CompletionWord] {
    guard case .compared(let side, _) = role else { return [] }
    let field = types.field(of: side.left)
    let cases = (field?.caseTexts ?? field?.element?.caseTexts ?? []).map { FilterValue.string($0) }
    var quote = UInt8(ascii: "'")
    var isString = false
    if case .string(let opened) = request.typed { (quote, isString) = (opened, true) }
    return (values + cases).compactMap { value in
      guard value.kind == .string || !isString else { return nil }
      return value.literal(in: quote)
    }
  }

  @inline(never)
  private var variables: [CompletionWord] {
    let bound = request.subqueries.reversed().map(\.variable)
    let known = engine.variables.map { ($0.name, $0.kind?.rawValue ?? "") }
    return (bound.map { ($0, "") } + known + request.variables.map { ($0, "") }).map {
      CompletionWord("$" + $0.0, .variable, .other, detail: $0.1)
    }
  }

  // MARK: - Keys

  @inline(never)
  private func keys(of layout: RowLayout, fitting kind: FilterKind?) -> [CompletionWord] {
    layout.table.fields.map { field in
      let fits =
        kind == nil || field.type.kind == nil || field.type.kind == kind
        || kind == .list && field.type.kind == .set
      return .key(field.name, field.type.kind, fits ? .fitting : .other)
    }
  }

  private func steps(of base: AST.Expression) -> [CompletionWord] {
    var base = base
    var isElement = false
    if case .keyPath(var path) = base {
      // The keys after such an operator are read from each element, as they are without it.
      let readsElements = { (component: AST.KeyPath.Component) in
        component.kind == .collectionOperator
          && index.collectionOperator(component.name)?.keyUse == .oneKey
      }
      isElement = path.components.last.map(readsElements) ?? false
      path.components.removeAll(where: readsElements)
      base = path.components.isEmpty ? path.base : .keyPath(path)
    }
    if case .selfReference = base, !isElement {
      return keys(of: engine.layout, fitting: nil) + vocabulary.collectionOperators
    }
    let type = types.type(of: base)
    var words: [CompletionWord] = []
    if let members = type.members { words += keys(of: members.rowLayout, fitting: nil) }
    let kind = type.isCollection ? type.elementKind : type.kind
    if let kind {
      words += index.leafKeyNames(of: kind).map { name in
        let leaf = index.leafKey(name)
        return .key(name, leaf?.result, type.isCollection ? .seldom : .other, leaf?.documentation)
      }
    }
    if isElement { words.append(.key("self", kind, .other)) }
    let hasElements = type.kind == nil || type.isCollection || type.kind == .object
    return words + (hasElements ? vocabulary.collectionOperators : [])
  }

  private var options: [CompletionWord] {
    let letters = CompletionVocabulary.options
    let typed = request.prefix.lowercased()
    guard !typed.isEmpty else { return letters }
    let more = letters.filter { !typed.contains($0.text) }.map { letter in
      CompletionWord(
        request.prefix + letter.text, .option, .fitting, documentation: letter.documentation)
    }
    return more + [CompletionWord(request.prefix + "]", .option, .other)]
  }

  private func expected(
    _ expectation: SyntaxError.Expectation, _ values: [FilterValue]
  ) -> [CompletionWord] {
    func sign(_ text: String) -> [CompletionWord] {
      [CompletionWord(text, .punctuation, .expected)]
    }
    switch expectation {
    case .comma: return sign(",")
    case .leftParenthesis: return sign("(")
    case .rightBrace: return sign("}")
    case .rightBracket: return sign("]")
    case .rightParenthesis: return sign(")")
    case .null: return CompletionVocabulary.null
    case .connective: return CompletionVocabulary.connectives
    case .options: return options
    case .expression, .predicate: return operands(OperandPosition(), values)
    case .comparisonOperator: return vocabulary.comparisons.flatMap(\.words)
    case .variable: return [CompletionWord("$x", .variable, .expected)]
    default: return []
    }
  }
}

extension CompletionWord {
  /// A key as a filter spells it.
  fileprivate static func key(
    _ name: String, _ kind: FilterKind?, _ group: Group, _ documentation: FilterDocumentation? = nil
  ) -> CompletionWord {
    let path = AST.KeyPath([AST.KeyPath.Component(.key, name)])
    return CompletionWord(
      AST.Expression.keyPath(path).sourceText, name: name, .key, group,
      detail: kind?.rawValue ?? "", documentation: documentation)
  }
}

extension FilterValue {
  /// The value as a word of a filter; nil if it has no literal. Texts are in the quotes that are given.
  fileprivate func literal(in quote: UInt8) -> CompletionWord? {
    switch self {
    case .string(let text):
      return CompletionWord(
        text.quoted(by: UnicodeScalar(quote), escape: "\\"), name: text, .string, .expected)
    case .bool: return word(.keyword)
    case .int, .wide, .double, .decimal: return word(.number)
    case .date: return word(.date)
    default: return nil
    }
  }

  private func word(_ kind: FilterToken.Kind) -> CompletionWord {
    let text = AST.Expression.literal(AST.Literal(constant)).sourceText
    return CompletionWord(text, kind, .expected)
  }
}
