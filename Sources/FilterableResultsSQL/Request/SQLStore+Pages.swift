internal import FilterEngine
internal import FilterSQL
internal import FilterableResults

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension SQLStore {
  /// The rows of a request that come after an item in its order: the next page, of `limit` rows.
  ///
  /// The database goes to the position of the item, which may be gone, and not through the rows before it. The offset
  /// of the request counts from the first row, and is not for pages.
  ///
  /// - Throws: ``FetchError/noPosition(_:)`` where the database cannot compare rows with the item; as `fetch(_:)`.
  public func fetch<Item>(
    _ request: SQLFetchRequest<Item>, after item: Item
  ) throws -> FetchedRows<Item> {
    var request = request
    request.offset = 0
    return try read { [dialect, request] reader in
      try request.check(reader)
      return try FetchPlan(request, dialect, after: item).window(reader)
    }
  }

  /// How many rows match a request; its limit and offset do not count.
  ///
  /// The database counts where it can decide about all rows. Rows that the predicate fails on are not counted.
  ///
  /// - Throws: As `fetch(_:)`.
  public func count<Item>(_ request: SQLFetchRequest<Item>) throws -> Int {
    var request = request
    (request.limit, request.offset, request.sort, request.prefetched) = (nil, 0, [], [])
    return try read { [dialect, request] reader in
      try request.check(reader)
      let plan = try FetchPlan(request, dialect)
      guard let select = SQLSelect.count(plan.translation) else {
        return try plan.rows(reader).items.count
      }
      var count = 0
      try reader.read(select, tests: plan.translation.tests) { cells in
        if case .integer(let number) = cells.cell(at: 0) { count = Int(number) }
        return false
      }
      return count
    }
  }
}

extension SQLColumn {
  /// A value of an item as the column has it; nil where there is none that is read as the same.
  func stored(_ value: FilterValue) -> SQLValue? {
    switch (kind, value) {
    case (.integer, .int(let integer)): .integer(integer)
    case (.real, .double(let double)): .real(double)
    case (.boolean, .bool(let truth)): .boolean(truth)
    case (.text, .string(let text)): .text(text)
    case (.date(let form), .date(let date)): form.stored(date)
    default: nil
    }
  }
}

extension SQLDateForm {
  /// What is stored for a date; nil where nothing is read as this date.
  fileprivate func stored(_ date: Date) -> SQLValue? {
    let seconds = date.timeIntervalSinceReferenceDate
    let unix = date.timeIntervalSince1970
    switch self {
    case .unixSeconds, .unixMilliseconds:
      let unit = self == .unixSeconds ? 1.0 : 1000
      guard let stored = Int64(exactly: (unix * unit).rounded()), self.seconds(stored) == seconds
      else { return nil }
      return .integer(stored)
    case .unixReal: return self.seconds(unix) == seconds ? .real(unix) : nil
    default: return nil
    }
  }
}
