internal import FilterEngine
internal import FilterSyntax

// The kinds of values as far as they are known without a row.
extension CellReader {
  /// The kind of a value or of all elements of a collection.
  enum Kind: Hashable {
    case cell, text, number
    /// nil, or an element of an empty collection
    case nothing
    /// A kind that no cell has
    case other
    /// Known only with the row
    case unknown

    init(_ constant: AST.Constant) {
      self =
        switch constant {
        case .null: .nothing
        case .boolean, .integer, .double, .decimal: .number
        case .text: .text
        case .list(let elements), .set(let elements): Kind(elements.map(Kind.init))
        case .seconds, .bytes, .uuid, .map: .other
        }
    }

    init(_ value: FilterValue) {
      self =
        switch value {
        case .list(let list): Kind(list.elements.map(Kind.init))
        case .set(let set): Kind(set.elements.map(Kind.init))
        default: Kind(value.kind)
        }
    }

    /// The kind of values of a kind; nil if it varies.
    init(_ kind: FilterKind?) {
      self =
        switch kind {
        case .null: .nothing
        case .boolean, .number: .number
        case .string: .text
        case .date, .data, .uuid, .object: .other
        default: .unknown
        }
    }

    /// The kind of all of several values.
    init(_ kinds: [Kind]) {
      let kinds = Set(kinds).subtracting([.nothing])
      self = kinds.count > 1 ? .unknown : kinds.first ?? .nothing
    }
  }

  func isCollection(_ node: AST.Expression) -> Bool {
    switch node {
    case .aggregate: true
    case .literal(let node):
      switch node.value {
      case .list, .set, .map: true
      default: false
      }
    case .variable(let node):
      bindings[node.name].map { [FilterKind.list, .set].contains($0.kind) } ?? false
    default: false
    }
  }

  func kind(_ node: AST.Expression) -> Kind {
    switch node {
    case .literal(let node): return Kind(node.value)
    case .variable(let node): return bindings[node.name].map { Kind($0) } ?? .unknown
    case .keyPath(let path): return cell(path) == nil ? .unknown : .cell
    case .aggregate(let node): return Kind(node.elements.map(kind))
    case .call(let node): return Kind(libraries.function(node.selector)?.result)
    case .cast(let node):
      switch node.type.constantText {
      case "NSString": return .text
      case "NSNumber", "NSDecimalNumber": return .number
      default: return .unknown
      }
    case .ternary(let node): return Kind([kind(node.whenTrue), kind(node.whenFalse)])
    case .arithmetic(let node):
      // A date moved by a number is a date.
      let isNumber = [node.left, node.right].allSatisfy { [.cell, .number].contains(kind($0)) }
      return isNumber ? .number : .unknown
    case .minus(let node):
      return [.cell, .number].contains(kind(node.operand)) ? .number : .unknown
    default: return .unknown
    }
  }

  /// The name of the column of a key path to a cell whose kind is not stated, and the keys after it.
  func cell(_ path: AST.KeyPath, keys: Int = 1) -> AST.KeyPath.Component? {
    guard case .selfReference = path.base, path.components.count == keys,
      let name = path.components.first, path.components.allSatisfy({ $0.kind == .key }),
      !stated.contains(Exact(wrappedValue: name.name))
    else { return nil }
    return name
  }
}

extension AST.Expression {
  /// The text of a literal; nil for anything else.
  var constantText: String? {
    if case .literal(let node) = self, case .text(let text) = node.value { text } else { nil }
  }
}
