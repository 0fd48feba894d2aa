import FilterSyntax

extension Compiler {
  /// `sqrt(x)`, `modulus:by:(a, b)`
  mutating func compile(_ node: AST.FunctionCall) throws(SyntaxError) -> CompiledExpression {
    guard var function = options.libraries.function(node.selector) else {
      throw options.error(
        .unknownFunction(
          node.selector,
          suggestion: EditDistance.nearest(to: node.selector, in: options.libraries.functionNames)),
        at: node.range)
    }
    guard function.arity.contains(node.arguments.count) else {
      throw options.error(
        .wrongArgumentCount(
          function: node.selector, expected: function.arity, found: node.arguments.count),
        at: node.range)
    }
    var arguments: [CompiledExpression] = []
    for (index, expression) in node.arguments.enumerated() {
      let argument = try compile(expression)
      try options.check(
        argument, against: function.parameter(index), of: node.selector, at: expression.range)
      arguments.append(argument)
    }
    readConstants(arguments, of: &function, node)
    let result = Self.call(function, arguments.map(\.evaluator), node.range)
      .computed(as: options.typed(function.typed, arguments))
    return folded(result, arguments, isPure: function.isPure)
  }

  /// Gives a function the body for its constant arguments. An invalid one fails in evaluation, as one that is not constant
  /// does, and has a note.
  private mutating func readConstants(
    _ arguments: [CompiledExpression], of function: inout FilterFunction, _ node: AST.FunctionCall
  ) {
    var failure: (argument: Int, error: EvaluationError)?
    if let body = function.patternBody, case .string(let text)? = arguments[1].constant {
      let pattern = pattern(text, [], searches: true)
      function.body = body(pattern)
      if case .failure(let error) = pattern { failure = (1, error) }
    } else if let constants = function.readConstants?(arguments.map(\.constant)) {
      function.body = constants.body
      failure = constants.failure
    }
    // A call of constants alone is evaluated now, and nil is an answer.
    guard let failure, !arguments.allSatisfy(\.isConstant),
      !arguments.contains(where: { $0.constant?.isNull ?? false })
    else { return }
    products.note(
      FilterNote(
        .failsOnTexts, "an error wherever it meets a value: \(failure.error)",
        at: node.arguments[failure.argument].range))
  }

  private static func call(
    _ function: FilterFunction, _ arguments: [ValueEvaluator], _ range: SourceRange
  ) -> CompiledExpression {
    let (body, mayLose) = (function.body, function.mayLose)
    return CompiledExpression(type: StaticType(kind: function.result)) {
      row, run throws(EvaluationError) in
      var values: [FilterValue] = []
      values.reserveCapacity(arguments.count)
      for argument in arguments { values.append(try argument.evaluate(row, run)) }
      do throws(EvaluationError) {
        let units = try run.reading(all: values)
        let result = try run.accept(try body(values, run), given: units, at: range)
        if mayLose { run.noteLoss(in: result, of: values[0], values[1], at: range) }
        return result
      } catch {
        throw error.located(at: range)
      }
    }
  }

  /// `FUNCTION(x, "uppercaseString")`
  mutating func compile(_ node: AST.Message) throws(SyntaxError) -> CompiledExpression {
    let receiver = try compile(node.receiver)
    var arguments: [CompiledExpression] = []
    for argument in node.arguments { arguments.append(try compile(argument)) }
    let message = options.libraries.message(node.selector)
    if message == nil { try noteUnknownSelector(node) }
    let call = Self.message(
      message, node, receiver.evaluator, arguments.map(\.evaluator))
    return folded(call, [receiver] + arguments)
  }

  /// Refuses a selector that no library has. Foundation fails only in evaluation. So does a strict predicate,
  /// which gets a note.
  private mutating func noteUnknownSelector(_ node: AST.Message) throws(SyntaxError) {
    guard options.isStrict else {
      throw options.error(.unknownSelector(node.selector), at: node.selectorRange)
    }
    let failure = EvaluationError(.unknownSelector(node.selector))
    products.note(FilterNote(.alwaysFails, "always an error: \(failure)", at: node.selectorRange))
  }

  private static func message(
    _ message: FilterMethod?, _ node: AST.Message, _ receiver: ValueEvaluator,
    _ arguments: [ValueEvaluator]
  ) -> CompiledExpression {
    let (selector, place, range) = (node.selector, node.selectorRange, node.range)
    let colons = selector.utf8.count { $0 == UInt8(ascii: ":") }
    return CompiledExpression(type: StaticType(kind: message?.result)) {
      row, run throws(EvaluationError) in
      let target = try receiver.evaluate(row, run)
      guard let message else {
        throw EvaluationError(.unknownSelector(selector), at: place)
      }
      guard colons == arguments.count else {
        throw EvaluationError(
          .wrongSelectorArguments(selector: selector, expected: colons, found: arguments.count),
          at: place)
      }
      var values: [FilterValue] = []
      for argument in arguments { values.append(try argument.evaluate(row, run)) }
      if case .null = target { return .null }
      do throws(EvaluationError) {
        let units = try run.reading(target) + run.reading(all: values)
        return try run.accept(try message.body(target, values, run), given: units, at: range)
      } catch {
        throw error.located(in: node)
      }
    }
  }

  /// `CAST(x, "NSNumber")`
  mutating func compile(_ node: AST.Cast) throws(SyntaxError) -> CompiledExpression {
    let operand = try compile(node.operand)
    let type = try compile(node.type)
    let (value, name, libraries) = (operand.evaluator, type.evaluator, options.libraries)
    let (range, typeRange) = (node.range, node.type.range)
    let isStrict = options.isStrict
    var known: FilterCast?
    if case .string(let name)? = type.constant { known = options.libraries.cast(name) }
    let cast = known
    return folded(
      CompiledExpression(type: StaticType(kind: cast?.result)) { row, run throws(EvaluationError) in
        let operand = try value.evaluate(row, run)
        let conversion: FilterCast
        if let cast {
          conversion = cast
        } else {
          conversion = try libraries.cast(named: try name.evaluate(row, run), at: typeRange)
        }
        do throws(EvaluationError) {
          let units = try run.reading(operand)
          let body = isStrict ? conversion.body : conversion.extendedBody ?? conversion.body
          let result = try run.accept(try body(operand), given: units, at: range)
          if conversion.mayLose { run.noteLoss(in: result, of: operand, at: range) }
          return result
        } catch {
          throw error.located(at: range)
        }
      }, [operand, type])
  }
}

extension FilterFunction {
  /// The kind of argument number `index`; nil for any kind.
  fileprivate func parameter(_ index: Int) -> FilterKind? {
    index < parameters.count ? parameters[index] : parameters.last ?? nil
  }
}

extension LibraryIndex {
  /// The cast to the type of this name.
  fileprivate func cast(
    named name: FilterValue, at range: SourceRange
  ) throws(EvaluationError) -> FilterCast {
    guard case .string(let name) = name else {
      throw EvaluationError(.castTypeNotAString(found: name.kind), at: range)
    }
    if let cast = cast(name) { return cast }
    if name == "Class" {
      throw EvaluationError(.castToClass, at: range)
    }
    throw EvaluationError(.unknownCast(name), at: range)
  }
}
