import FilterSyntax

// Expressions that are computed in place. If these functions return nil, values are made.
extension CompilationOptions {
  /// The typed form of a function with these arguments.
  func typed(
    _ function: TypedFunction?, _ arguments: [CompiledExpression]
  ) -> TypedExpression? {
    guard let function, layout.isTyped else { return nil }
    let operands = arguments.compactMap(\.typed)
    guard operands.count == arguments.count else { return nil }
    return TypedExpression(function, operands)
  }

  /// The rest of a key path after a field that is not flat.
  func typed(
    _ field: FieldAccess, _ rest: ArraySlice<AST.KeyPath.Component>
  ) -> TypedExpression? {
    if let array = ItemArray(field) { return typed(ItemSelection(array: array), rest) }
    guard field.type.isOptional, rest.allSatisfy({ $0.kind == .key }) else { return nil }
    return GuardedField(field, rest.map(\.name)).map { .guarded($0) }
  }

  /// Keys of items, and collection operators over them.
  func typed(
    _ items: ItemSelection, _ rest: ArraySlice<AST.KeyPath.Component>
  ) -> TypedExpression? {
    guard let first = rest.first else { return .items(items) }
    if first.kind == .key { return self.field(items, rest).map { .itemField(items, $0) } }
    guard first.kind == .collectionOperator,
      let function = libraries.collectionOperator(first.name)?.typed
    else { return nil }
    let keys = rest.dropFirst()
    if keys.isEmpty { return TypedExpression(function, of: items, nil) }
    guard let key = self.field(items, keys) else { return nil }
    return TypedExpression(function, of: items, key)
  }

  /// The field at the end of `keys`, if all structs on the way are stored in place.
  private func field(
    _ items: ItemSelection, _ keys: ArraySlice<AST.KeyPath.Component>
  ) -> FieldAccess? {
    guard let first = keys.first, keys.allSatisfy({ $0.kind == .key }),
      var field = items.array.type.rowLayout.field(first.name)
    else { return nil }
    for key in keys.dropFirst() {
      guard field.type.isInPlace, let inner = field.type.members?.rowLayout.field(key.name),
        let nested = field.nesting(inner)
      else { return nil }
      field = nested
    }
    return field
  }

  /// `scores[0]`, `scores[LAST]`. `constant` is the value of a constant index.
  func typedElement(
    _ index: AST.Subscript.Index, _ base: CompiledExpression, _ constant: FilterValue?
  ) -> TypedExpression? {
    guard let field = base.field else { return nil }
    switch index {
    case .first: return .element(of: field, .first)
    case .last: return .element(of: field, .last)
    case .size:
      guard let offset = field.offset,
        field.type.storage.wrapper == .array || field.type.itemStride != nil
      else { return nil }
      return .integers(NumberColumn(CountColumn(offset: offset)))
    case .expression:
      guard case .int(let number)? = constant, let index = Int(exactly: number) else { return nil }
      return .element(of: field, .index(index))
    }
  }
}
