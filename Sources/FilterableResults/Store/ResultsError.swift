public import FilterEngine

/// The reason for which an edit is refused; the results do not change.
@nonexhaustive
public enum ResultsError: Error, Hashable, Sendable {
  /// The controller has no data, so that single rows cannot be edited.
  case noData
  /// The store has no such position.
  case noPosition(StorePosition)
  /// No row with an item is shown at the index path.
  case noPath(ResultsPath)
  /// The store has no such section.
  case noSection(Int)
  /// No row has the key.
  case noKey(FilterValue)
  /// Another row has the key, and duplicates are refused.
  case duplicateKey(FilterValue)
  /// Another section has the key, and duplicates are refused.
  case duplicateSection(FilterValue)
  /// The store is a flat list without sections.
  case notSectioned
  /// `end` or `rollback` is called without `begin`.
  case noBatch
  /// `undo` or `redo` is called in a batch.
  case batchIsOpen
  /// The rows differ from those that a log was recorded with.
  case otherContents
  /// The order or the titles of sections are for keys of another kind; the text names both.
  case unfittingSections(String)
  /// Values of the facet cannot be chosen; the text says why.
  case unfittingFacet(String)
  /// A filter hits a limit of the configuration, or the task is cancelled.
  case limit(EvaluationError)
}

extension ResultsError: CustomStringConvertible {
  /// A description of the error, a sentence without a full stop.
  public var description: String {
    switch self {
    case .noData: "there is no data yet"
    case .noPosition(let position): "the store has no position \(position)"
    case .noPath(let path): "no row with an item is shown at \(path)"
    case .noSection(let section): "there is no section \(section)"
    case .noKey(let key): "no row has the key \(key)"
    case .duplicateKey(let key): "a row with the key \(key) is there already"
    case .duplicateSection(let key): "there are two sections \(key)"
    case .notSectioned: "the store has no sections"
    case .noBatch: "no batch was begun"
    case .batchIsOpen: "a batch is open"
    case .otherContents: "the rows are not those that the log was recorded of"
    case .unfittingSections(let reason), .unfittingFacet(let reason): reason
    case .limit(let error): error.message
    }
  }
}
