import FilterSyntax

/// `IN`.
struct Membership: ComparisonOperator {
  private let options: AST.Comparison.Options

  /// Whether options apply to strings in collections. Foundation ignores them there.
  private let folds: Bool

  init(_ options: AST.Comparison.Options, isStrict: Bool) {
    self.options = options
    folds = !isStrict && options.changesEquality
  }

  var method: Plan.Method { "looks for a part or an element" }

  var mirror: AST.Comparison.Operator? { .contains }

  /// Whether the first value is in the second.
  var body: ComparisonBody {
    let text = TextComparison(options)
    let folds = folds
    return { element, container, run throws(EvaluationError) in
      guard element.kind != .null else { return false }
      let members: [FilterValue]
      switch container {
      case .null: return false
      case .string(let whole):
        guard case .string(let part) = element else {
          throw EvaluationError(.notInAString(value: element.clipped, found: element.kind))
        }
        try run.read(whole)
        try run.read(part)
        return text.contains(whole, part)
      case .set(let set):
        if !folds {
          try run.visit(element)
          return set.contains(element)
        }
        members = set.elements
      case .list(let list): members = list.elements
      case .object(let object): members = object.values
      default:
        throw EvaluationError(.notAContainer(value: container.clipped, found: container.kind))
      }
      guard folds else { return try run.contains(members, element) }
      for member in members {
        try run.spend(1)
        if case .string(let a) = member, case .string(let b) = element {
          try run.read(a)
          try run.read(b)
          if text.areEqual(a, b) { return true }
        } else if try run.areEqual(member, element) {
          return true
        }
      }
      return false
    }
  }

  func form(with constant: FilterValue) -> ConstantForm {
    switch constant {
    case .null: return ConstantForm(.always(false))
    case .set(let set):
      return ConstantForm(.oneOf(ValueSet(values: set.elements, foldsText: folds)))
    case .list(let list):
      let members = list.elements
      var form = ConstantForm(.oneOf(ValueSet(values: members, foldsText: folds)))
      guard !folds else { return form }
      form.body = Self.hashed(members)
      form.method = .counting(
        "looks up", members.count, one: "hashed value", many: "hashed values")
      return form
    default: return ConstantForm(.values)
    }
  }

  /// Whether a value is in a constant list, hashed once.
  private static func hashed(_ members: [FilterValue]) -> ComparisonBody {
    let set = Set(members)
    return { element, _, run throws(EvaluationError) in
      guard element.kind != .null else { return false }
      try run.visit(element)
      return set.contains(element)
    }
  }
}

/// `CONTAINS`: `IN` with its sides exchanged.
struct Containment: ComparisonOperator {
  private let membership: Membership
  private let options: AST.Comparison.Options
  private let elementOptions: AST.Comparison.Options

  init(_ options: AST.Comparison.Options, isStrict: Bool) {
    membership = Membership(options, isStrict: isStrict)
    self.options = options
    elementOptions = isStrict ? [] : options
  }

  var method: Plan.Method { membership.method }

  var mirror: AST.Comparison.Operator? { .in }

  var body: ComparisonBody {
    let body = membership.body
    return { left, right, run throws(EvaluationError) in try body(right, left, run) }
  }

  /// A string contains a substring; a list contains an equal element.
  func form(with constant: FilterValue) -> ConstantForm {
    if case .null = constant { return ConstantForm(.always(false)) }
    let element = Equality(.equal, elementOptions).form(with: constant).test
    guard case .string(let part) = constant else {
      return ConstantForm(.values, membership: element)
    }
    return ConstantForm(.text(TextTest(.contains, part, options)), membership: element)
  }
}
