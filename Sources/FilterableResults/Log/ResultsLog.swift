public import FilterEngine

/// The edits of a controller's rows and sections that can be undone and redone.
///
/// A controller records its edits while it has a log:
///
/// ```swift
/// results.log = ResultsLog(limit: 100)
/// try results.remove(at: path)
/// try results.undo()
/// ```
///
/// The log records edits of rows and sections, visible or hidden, and replacements of all contents, such as those that
/// a source delivers. It does not record changes of filters, sort orders and collapsed sections, which an undo leaves
/// as they are.
///
/// A batch is one edit. An edit after an undo removes the edits that could be redone. A change of the identity of rows
/// empties the log.
///
/// The log keeps the items that edits replaced or removed. Replacements of all contents share the rows that stay the
/// same.
public struct ResultsLog<Item: Filterable> {
  var edits: StoreLog

  init(_ edits: StoreLog) { self.edits = edits }

  /// Creates an empty log.
  ///
  /// - Parameter limit: The greatest number of edits that can be undone; older ones are dropped. Nil for no limit.
  public init(limit: Int? = nil) { edits = StoreLog(limit: limit) }

  /// The greatest number of edits that can be undone, nil for no limit; a negative number counts as 0.
  public var limit: Int? {
    get { edits.limit }
    set { edits.limit = newValue }
  }

  /// The number of edits that can be undone.
  public var undoCount: Int { edits.undoable.count }

  /// The number of edits that can be redone.
  public var redoCount: Int { edits.redoable.count }
}

extension ResultsController {
  /// The edits that can be undone and redone; nil, the default, records no edits.
  ///
  /// A decoded log can be set if the controller has the same rows as when the log was encoded.
  public var log: ResultsLog<Item>? {
    get { store.log.map { ResultsLog($0) } }
    set { store.setLog(newValue?.edits) }
  }

  /// Reverts the last edit as one change.
  ///
  /// ```swift
  /// results.log = ResultsLog()
  /// results.remove(key: 7)
  /// try results.undo()  // the row is back in its position
  /// ```
  ///
  /// - Returns: False if there is no edit to undo.
  /// - Throws: `batchIsOpen` in a batch; `otherContents` if the rows are not those of the log; `limit` if a filter
  ///   exceeds one. The rows and the log stay the same then.
  /// - Complexity: The same as that of the edit.
  @discardableResult
  public func undo() throws(ResultsError) -> Bool {
    try make(store.log?.undoable.last, as: .undo)
  }

  /// Repeats the last edit that was undone as one change.
  ///
  /// - Returns: False if there is no edit to redo.
  /// - Throws: `batchIsOpen` in a batch; `otherContents` if the rows are not those of the log; `limit` if a filter
  ///   exceeds one. The rows and the log stay the same then.
  /// - Complexity: The same as that of the edit.
  @discardableResult
  public func redo() throws(ResultsError) -> Bool {
    try make(store.log?.redoable.last, as: .redo)
  }

  private func make(_ steps: [StoreStep]?, as kind: StoreLog.Kind) throws(ResultsError) -> Bool {
    guard !isInBatch else { throw .batchIsOpen }
    guard let steps else { return false }
    try editAll { () throws(ResultsError) in
      try store.make(steps)
      // The batch, which ends with it, is recorded as this kind.
      store.log?.kind = kind
    }
    return true
  }
}
