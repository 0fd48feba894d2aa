internal import EssentialFoundation
internal import FilterEngine
internal import FilterSQL
internal import FilterSyntax

/// Reads the rows of a relation into the items of a table.
struct RelationLoader<Item: Filterable & Sendable>: Sendable {
  /// The indices of the columns that link to the other table.
  let link: [Int]

  /// Reads the related rows of a page into its items. The second argument is the index of the relation among those that
  /// are read.
  let load: @Sendable (inout [RelatedRow<Item>], Int, RelationPaths, RelatedReading) throws -> Void

  /// Adds the relations on a key path from a related row.
  let add: @Sendable (ArraySlice<Exact>, Bool, inout RelationPaths) -> String?

  init<Other>(
    _ relation: SQLRelation, of table: SQLTableDeclaration, to other: SQLTable<Other>,
    put: @escaping @Sendable (inout Item, [Other]) -> Void
  ) {
    link = table.indices(of: relation.ownColumns(of: table))
    load = { page, relationIndex, below, reading in
      let found = try reading.rows(
        of: relation, in: other, linkedBy: Set(page.compactMap { $0.links[relationIndex] }),
        with: below)
      for index in page.indices {
        guard case .success(var item) = page[index].item else { continue }
        let link = page[index].links[relationIndex]
        if let error = link.flatMap({ found.failures[$0] }) {
          // Without the related row it is unknown whether the row matches.
          page[index].item = .failure(error)
        } else {
          put(&item, link.flatMap { found.rows[$0] } ?? [])
          page[index].item = .success(item)
        }
      }
    }
    add = { other.add($0, isWhole: $1, to: &$2) }
  }
}

extension SQLRelation {
  /// The columns of its table that link to the other table.
  func ownColumns(of table: SQLTableDeclaration) -> [String] {
    cardinality == .one ? from : table.key
  }
}

/// The values by which rows of two tables are related.
struct RowLink: Hashable, Sendable {
  private enum Part: Hashable {
    /// The bytes of a text, as databases compare them
    case text([UInt8])
    case value(SQLValue)
  }

  private let parts: [Part]

  /// The link of the current row; nil if a part is NULL, which links to no row.
  init?(_ cells: any SQLCells, _ columns: [Int]) {
    var parts: [Part] = []
    for column in columns {
      switch cells.value(at: column) {
      case .text(let text): parts.append(.text(Array(text.utf8)))
      case let value?: parts.append(.value(value))
      case nil: return nil
      }
    }
    self.parts = parts
  }

  /// The first value as filters read it in a column.
  func first(in column: SQLColumn) -> FilterValue? {
    switch (column.kind, parts.first) {
    case (.integer, .value(.integer(let integer))?): .int(integer)
    case (.text, .text(let bytes)?): .string(String(decoding: bytes, as: UTF8.self))
    case (.bytes, .value(.bytes(let bytes))?): .data(Data(bytes))
    case (.uuid, .value(.bytes(let bytes))?): UUID(bytes: bytes).map { .uuid($0) }
    default: nil
    }
  }
}
