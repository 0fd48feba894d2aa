/// A member of the rows of an answer, named by its key path.
struct Column: Sendable {
  /// The key path, as filters name it.
  let key: String

  /// The value for a ticket.
  let value: @Sendable (Ticket) -> any Encodable

  private init<Value: Encodable>(_ key: String, _ value: @escaping @Sendable (Ticket) -> Value) {
    self.key = key
    self.value = value
  }

  /// All columns, in the order of an answer.
  static let all = [
    Column("id") { $0.id },
    Column("title") { $0.title },
    Column("state") { $0.state },
    Column("priority") { $0.priority },
    Column("created") { $0.created },
    Column("tags") { $0.tags },
    Column("owner.name") { $0.owner.name },
    Column("owner.email") { $0.owner.email },
    Column("comments.text") { $0.comments.map(\.text) },
    Column("comments.likes") { $0.comments.map(\.likes) },
    Column("comments.isInternal") { $0.comments.map(\.isInternal) },
    Column("internalNotes") { $0.internalNotes },
    Column("customerRevenue") { $0.customerRevenue },
  ]
}

/// A ticket as one role may see it.
struct TicketRow: Encodable {
  let ticket: Ticket
  let columns: [Column]

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    for column in columns {
      try members.encode(column.value(ticket), forKey: Key(stringValue: column.key))
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }
}
