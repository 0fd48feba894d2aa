internal import FilterEngine
internal import FilterSyntax

/// Answers what asks for the language alone.
struct PipeLanguage {
  let libraries: FilterLibraries
  var limits = EvaluationLimits.standard

  /// `evaluate`
  func evaluate(_ members: PipeMembers) throws(PipeError) -> Bool {
    let limits = limits.beginning()
    let predicate = try members.predicate(libraries, limits)
    let bindings = try members.bindings
    do throws(EvaluationError) {
      return try predicate.matches(members.item, bindings: bindings, limits: limits)
    } catch {
      throw PipeError(error, in: try members.text("filter"))
    }
  }

  /// `format`; variables that are given stand in the text as their values.
  func format(_ members: PipeMembers) throws(PipeError) -> String {
    let bindings = try members.bindings
    let predicate = try members.predicate(libraries, limits)
    guard !bindings.isEmpty else { return predicate.syntax.description }
    do throws(SyntaxError) {
      return try predicate.substituting(bindings).syntax.description
    } catch {
      throw PipeError(error)
    }
  }

  /// `value`
  func value(_ members: PipeMembers) throws(PipeError) -> FilterValue {
    let text = try members.text("expression")
    let arguments = try members.arguments
    let isStrict = try members.isStrict
    let bindings = try members.bindings
    let limits = limits.beginning()
    let expression: FilterExpression<FilterValue>
    do throws(SyntaxError) {
      expression = try FilterExpression(
        FilterText(runTime: text), arguments: arguments, libraries: libraries, strict: isStrict,
        limits: limits, refusesUnused: false)
    } catch {
      throw PipeError(error)
    }
    do throws(EvaluationError) {
      return try expression.value(of: members.item, bindings: bindings, limits: limits)
    } catch {
      throw PipeError(error, in: text)
    }
  }
}
