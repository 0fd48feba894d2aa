#if SQLite
  internal import FilterEngine
  internal import FilterSQL

  /// Answers a test for one row of a statement after another.
  final class RowTester {
    private let test: SQLRowTest
    private let matcher: FilterMatcher
    private let readsDoubles: Bool
    private var inPlace: RowTesterInPlace?
    private var count = 0

    /// The number of rows after which the predicate is compiled again, for reading cells in place. A statement with
    /// fewer rows is not worth it.
    private static var fewRows: Int { 32 }

    init(_ test: SQLRowTest, readsDoubles: Bool) {
      self.test = test
      self.readsDoubles = readsDoubles
      matcher = FilterMatcher(test.predicate, bindings: test.bindings, now: test.now)
    }

    /// Whether SQLite returns a row with these cells of the columns of the test.
    func answer(_ cells: UnsafeBufferPointer<OpaquePointer?>) -> Bool {
      if let answer = inPlace?.answer(cells) { return answer == test.isPass }
      if count <= Self.fewRows {
        if count == Self.fewRows {
          inPlace = RowTesterInPlace(test, in: matcher, readsDoubles: readsDoubles)
        }
        count += 1
      }
      return evaluate(cells)
    }

    /// The answer by values. A row with a text that is not UTF-8, or with an integer that is not a double, is returned, and
    /// is then an error.
    private func evaluate(_ cells: UnsafeBufferPointer<OpaquePointer?>) -> Bool {
      var row: [FilterValue] = []
      row.reserveCapacity(test.columns.count)
      for (column, cell) in zip(test.columns, cells) {
        guard let cell, var value = SQLiteCell(cell).value(column.kind) else { return true }
        if readsDoubles, case .real = column.kind, case .int(let integer) = value {
          guard let double = Double(exactly: integer) else { return true }
          value = .double(double)
        }
        row.append(value)
      }
      do throws(EvaluationError) {
        let value = FilterValue.object(FilterObject(shape: test.shape, values: row))
        return try matcher.matches(value) == test.isPass
      } catch {
        return true
      }
    }
  }
#endif
