public import FilterEngine

/// Why an edit was refused; the results are as they were.
@nonexhaustive
public enum ResultsError: Error, Hashable, Sendable {
  /// Rows cannot be edited one by one before there is data.
  case noData
  /// The store has no such position.
  case noPosition(StorePosition)
  /// No row with an item is visible at the index path.
  case noPath(ItemPath)
  /// The store has no such section.
  case noSection(Int)
  /// No row has the key.
  case noKey(FilterValue)
  /// The key is there already, and duplicates are refused.
  case duplicateKey(FilterValue)
  /// Two sections of one name, and duplicates are refused.
  case duplicateSection(FilterValue)
  /// The store is one flat list.
  case notSectioned
  /// `end` or `rollback` without `begin`.
  case noBatch
  /// `undo` or `redo` in a batch.
  case batchIsOpen
  /// The rows are not those that a log was recorded of.
  case otherContents
  /// The order or the titles of sections are made for keys of another kind, as the text says.
  case unfittingSections(String)
  /// A filter hit a limit of the configuration, or the task was cancelled.
  case limit(EvaluationError)
}

extension ResultsError: CustomStringConvertible {
  /// What went wrong, in a sentence without a full stop.
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
    case .unfittingSections(let reason): reason
    case .limit(let error): error.message
    }
  }
}
