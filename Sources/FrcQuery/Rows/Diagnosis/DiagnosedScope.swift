internal import FilterEngine
internal import FilterSyntax

/// A predicate whose comparisons are explained, with the rows that it is tested for: a filter, or a predicate inside its
/// expressions.
struct DiagnosedScope {
  let predicate: FilterPredicate<FilterValue>

  /// The predicate as it was written.
  let tree: AST.Predicate

  /// The rows with the values of variables. A predicate of a subquery has a row for each element.
  let rows: [(item: FilterValue, bindings: [String: FilterValue])]
  let form: RowDiagnosis.Form

  /// The most elements of a row.
  private static let mostElements = 20

  /// The predicates inside the expressions of the comparisons, not those inside these.
  func inner(_ limits: EvaluationLimits, most: Int) -> [DiagnosedScope] {
    let (tested, written) = (predicate.syntax.innerNodes, tree.innerNodes)
    guard tested.count == written.count else { return [] }
    return zip(tested, written).compactMap { tested, written in
      switch (tested, written) {
      case (.ternary(let node), .ternary(let written)):
        return inner(node.condition, written.condition, rows, form)
      case (.subquery(let node), .subquery(let written)):
        var form = form
        form.hasCells = false
        form.elements.append(Exact(wrappedValue: node.variable.name))
        return inner(node.predicate, written.predicate, elements(of: node, limits, most), form)
      default: return nil
      }
    }
  }

  private func inner(
    _ predicate: AST.Predicate, _ tree: AST.Predicate,
    _ rows: [(item: FilterValue, bindings: [String: FilterValue])], _ form: RowDiagnosis.Form
  ) -> DiagnosedScope? {
    (try? self.predicate.replacing(predicate)).map {
      DiagnosedScope(predicate: $0, tree: tree, rows: rows, form: form)
    }
  }

  /// The rows of a subquery, in each of which its variable has an element.
  private func elements(
    of node: AST.Subquery, _ limits: EvaluationLimits, _ most: Int
  ) -> [(item: FilterValue, bindings: [String: FilterValue])] {
    var options = predicate.options.ofParts
    options.limits = limits
    let parsed = try? FilterExpression<FilterValue>(node.collection, options: options)
    guard let collection = parsed else { return [] }
    var found: [(item: FilterValue, bindings: [String: FilterValue])] = []
    for (item, bindings) in rows where found.count < most {
      let value = try? collection.value(of: item, bindings: bindings, limits: limits)
      for element in value?.comparedElements?.prefix(Self.mostElements) ?? [] {
        found.append((item, bindings.merging([node.variable.name: element]) { $1 }))
      }
    }
    return Array(found.prefix(most))
  }
}

extension AST.Predicate {
  /// The expressions with a predicate, not those inside such a predicate, in the order of the text.
  fileprivate var innerNodes: [AST.Expression] {
    var found: [AST.Expression] = []
    func visit(_ expression: AST.Expression) {
      _ = expression.replacing { part, _ in
        switch part {
        case .subquery(let node):
          visit(node.collection)
          found.append(part)
          return part
        case .ternary(let node):
          found.append(part)
          visit(node.whenTrue)
          visit(node.whenFalse)
          return part
        default: return nil
        }
      }
    }
    for comparison in comparisons {
      visit(comparison.left)
      visit(comparison.right)
    }
    return found
  }
}
