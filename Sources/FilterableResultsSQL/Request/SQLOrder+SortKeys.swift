internal import EssentialFoundation
internal import FilterEngine
internal import FilterSQL
internal import FilterSyntax
internal import FilterTables
internal import FilterableResults

extension SQLFetchRequest {
  /// The terms of the order; nil if the database would order rows in another way than the engine.
  func order(_ dialect: SQLDialect) -> [SQLOrder]? {
    var order: [SQLOrder] = []
    for key in sort {
      guard let field = key.keyPath, key.missing == .automatic,
        order.append(
          field, isAscending: key.isAscending, options: key.options, isNumeric: key.isNumeric,
          of: table.declaration, dialect)
      else { return nil }
    }
    return order
  }
}

extension SQLKeyColumn {
  /// The sort key that orders items as the column; nil if items have no such field.
  func sortKey<Item>(of type: Item.Type) -> ResultsSortKey<Item>? {
    try? column.sortKey(of: type)
  }
}

extension SQLColumn {
  /// The sort key that orders items as the column of a key.
  fileprivate func sortKey<Item>(
    of type: Item.Type, ascending: Bool = true
  ) throws(SyntaxError) -> ResultsSortKey<Item> {
    if kind == .uuid { return try ResultsSortKey(uuids: field, ascending: ascending) }
    return try ResultsSortKey(
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
