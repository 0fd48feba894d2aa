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

  static let id = Column("id") { $0.id }
  static let title = Column("title") { $0.title }
  static let state = Column("state") { $0.state }
  static let priority = Column("priority") { $0.priority }
  static let created = Column("created") { $0.created }
  static let tags = Column("tags") { $0.tags }
  static let ownerName = Column("owner.name") { $0.owner.name }
  static let ownerEmail = Column("owner.email") { $0.owner.email }
  static let commentTexts = Column("comments.text") { $0.comments.map(\.text) }
  static let commentLikes = Column("comments.likes") { $0.comments.map(\.likes) }
  static let commentsInternal = Column("comments.isInternal") { $0.comments.map(\.isInternal) }
  static let internalNotes = Column("internalNotes") { $0.internalNotes }
  static let customerRevenue = Column("customerRevenue") { $0.customerRevenue }
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
