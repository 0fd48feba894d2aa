public import FilterEngine

/// The edits of a controller's store, to undo and redo them.
///
/// A controller records its edits while it has a log:
///
/// ```swift
/// results.log = ResultsLog(limit: 100)
/// try results.remove(at: path)
/// try results.undo()
/// ```
///
/// Edits of rows and sections are recorded, and wholesale changes of the contents, such as those that a source
/// delivers. Filters, orders and collapsed sections are not: they decide which rows are shown, and an undo
/// leaves them as they are. It takes back what was done to hidden rows too, and leaves all other rows alone.
///
/// A batch is one edit. An edit after an undo drops what could be redone. Another identity of the rows empties the log.
///
/// The log keeps the contents that edits have replaced or removed. Wholesale changes share the rows that they have in
/// common.
public struct ResultsLog<Item: Filterable> {
  var edits: StoreLog

  init(_ edits: StoreLog) { self.edits = edits }

  /// A log without edits.
  ///
  /// - Parameter limit: The most edits that can be undone; older ones are dropped. Nil for no limit.
  public init(limit: Int? = nil) { edits = StoreLog(limit: limit) }

  /// The most edits that can be undone, nil for no limit; a negative number counts as 0.
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
  /// The edits that can be undone and redone; nil, as it is at first, records none.
  ///
  /// A log that was read from a file can be set on the rows that it was recorded of.
  public var log: ResultsLog<Item>? {
    get { store.log.map { ResultsLog($0) } }
    set { store.setLog(newValue?.edits) }
  }

  /// Takes back the last edit that is in force, as one change; false if there is none.
  ///
  /// ```swift
  /// results.log = ResultsLog()
  /// results.remove(key: 7)
  /// try results.undo()  // the row is back in its position
  /// ```
  ///
  /// - Throws: `batchIsOpen`; `otherContents` if the rows are not those that the log was recorded of; `limit` if a
  ///   filter hits one. Then rows and log stay as they were.
  /// - Complexity: That of the edit.
  @discardableResult
  public func undo() throws(ResultsError) -> Bool {
    try make(store.log?.undoable.last, as: .undo)
  }

  /// Makes the last edit again that was undone, as one change; false if there is none.
  ///
  /// - Throws: As `undo()`.
  /// - Complexity: That of the edit.
  @discardableResult
  public func redo() throws(ResultsError) -> Bool {
    try make(store.log?.redoable.last, as: .redo)
  }

  private func make(_ steps: [StoreStep]?, as kind: StoreLog.Kind) throws(ResultsError) -> Bool {
    guard !isInBatch else { throw .batchIsOpen }
    guard let steps else { return false }
    store.log?.kind = kind
    do throws(ResultsError) {
      try editAll { () throws(ResultsError) in try store.make(steps) }
    } catch {
      store.log?.kind = .edit
      throw error
    }
    return true
  }
}
