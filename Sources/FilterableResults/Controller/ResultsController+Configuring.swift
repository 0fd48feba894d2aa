internal import FilterEngine

extension ResultsController {
  /// Changes the settings; what is shown follows as one delivery: a reload where identity changes or
  /// sections by key come or go, a diff otherwise.
  ///
  /// - Throws: `duplicateKey` where a new identity finds duplicates and they are refused.
  public func configure(
    _ change: (inout ResultsConfiguration<Item>) -> Void
  ) throws(ResultsError) {
    var configuration = configuration
    change(&configuration)
    try configure(configuration)
  }

  /// Puts other settings in the place of the present ones.
  ///
  /// - Throws: `duplicateKey` where a new identity finds duplicates and they are refused.
  public func configure(_ configuration: ResultsConfiguration<Item>) throws(ResultsError) {
    try editAll { () throws(ResultsError) in
      self.configuration = configuration
      try store.configure(ResultsRules(configuration, store.rules.numbers))
    }
  }

  /// Replaces the limits; no row is asked again, and nothing is delivered.
  public func setLimits(_ limits: EvaluationLimits) {
    configuration.limits = limits
    store.setLimits(ResultsRules(configuration, store.rules.numbers))
  }
}
