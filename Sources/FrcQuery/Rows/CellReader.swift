internal import FilterEngine
internal import FilterSyntax

/// Finds out as what the cells of an input are read: as what they are compared with, or passed to.
///
/// A cell is a text where the other side is one, and a number where that is one. Two cells are numbers if both are,
/// else texts. Where the other side is known only with the row, a function decides.
struct CellReader {
  let libraries: FilterLibraries
  private(set) var bindings: [String: FilterValue]

  /// The columns whose kinds are stated.
  let stated: Set<Exact>

  /// Whether a function decides about a cell.
  var decidesLate = false

  init(
    _ libraries: FilterLibraries, bindings: [String: FilterValue] = [:], stated: [String] = []
  ) {
    self.libraries = libraries
    self.bindings = bindings
    self.stated = Set(stated.map(Exact.init))
  }

  /// As what a cell is read.
  private enum Context {
    /// As its column is, for what takes any kind
    case column
    case text
    /// As a number or a boolean, if it is one
    case number
    /// As a number, if it is one
    case strictNumber
    /// As what a value is
    case beside(AST.Expression, isCell: Bool)
    /// As what a collection can contain
    case elementOf(AST.Expression)
  }

  // MARK: - Predicates

  /// The predicate with the readings of its cells.
  mutating func predicate(_ tree: AST.Predicate) -> AST.Predicate {
    switch tree {
    case .literal: return tree
    case .not(var node):
      node.operand = predicate(node.operand)
      return .not(node)
    case .compound(var node):
      for index in node.operands.indices { node.operands[index] = predicate(node.operands[index]) }
      return .compound(node)
    case .comparison(let node): return .comparison(comparison(node))
    }
  }

  private mutating func comparison(_ node: AST.Comparison) -> AST.Comparison {
    var (left, right) = (Context.column, Context.column)
    switch node.operator.family {
    case .text, .pattern, .uniformType:
      (left, right) = (.text, .text)
    case .containment where !isCollection(node.left) && [.cell, .text].contains(kind(node.left)),
      .membership where !isCollection(node.right) && [.cell, .text].contains(kind(node.right)):
      (left, right) = (.text, .text)
    case .containment: (right, left) = membership(node.right, in: node.left)
    case .membership: (left, right) = membership(node.left, in: node.right)
    case .relation, .bounds:
      (left, right) = (context(beside: node.right), context(beside: node.left))
    case .library: break
    }
    var node = node
    (node.left, node.right) = (expression(node.left, left), expression(node.right, right))
    return node
  }

  private func context(beside other: AST.Expression) -> Context {
    switch kind(other) {
    case .text, .nothing: .text
    case .number: .number
    case .cell: .beside(other, isCell: true)
    case .other: .column
    case .unknown: .beside(other, isCell: false)
    }
  }

  /// The contexts of an element and of the collection that is searched for it.
  private func membership(
    _ element: AST.Expression, in collection: AST.Expression
  ) -> (element: Context, collection: Context) {
    let elements = kind(collection)
    switch kind(element) {
    case .cell:
      let isDecided = [.text, .number, .nothing].contains(elements)
      return (isDecided ? context(beside: collection) : .elementOf(collection), .strictNumber)
    case let kind: return (.column, kind == .text ? .text : kind == .number ? .number : .column)
    }
  }

  // MARK: - Expressions

  /// The expression with the readings of its cells.
  mutating func expression(_ tree: AST.Expression) -> AST.Expression { expression(tree, .column) }

