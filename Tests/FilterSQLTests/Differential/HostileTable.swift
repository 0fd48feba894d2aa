import FilterEngine
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
    values = items.map { Self.value($0, owners: owners, orders: orders) }
  }

  // MARK: - Declarations

  static func declaration(_ dialect: SQLDialect) throws -> SQLTableDeclaration {
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
      "item \"1\"", key: ["id"], columns: columns(dialect),
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
    ]
  }

  private static func seen(_ dialect: SQLDialect) -> SQLDateForm {
    dialect.storesNaN ? .timestamp : .unixMilliseconds
  }

  /// The stored values as the engine sees them.
  private static func value(
    _ item: Stored, owners: [Stored], orders: [Stored]
  ) -> FilterValue {
    let columns = columns(.sqlite())
    var members = zip(columns, item).map { ($0.field, value($1)) }
    for (index, column) in columns.enumerated() {
      if case .date = column.kind { members[index].1 = date(item[index], column.kind) }
      if case .boolean = column.kind, case .boolean(let flag)? = item[index] {
        members[index].1 = .bool(flag)
      }
      if case .uuid = column.kind, case .uuid(let bytes)? = item[index] {
        members[index].1 = .uuid(
          bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
      }
    }
    let owner = owners.first { $0[0] == item[13] }
    members.append(
      (
        "owner",
        owner.map {
          .object(FilterObject(zip(["id", "name", "age"], $0.map(value)).map { ($0, $1) }))
        }
          ?? .null
      ))
    let own = orders.filter { $0[1] == item[0] }.map { order -> FilterValue in
      var members = zip(["id", "itemID", "price", "label", "day", "note"], order.map(value)).map {
        (key: $0, value: $1)
      }
      members[4].value = date(order[4], .date(.unixSeconds))
      return .object(FilterObject(members))
    }
    members.append(("orders", .list(FilterList(own))))
    return .object(FilterObject(members.map { (key: $0.0, value: $0.1) }))
  }

  private static func value(_ stored: SQLValue?) -> FilterValue {
    switch stored {
    case .integer(let value): .int(value)
    case .real(let value): .double(value)
    case .boolean(let value): .bool(value)
    case .text(let text): .string(text)
    case .bytes(let bytes): .data(Data(bytes))
    default: .null
    }
  }

  private static func date(_ stored: SQLValue?, _ kind: SQLColumn.Kind) -> FilterValue {
    guard case .date(let form) = kind else { return .null }
    let seconds: Double? =
      switch stored {
      case .integer(let value): form.seconds(value)
      case .microseconds(let value): SQLDateForm.timestamp.seconds(value)
      case .real(let value): form.seconds(value)
      default: nil
      }
    return seconds.map { .date(Date(timeIntervalSinceReferenceDate: $0)) } ?? .null
  }
}

/// Random values as a database keeps them.
struct Storing {
  let dialect: SQLDialect

  func item(_ id: Int64, _ random: inout SeededGenerator) -> HostileTable.Stored {
    [
      .integer(id), integer(&random), notNull(&random) { integer(&$0) }, real(&random),
      random.chance(20) ? nil : .boolean(random.chance(50)), text(&random),
      notNull(&random) { text(&$0) }, text(&random), date(.unixSeconds, &random),
      notNull(&random) { date(dialect.storesNaN ? .timestamp : .unixMilliseconds, &$0) },
      date(.unixReal, &random),
      random.chance(30) ? nil : .bytes(random.pick([[], [0], [1, 2], [255, 0, 1]])),
      random.chance(30) ? nil : .uuid(Array(repeating: UInt8(random.below(3)), count: 16)),
      random.chance(30) ? nil : .integer(.random(in: 1...7, using: &random)),
      notNull(&random) { real(&$0) },
    ]
  }

  func integer(_ random: inout SeededGenerator) -> SQLValue? {
    if random.chance(15) { return nil }
    return .integer(
      random.chance(50)
        ? .random(in: -2...5, using: &random) : random.pick(PropertyValues.integers))
  }

  private func real(_ random: inout SeededGenerator) -> SQLValue? {
    if random.chance(15) { return nil }
    let value =
      random.chance(30)
      ? Double(Int.random(in: -2...5, using: &random)) : random.pick(PropertyValues.doubles)
    // SQLite keeps NULL in place of NaN.
    return value.isNaN && !dialect.storesNaN ? nil : .real(value)
  }

  func text(_ random: inout SeededGenerator) -> SQLValue? {
    if random.chance(15) { return nil }
    let text = PropertyValues.text(&random)
    return .text(dialect.storesNUL ? text : text.replacing("\0", with: "\u{1}"))
  }

  func date(_ form: SQLDateForm, _ random: inout SeededGenerator) -> SQLValue? {
    if random.chance(15) { return nil }
    let seconds = random.pick(PropertyValues.dates) + 978_307_200
    let offset = random.chance(70) ? 0 : random.pick([0.5, -0.5, 0.001, 1, 0.000001])
    switch form {
    case .unixSeconds: return .integer(Int64((seconds + offset).rounded(.down)))
    case .unixMilliseconds: return .integer(Int64(((seconds + offset) * 1000).rounded(.down)))
    case .unixReal: return .real(seconds + offset)
    case .timestamp:
      return .microseconds(
        Int64((seconds + offset - 946_684_800) * 1_000_000))
    }
  }

  private func notNull(
    _ random: inout SeededGenerator, _ make: (inout SeededGenerator) -> SQLValue?
  ) -> SQLValue {
    while true {
      if let value = make(&random) { return value }
    }
  }
}
