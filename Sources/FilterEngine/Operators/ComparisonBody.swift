/// What a comparison says of two values.
typealias ComparisonBody =
  @Sendable (_ left: FilterValue, _ right: FilterValue, _ run: EvaluationRun)
  throws(EvaluationError)
  -> Bool
