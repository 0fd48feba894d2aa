internal import FilterEngine

extension ResultsController {
  /// Changes the settings; what is shown follows as one delivery: a reload where identity changes or
  /// sections by key come or go, a diff otherwise.
  ///
  /// - Throws: `unfittingSections`; `duplicateKey` where a new identity finds duplicates and they are refused.
  public func configure(
    _ change: (inout ResultsConfiguration<Item>) -> Void
  ) throws(ResultsError) {
    var configuration = configuration
    change(&configuration)
    try configure(configuration)
  }

  /// Puts other settings in the place of the present ones.
  ///
  /// - Throws: `unfittingSections`; `duplicateKey` where a new identity finds duplicates and they are refused.
  public func configure(_ configuration: ResultsConfiguration<Item>) throws(ResultsError) {
    try configuration.checkSections()
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

extension ResultsConfiguration {
  /// Throws if the order or the titles of sections do not fit the kind of their keys.
  func checkSections() throws(ResultsError) {
    guard let kind = sections.key?.kind else { return }
    func check(_ setting: String, _ other: FilterKind) throws(ResultsError) {
      guard other != .null, other.comparisonKind != kind.comparisonKind else { return }
      throw .unfittingSections(
        "\(setting) is for \(other.plural), and the section keys are \(kind.plural)")
    }
    switch sections.order.rule {
    case .first: break
    case .ascending, .descending:
      guard kind.isOrdered else {
        throw .unfittingSections("the section keys are \(kind.plural), which have no order")
      }
    case .listed(let keys): for key in keys { try check("the order", key.kind) }
    case .by: if let other = sections.order.kind { try check("the order", other) }
    }
    if let other = sections.titleKind { try check("the title", other) }
  }
}
