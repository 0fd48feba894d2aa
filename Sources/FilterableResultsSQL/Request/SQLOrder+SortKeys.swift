internal import FilterEngine
internal import FilterSQL
internal import FilterSyntax
internal import FilterableResults

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension SQLOrder {
  /// The terms that order rows by sort keys; nil if the database would order them in another way than the engine.
  static func terms<Item>(
    _ keys: [SortKey<Item>], of table: SQLTableDeclaration, _ dialect: SQLDialect
  ) -> [SQLOrder]? {
    var terms: [SQLOrder] = []
    for key in keys {
      guard let column = table.columns.first(where: { $0.field == key.keyPath }),
        key.missing == .automatic
      else { return nil }
      var term = SQLOrder(column.name, descending: !key.isAscending)
      if !isExact(column, dialect), !key.comparesBytes(of: column) {
        guard dialect.hasCollations, column.kind == .text else { return nil }
        term.collation = SQLCollation(key.options, isNumeric: key.isNumeric)
        guard term.collation != nil else { return nil }
      }
      // A second term of a column never decides, unless the first one takes different texts for equal.
      let isDecided = terms.contains {
        $0.column == column.name && ($0.collation == nil || $0.collation == term.collation)
      }
      if !isDecided { terms.append(term) }
    }
    return terms
  }
}

extension SortKey {
  /// Whether the key compares texts by their bytes, as databases do.
  fileprivate func comparesBytes(of column: SQLColumn) -> Bool {
    column.kind == .text && options == .normalized && !isNumeric
  }
}

extension SQLKeyColumn {
  /// The sort key that orders items as the column; nil if items have no such field.
  func sortKey<Item>(of type: Item.Type) -> SortKey<Item>? {
    try? column.sortKey(of: type)
  }
}

extension SQLColumn {
  /// The sort key that orders items as the column of a key.
  fileprivate func sortKey<Item>(
    of type: Item.Type, ascending: Bool = true
  ) throws(SyntaxError) -> SortKey<Item> {
    if kind == .uuid { return try SortKey(uuids: field, ascending: ascending) }
    return try SortKey(
      keyPath: field, ascending: ascending, options: kind == .text ? .normalized : [])
  }
}

extension SQLFetchRequest {
  /// The request with its rows in reverse order.
  ///
  /// - Throws: ``FetchError/noPosition(_:)`` if the database cannot order the rows.
  func reversed() throws(FetchError) -> SQLFetchRequest {
    var request = self
    request.sort = sort.map { key in
      var key = key
      key.isAscending.toggle()
      return key
    }
    for name in table.declaration.key {
      guard let column = table.declaration.columns.first(where: { $0.name == name }),
        let key = try? column.sortKey(of: Item.self, ascending: false)
      else { throw .noPosition(name) }
      request.sort.append(key)
    }
    return request
  }
}

extension SQLColumn {
  /// The stored form of a value of an item; nil if no stored value is read as this value.
  func stored(_ value: FilterValue) -> SQLValue? {
    switch (kind, value) {
    case (.integer, .int(let integer)): .integer(integer)
    case (.real, .double(let double)): .real(double)
    case (.decimal, .decimal(let decimal)) where !decimal.isNaN: .text(decimal.description)
    case (.boolean, .bool(let truth)): .boolean(truth)
    case (.text, .string(let text)): .text(text)
    case (.bytes, .data(let data)): .bytes(Array(data))
    case (.uuid, .uuid(let uuid)): .uuid(withUnsafeBytes(of: uuid.uuid) { Array($0) })
    case (.date(let form), .date(let date)): form.stored(date)
    default: nil
    }
  }
}

extension SQLDateForm {
  /// The stored form of a date; nil if no stored value is read as this date.
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
    case .timestamp, .timestampWithoutZone, .calendarDay:
      // Since 2000-01-01
      let since2000 = unix - 946_684_800
      let steps = self == .calendarDay ? since2000 / 86_400 : since2000 * 1_000_000
      guard let stored = Int64(exactly: steps.rounded()), self.seconds(stored) == seconds
      else { return nil }
      return value(stored)
    case .julianDay, .text: return nil
    }
  }
}
