import FilterSyntax

extension CompilationOptions {
  /// Updates the type for a key; for typed items, an unknown key is an error.
  func check(
    _ component: AST.KeyPath.Component, _ type: inout StaticType
  ) throws(SyntaxError) {
    let isMapped = type.isCollection
    let kind = isMapped ? type.elementKind : type.kind
    var result = StaticType.unknown
    if isMapped, type.elementKind == .list || type.elementKind == .set, type.members != nil {
      // A key of lists in a list is read of the elements of each: a list of lists stays one.
      var inner = type
      (inner.kind, inner.elementKind) = (.list, .object)
      try check(component, &inner)
      result = inner
      result.kind = .list
    } else if case .of(let value) = type.values, kind == .object {
      result = StaticType(value)
    } else if let members = type.members, kind == .object {
      guard let field = members.rowLayout.field(component.name) else {
        throw swiftForm(of: component, isMapped ? .list : .object)
          ?? unknownKey(component, of: members.rowLayout)
      }
      result = StaticType(field.type)
    } else if let kind, kind != .object, kind != .list, kind != .set, kind != .null, layout.isTyped
    {
      guard let leaf = libraries.leafKey(component.name), leaf.kinds.contains(kind) else {
        throw swiftForm(of: component, isMapped ? .list : kind)
          ?? unknownKey(
            component, of: kind.rawValue, among: libraries.leafKeyNames(of: kind))
      }
      result = StaticType(kind: leaf.result)
    }
    guard isMapped else {
      type = result
      return
    }
    let members = result.kind == .list || result.kind == .set || result.kind == .object
    type = StaticType(
      kind: type.kind, members: members ? result.members : nil, elementKind: result.kind)
    type.values = result.values
  }

  @inline(never)
  func unknownKey(_ component: AST.KeyPath.Component, of layout: RowLayout) -> SyntaxError {
    unknownKey(component, of: layout.typeName, among: suggestsKeys ? layout.keys : [])
  }

  /// The error for a key that is not among `keys`. The fix is the nearest of them.
  @inline(never)
  private func unknownKey(
    _ component: AST.KeyPath.Component, of type: String, among keys: [String]
  ) -> SyntaxError {
    let suggestion = EditDistance.nearest(to: component.name, in: keys)
    var error = error(
      .unknownKey(component.name, of: type, suggestion: suggestion), at: component.range)
    error.fix = suggestion.flatMap { error.replacing(component, by: $0) }
    return error
  }

  /// The collection operators of other languages.
  private static let otherCollectionOperators = [
    "size": "count", "length": "count", "mean": "avg", "average": "avg", "maximum": "max",
    "minimum": "min", "total": "sum",
  ]

  /// The collection operator that is probably meant by a name.
  func `operator`(near name: String) -> String? {
    Self.otherCollectionOperators[name.lowercased()]
      ?? EditDistance.nearest(to: name, in: libraries.collectionOperatorNames)
  }

  /// The error for a collection operator that no library has.
  func unknownOperator(_ component: AST.KeyPath.Component, _ suggestion: String?) -> SyntaxError {
    var error = error(
      .unknownCollectionOperator(component.name, suggestion: suggestion), at: component.range)
    error.fix = keyFix(component) ?? suggestion.flatMap { error.replacing(component, by: $0) }
    return error
  }

  /// The fix for `@name` where that is a key of the item.
  private func keyFix(_ component: AST.KeyPath.Component) -> SyntaxError.Fix? {
    let name = "@" + component.name
    guard suggestsKeys, layout.field(name) != nil, text?.slice(component.range) == name else {
      return nil
    }
    return SyntaxError.Fix(range: component.range, replacement: name.quoted(by: "`"))
  }

