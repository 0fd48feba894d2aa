import FilterEngine
import FilterJSON
import Foundation
import TestSupport

@testable import FilterSQL

/// Three tables of hostile values, and the same rows as the engine sees them.
struct HostileTable {
  /// A row as its columns are stored, in the order of the declaration.
  typealias Stored = [SQLValue?]

  let items: [Stored]
  let owners: [Stored]
  let orders: [Stored]

  /// The items as values, with their owners and orders.
  let values: [FilterValue]

  init(seed: UInt64, rows: Int, _ dialect: SQLDialect) {
    var random = SeededGenerator(seed: seed)
    let storing = Storing(dialect: dialect)
    let owners = (1...5).map { id -> Stored in
      [.integer(Int64(id)), storing.text(&random), storing.integer(&random)]
    }
    let items = (1...rows).map { id in storing.item(Int64(id), &random) }
    var orders: [Stored] = []
    for id in 1...(2 * rows) {
      // Some belong to no item.
      let item = Int64.random(in: 1...Int64(rows + 2), using: &random)
      orders.append([
        .integer(Int64(id)), .integer(item), storing.integer(&random), storing.text(&random),
        storing.date(.unixSeconds, &random), storing.text(&random),
      ])
    }
    self.items = items
    self.owners = owners
    self.orders = orders
    values = items.map { Self.value($0, Self.columns(dialect), owners: owners, orders: orders) }
  }

  // MARK: - Declarations

  /// `hasAffinities` is false for a declaration that does not know what columns of any type convert.
  static func declaration(
    _ dialect: SQLDialect, hasAffinities: Bool = true
  ) throws -> SQLTableDeclaration {
    let owner = try SQLTableDeclaration(
      "owner", key: ["id"],
      columns: [
        .integer("id"), .text("name", nullable: true, indexed: true),
        .integer("age", nullable: true),
      ])
    let order = try SQLTableDeclaration(
      "order", key: ["id"],
      columns: [
        .integer("id"), .integer("item_id", field: "itemID"), .integer("price", nullable: true),
        .text("label", nullable: true, indexed: true),
        .date("day", as: .unixSeconds, nullable: true), .text("note", nullable: true),
      ])
    return try SQLTableDeclaration(
      "item \"1\"", key: ["id"],
      columns: columns(dialect).map { column in
        guard case .dynamic = column.kind, !hasAffinities else { return column }
        return .dynamic(column.name, affinity: .none, indexed: column.isIndexed)
      },
      relations: [
        .toOne("owner", owner, from: ["owner_id"]),
        .toMany("orders", order, to: ["item_id"], orderedBy: ["id"]),
      ])
  }

  static func columns(_ dialect: SQLDialect) -> [SQLColumn] {
    [
      .integer("id"), .integer("whole", nullable: true), .integer("other"),
      .real("ratio", nullable: true), .boolean("flag", nullable: true),
      .text("name", nullable: true, indexed: true), .text("code"),
      .text("title", nullable: true, indexed: true, comparesBytes: false),
      .date("born", as: .unixSeconds, nullable: true), .date("seen", as: seen(dialect)),
      .date("at", as: .unixReal, nullable: true),
      SQLColumn("raw", .bytes, nullable: true), SQLColumn("token", .uuid, nullable: true),
      .integer("owner_id", nullable: true, field: "ownerID"), .real("share", field: "part \"x\""),
      .date("stamp", as: .text(.milliseconds), nullable: true),
      .date("day", as: .text(.day), nullable: true),
      .date("julian", as: .julianDay, nullable: true), .decimal("price", nullable: true),
      .json("extra", isObject: true, nullable: true), .json("doc", isObject: false, nullable: true),
      .json("meta", isObject: true, nullable: true, canonical: true),
    ] + (dialect.storesNaN ? timeColumns : dynamicColumns)
  }

  /// What only PostgreSQL has.
  private static var timeColumns: [SQLColumn] {
    [
      .date("local", as: .timestampWithoutZone, nullable: true),
      .date("calendar", as: .calendarDay, nullable: true),
    ]
  }

  /// What only SQLite has.
  private static var dynamicColumns: [SQLColumn] {
    [
      .dynamic("anything", affinity: .none, indexed: true),
      .dynamic("loose", affinity: .numeric, indexed: true), .dynamic("word", affinity: .text),
      SQLColumn("mark", .uuidText, nullable: true, indexed: true),
    ]
  }

  private static func seen(_ dialect: SQLDialect) -> SQLDateForm {
    dialect.storesNaN ? .timestamp : .unixMilliseconds
  }

  /// The stored values as the engine sees them.
  private static func value(
    _ item: Stored, _ columns: [SQLColumn], owners: [Stored], orders: [Stored]
  ) -> FilterValue {
    var members = zip(columns, item).map { ($0.field, value($1, $0.kind)) }
    let owner = owners.first { $0[0] == item[13] }
    members.append(
      (
        "owner",
        owner.map {
          .object(FilterObject(zip(["id", "name", "age"], $0.map { value($0) }).map { ($0, $1) }))
        }
          ?? .null
      ))
    let own = orders.filter { $0[1] == item[0] }.map { order -> FilterValue in
      var members = zip(["id", "itemID", "price", "label", "day", "note"], order.map { value($0) })
        .map {
          (key: $0, value: $1)
        }
      members[4].value = value(order[4], .date(.unixSeconds))
      return .object(FilterObject(members))
    }
    members.append(("orders", .list(FilterList(own))))
    return .object(FilterObject(members.map { (key: $0.0, value: $0.1) }))
  }

  /// A stored value of a kind, or by its own.
  private static func value(
    _ stored: SQLValue?, _ kind: SQLColumn.Kind? = nil
  ) -> FilterValue {
    switch (stored, kind) {
    case (nil, _): .null
    case (let stored, .date(let form)): date(stored, form)
    case (.text(let text), .decimal): Decimal(string: text).map { .decimal($0) } ?? .null
    case (.text(let text), .json): (try? JSONReader().read(text)) ?? .null
    case (.text(let text), .uuidText): UUID(uuidString: text).map { .uuid($0) } ?? .null
    case (.integer(let value), _): .int(value)
    case (.real(let value), _): .double(value)
    case (.boolean(let value), _): .bool(value)
    case (.text(let text), _): .string(text)
    case (.bytes(let bytes), _): .data(Data(bytes))
    case (.uuid(let bytes), _):
      .uuid(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
    default: .null
    }
  }

  private static func date(_ stored: SQLValue?, _ form: SQLDateForm) -> FilterValue {
    let seconds: Double? =
      switch stored {
      case .integer(let value): form.seconds(value)
      case .microseconds(let value), .localMicroseconds(let value), .days(let value):
        form.seconds(value)
      case .real(let value): form.seconds(value)
      case .text(let text): form.seconds(text)
      default: nil
      }
    return seconds.map { .date(Date(timeIntervalSinceReferenceDate: $0)) } ?? .null
  }
}
