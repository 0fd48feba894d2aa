package import FilterEngine

extension ResultsController {
  /// Changes the configuration, and applies it to the rows as one change.
  ///
  /// ```swift
  /// try results.configure { $0.rows.sort = [.descending(\.age)] }
  /// ```
  ///
  /// The change is a reload if the identity changes, or if rows get a section key or lose it.
  ///
  /// - Throws: `unfittingSections`; `duplicateKey` if rows have one key by a new identity and duplicates are refused;
  ///   `limit`.
  public func configure(
    _ change: (inout ResultsConfiguration<Item>) -> Void
  ) throws(ResultsError) {
    var configuration = configuration
    change(&configuration)
    try configure(configuration)
  }

  /// Replaces the configuration, and applies it to the rows as one change.
  ///
  /// - Throws: As `configure(_:)` with a closure.
  package func configure(_ configuration: ResultsConfiguration<Item>) throws(ResultsError) {
    try configuration.checkSections()
    try editAll { () throws(ResultsError) in
      set { $0.configuration = configuration }
      try store.configure(ResultsRules(configuration, store.rules.numbers))
    }
  }

  /// Sets limits for the edits of one request, whose time has begun; nil for the limits of each edit.
  package func setRequest(_ limits: EvaluationLimits?) { store.verdicts.request = limits }

  /// Counts the rows for facets and aggregates within the limits of the edit; a delivery counts them without.
  ///
  /// For use in a batch, which the caller reverts if this throws.
  ///
  /// - Throws: `limit`.
  package func countSummaries() throws(ResultsError) { try store.countSummaries() }

  /// Replaces the limits. No filter is evaluated, and nothing is delivered.
  package func setLimits(_ limits: EvaluationLimits) {
    set { $0.configuration.limits = limits }
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