  /// The error for a property that Swift's lists and texts have, with its form here; nil for other keys.
  private func swiftForm(
    of component: AST.KeyPath.Component, _ kind: FilterKind
  ) -> SyntaxError? {
    let instead: String
    switch (component.name, kind) {
    case ("count", .list), ("length", .list), ("size", .list): instead = "@count"
    case ("isEmpty", .list): instead = "@count == 0"
    case ("first", .list): instead = "[FIRST]"
    case ("last", .list): instead = "[LAST]"
    case ("count", .string), ("size", .string): instead = "length"
    case ("isEmpty", .string): instead = "length == 0"
    default: return nil
    }
    var error = error(
      .unknownKey(component.name, of: kind.rawValue, suggestion: instead), at: component.range)
    // A comparison in place of a value would be compared again.
    guard let text, !instead.has(" ") else { return error }
    let start = component.range.lowerBound
    let bytes = text.utf8.dropFirst(start - 1)
    guard start > 0, bytes.first == UInt8(ascii: "."),
      bytes.dropFirst().prefix(component.range.count).elementsEqual(component.name.utf8)
    else { return error }
    let isSubscript = instead.begins(with: "[")
    error.fix = SyntaxError.Fix(
      range: SourceRange(start - (isSubscript ? 1 : 0), component.range.upperBound),
      replacement: instead)
    return error
  }

  /// The error for an unknown key on a side of a comparison, with a proposal that can be compared with the other side.
  ///
  /// Beside a text, a name on the right side is first of all a text without its quotes.
  func fitting(
    _ error: SyntaxError, _ node: AST.Comparison, isLeft: Bool, beside other: CompiledExpression?
  ) -> SyntaxError {
    guard case .unknownKey(let name, let type, let suggestion) = error.kind, let other,
      let key = (isLeft ? node.left : node.right).key(at: error.range)
    else { return error }
    var error = error
    if !isLeft, text?.slice(error.range) == name, isText(name, node, beside: other, suggestion) {
      error.kind = .unknownKey(name, of: type, suggestion: "'\(name)'")
      error.fix = SyntaxError.Fix(range: error.range, replacement: "'\(name)'")
    } else if suggestion != nil {
      // An element of a list is compared by itself.
      let isWhole = node.quantifier == nil && key.isWhole
      let near = EditDistance.nearest(
        to: name,
        in: layout.keys.filter { key in
          guard let field = layout.field(key) else { return false }
          let (own, beside) = (StaticType(field.type), other.type)
          return !isWhole
            || libraries.canCompare(
              isLeft ? own : beside, node.operator, isLeft ? beside : own)
        })
      error.kind = .unknownKey(name, of: type, suggestion: near)
      error.fix = near.flatMap { error.replacing(key.component, by: $0) }
    }
    return error
  }

  /// Whether a name is probably a text: beside a text, and beside a case of an enumeration if it is one, or if nothing is
  /// near it.
  private func isText(
    _ name: String, _ node: AST.Comparison, beside other: CompiledExpression,
    _ suggestion: String?
  ) -> Bool {
    let field = other.field?.type
    if let texts = field?.caseTexts ?? field?.element?.caseTexts {
      return texts.contains(name) || suggestion == nil
    }
    let comparesElements = node.quantifier != nil || node.operator == .contains
    return (comparesElements ? other.type.elementKind ?? other.type.kind : other.type.kind)
      == .string
  }
}

extension SyntaxError {
  /// The replacement of a step of a key path, if the text spells the step without quotes or arguments.
  func replacing(_ component: AST.KeyPath.Component, by name: String) -> Fix? {
    let step = AST.KeyPath.Component(component.kind, name)
    let old = AST.KeyPath([AST.KeyPath.Component(component.kind, component.name)]).spelling
    let written = text.utf8.dropFirst(component.range.lowerBound).prefix(component.range.count)
    guard written.elementsEqual(old.utf8) else { return nil }
    return Fix(range: component.range, replacement: AST.KeyPath([step]).spelling)
  }
}

extension AST.Expression {
  /// The key at `range` that is the expression, or an element of the list that it is.
  fileprivate func key(
    at range: SourceRange
  ) -> (component: AST.KeyPath.Component, isWhole: Bool)? {
    switch self {
    case .keyPath(let path):
      guard path.components.count == 1, path.components[0].range == range,
        path.components[0].kind == .key, case .selfReference = path.base
      else { return nil }
      return (path.components[0], true)
    case .aggregate(let list):
      return list.elements.lazy.compactMap { $0.key(at: range) }.first.map { ($0.component, false) }
    default: return nil
    }
  }
}

extension AST.KeyPath {
  fileprivate var spelling: String { AST.Expression.keyPath(self).sourceText }
}
