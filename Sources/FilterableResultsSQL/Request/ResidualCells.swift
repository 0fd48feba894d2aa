internal import EssentialFoundation
internal import FilterEngine
internal import FilterSQL
internal import FilterSyntax

/// The residual of a request over the cells that it reads, so that a row is decoded only if it can match.
struct ResidualCells {
  private var cells: [(index: Int, column: SQLColumn)]
  private let shape: FilterObject.Shape
  private let matcher: FilterMatcher

  /// The columns that the residual reads.
  var columns: [SQLColumn] { cells.map(\.column) }

  /// Nil if the residual reads anything but columns, or more than a number of them, such as most, so that rows can as
  /// well be decoded.
  init?(
    _ residual: AST.Predicate, among columns: [SQLColumn], atMost most: Int,
    options: FilterOptions, bindings: [String: FilterValue], now: Date
  ) {
    let reads = KeyReads(residual)
    guard reads.computed.isEmpty, residual.hasOneAnswer(options.libraries) else { return nil }
    var cells: [(index: Int, column: SQLColumn)] = []
    for read in reads.reads {
      guard read.path.count == 1,
        let index = columns.firstIndex(where: {
          $0.field.utf8.elementsEqual(read.path[0].wrappedValue.utf8)
        }), columns[index].kind.isScalar
      else { return nil }
      if !cells.contains(where: { $0.index == index }) {
        cells.append((index, columns[index]))
      }
    }
    guard !cells.isEmpty, cells.count <= most,
      let predicate = try? FilterPredicate<FilterValue>(residual, options: options.ofParts)
    else { return nil }
    self.cells = cells
    shape = FilterObject.Shape(cells.map(\.column.field))
    matcher = FilterMatcher(predicate, bindings: bindings, now: now)
  }

  /// The same for rows that begin with the cells of `columns`.
  var ofOwnColumns: ResidualCells {
    var copy = self
    copy.cells = cells.enumerated().map { ($0, $1.column) }
    return copy
  }

  /// Whether a row matches; nil if the residual fails on it, or if a cell does not have the declared type.
  func answer(_ row: any SQLCells) -> Bool? {
    var values: [FilterValue] = []
    values.reserveCapacity(cells.count)
    for (index, column) in cells {
      guard let value = column.scalar(row.cell(at: index)) else { return nil }
      values.append(value)
    }
    return try? matcher.matches(.object(FilterObject(shape: shape, values: values)))
  }
}

extension AST.Predicate {
  /// Whether a predicate has the same answer each time, and reads keys by their names.
  fileprivate func hasOneAnswer(_ libraries: FilterLibraries) -> Bool {
    var hasOneAnswer = true
    try? visit(
      expressions: { expression in
        switch expression {
        case .call(let call):
          let isPure = libraries.function(call.selector)?.isPure ?? false
          if !isPure, call.selector != "now" { hasOneAnswer = false }
        case .anyKey: hasOneAnswer = false
        default: break
        }
      }, comparisons: { _ in })
    return hasOneAnswer
  }
}

extension SQLColumn.Kind {
  /// Whether a cell has one value, which `SQLColumn.scalar` reads.
  var isScalar: Bool {
    switch self {
    case .integer, .real, .boolean, .text, .bytes, .uuid, .uuidText, .date: true
    case .decimal, .json, .dynamic: false
    }
  }
}

extension SQLColumn {
  /// The value of a cell as items have it; nil if it does not have the declared type.
  func scalar(_ cell: SQLCellValue) -> FilterValue? {
    if case .real = kind, case .integer(let integer) = cell {
      return Double(exactly: integer).map { .double($0) }
    }
    return decoded(cell)
  }
}
