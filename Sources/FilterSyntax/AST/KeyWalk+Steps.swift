// The nodes that lead from a value to one below it: key paths, indices and calls.
extension KeyWalk {
  mutating func origin(of node: AST.KeyPath, _ base: KeyOrigin) -> KeyOrigin {
    var isWritten = false
    if case .selfReference = node.base {
      reads.add(AST.Expression.keyPath(node).sourceText)
      isWritten = true
    }
    var origin = base
    var steps: [SourceRange] = []
    var isReduced = false
    for (index, component) in node.components.enumerated() {
      switch component.kind {
      case .key:
        // `self` after an operator is the element itself.
        let isElement = index > 0 && node.components[index - 1].kind == .collectionOperator
        if isElement, component.name == "self" { continue }
        origin.go(to: Exact(wrappedValue: component.name))
        steps.append(component.range)
      case .collectionOperator where component.name == "count":
        read(origin, .shape, component.range, steps: steps)
        if !isWritten, !steps.isEmpty { list(origin) }
        if isReduced { readWhole(origin, component.range) }
        return KeyOrigin()
      case .collectionOperator: isReduced = true
      case .variable:
        readWhole(self.origin(of: Exact(wrappedValue: component.name)), component.range)
        read(origin, .way, component.range, steps: steps)
        readAny(origin, component.range)
        return KeyOrigin()
      case .argument: return KeyOrigin()
      }
    }
    read(origin, .way, node.range, steps: steps)
    if !isWritten, !steps.isEmpty { list(origin) }
    if isReduced { readWhole(origin, node.range) }
    return origin
  }

  mutating func origin(of node: AST.Subscript, _ parts: [KeyOrigin]) -> KeyOrigin {
    let base = parts[0]
    switch node.index {
    case .size:
      read(base, .shape, node.range)
      return KeyOrigin()
    case .first, .last:
      // The first value of an object belongs to an unknown key.
      if !base.isList { readWhole(base, node.range) }
      return KeyOrigin(paths: base.paths)
    case .expression(let index):
      readWhole(parts[1], index.range)
      return indexing(base, by: index, node.range)
    }
  }

  /// An element of a list, or the value of an object's key.
  private mutating func indexing(
    _ base: KeyOrigin, by index: AST.Expression, _ range: SourceRange
  ) -> KeyOrigin {
    switch index {
    case .literal(let literal):
      guard case .text(let key) = literal.value else { return KeyOrigin(paths: base.paths) }
      var origin = base
      origin.go(to: Exact(wrappedValue: key))
      read(origin, .way, range, steps: [index.range])
      list(origin)
      return origin
    // The index is a number and not a key.
    case .arithmetic, .minus: return KeyOrigin(paths: base.paths)
    default:
      readAny(base, range)
      return KeyOrigin(paths: base.paths)
    }
  }

  /// A function may read all of its arguments, and may return any of them or a part of one.
  mutating func calling(
    _ parts: [KeyOrigin], _ arguments: [AST.Expression], _ selector: String, _ range: SourceRange
  ) -> KeyOrigin {
    for (part, argument) in zip(parts, arguments) { readWhole(part, argument.range) }
    var result = union(parts, isList: false)
    if selector == "objectForKey:" || selector == "objectFrom:withIndex:", arguments.count == 2 {
      if case .literal = arguments[1] {
        result.merge(indexing(parts[0], by: arguments[1], range))
      } else {
        readAny(parts[0], range)
      }
    }
    return result
  }
}