  private mutating func expression(
    _ tree: AST.Expression, _ context: Context
  ) -> AST.Expression {
    switch tree {
    case .literal, .selfReference, .anyKey, .variable, .argument: return tree
    case .keyPath(var path):
      if cell(path) != nil { return read(path, context) }
      if cell(path, keys: 2) != nil { return readMember(path) }
      path.base = expression(path.base)
      return .keyPath(path)
    case .subscript(var node):
      node.base = expression(node.base)
      if case .expression(let index) = node.index { node.index = .expression(expression(index)) }
      return .subscript(node)
    case .aggregate(var node):
      for index in node.elements.indices {
        node.elements[index] = expression(node.elements[index], context)
      }
      return .aggregate(node)
    case .call(var node):
      if let selector = RowLookup.selector(ofCells: node.selector, libraries) {
        node.selector = selector
        for index in node.arguments.indices {
          node.arguments[index] = expression(node.arguments[index], .text)
        }
        return .call(node)
      }
      let function = libraries.function(node.selector)
      for index in node.arguments.indices {
        node.arguments[index] = expression(
          node.arguments[index], Self.context(ofArgument: index, function))
      }
      return .call(node)
    case .message(var node):
      node.receiver = expression(node.receiver)
      for index in node.arguments.indices {
        node.arguments[index] = expression(node.arguments[index])
      }
      return .message(node)
    case .cast(var node):
      let type = node.type.constantText
      node.operand = expression(
        node.operand,
        type == "NSString" ? .text : type?.begins(with: "NS") == true ? .number : .column)
      return .cast(node)
    case .ternary(var node):
      node.condition = predicate(node.condition)
      node.whenTrue = expression(node.whenTrue, context)
      node.whenFalse = expression(node.whenFalse, context)
      return .ternary(node)
    case .subquery(var node):
      node.collection = expression(node.collection)
      // The variable of a subquery is another one.
      let hidden = bindings.removeValue(forKey: node.variable.name)
      node.predicate = predicate(node.predicate)
      bindings[node.variable.name] = hidden
      return .subquery(node)
    case .arithmetic(var node):
      node.left = expression(node.left, .number)
      node.right = expression(node.right, .number)
      return .arithmetic(node)
    case .minus(var node):
      node.operand = expression(node.operand, .number)
      return .minus(node)
    case .setOperation(var node):
      node.left = expression(node.left)
      node.right = expression(node.right)
      return .setOperation(node)
    case .assignment(var node):
      node.value = expression(node.value, context)
      return .assignment(node)
    }
  }

  private static func context(ofArgument index: Int, _ function: FilterFunction?) -> Context {
    guard let function, !function.parameters.isEmpty else { return .column }
    switch function.parameters[min(index, function.parameters.count - 1)] {
    case .string: return .text
    case .number: return .number
    // sum, average and others of the standard library
    case nil where !function.isExtension && function.result == .number: return .number
    default: return .column
    }
  }

  private mutating func read(_ path: AST.KeyPath, _ context: Context) -> AST.Expression {
    func reading(_ reading: CellReading) -> AST.Expression {
      var path = path
      path.components.insert(
        AST.KeyPath.Component(.key, reading.rawValue, range: path.range), at: 0)
      return .keyPath(path)
    }
    switch context {
    case .column: return .keyPath(path)
    case .text: return reading(.text)
    case .number: return reading(.number)
    case .strictNumber: return call(.strict, [reading(.number), reading(.text)], path.range)
    case .beside(let other, isCell: true):
      return call(
        .beside,
        [
          call(.strict, [reading(.number), reading(.text)], path.range),
          expression(other, .strictNumber), reading(.text),
        ], path.range)
    case .beside(let other, isCell: false):
      return call(
        .beside, [reading(.number), expression(other, .strictNumber), reading(.text)], path.range)
    case .elementOf(let other):
      return call(
        .element,
        [
          reading(.number), expression(other, .strictNumber), expression(other, .text),
          reading(.text),
        ], path.range)
    }
  }

  /// `zip.length`: a key of the text of a cell. `stringValue` is the text itself.
  private func readMember(_ path: AST.KeyPath) -> AST.Expression {
    var path = path
    path.components.insert(
      AST.KeyPath.Component(.key, CellReading.text.rawValue, range: path.range), at: 0)
    if path.components.last?.name == "stringValue" { path.components.removeLast() }
    return .keyPath(path)
  }
}
