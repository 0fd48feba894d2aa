internal import FilterEngine
internal import FilterSyntax

/// Who searches, and what they may read.
///
/// One list decides both what a row of an answer shows and what filters and sort keys can read: a filter
/// that could read more would give it away by what it finds.
struct Role: Sendable {
  let columns: [Column]
  let policy: FilterPolicy

  /// Completes filters under the policy.
  let completion: FilterCompletion<Ticket>

  /// A role that may see `columns`.
  ///
  /// - Throws: A key path of a column that tickets do not have.
  init(_ columns: [Column]) throws(SyntaxError) {
    self.columns = columns
    var policy = FilterPolicy(try Ticket.filterFields.keeping(columns.map(\.key)))
    policy.maximumLength = 2_000
    policy.maximumNodes = 200
    policy.maximumDepth = 20
    // A ticket has at most 4 comments of 3 members and 3 tags.
    policy.sizes = FilterPolicy.Sizes(values: 40, bytes: 200)
    policy.maximumCost = 1_000_000
    self.policy = policy
    completion = FilterCompletion(options: FilterOptions(policy: policy))
  }

  /// The role of those who answer tickets.
  static func agent() throws(SyntaxError) -> Role {
    try Role([
      .id, .title, .state, .priority, .created, .tags, .ownerName, .commentTexts, .commentLikes,
    ])
  }

  /// The role of those who see everything.
  static func admin() throws(SyntaxError) -> Role {
    try Role([
      .id, .title, .state, .priority, .created, .tags, .ownerName, .ownerEmail, .commentTexts,
      .commentLikes, .commentsInternal, .internalNotes, .customerRevenue,
    ])
  }
}

/// The roles by the token that a request brings: `Authorization: Bearer demo-agent`.
///
/// The tokens are for the demonstration. A real server verifies signed tokens here.
struct Roles: Sendable {
  private let roles: [String: Role]

  /// The roles of the sample.
  ///
  /// - Throws: A key path of a role that tickets do not have.
  init() throws(SyntaxError) {
    roles = ["demo-agent": try .agent(), "demo-admin": try .admin()]
  }

  /// The role of the value of an `Authorization` header, nil where there is none.
  func role(authorization: String?) -> Role? {
    guard let words = authorization?.split(separator: " "), words.count == 2,
      words[0].lowercased() == "bearer"
    else { return nil }
    return roles[String(words[1])]
  }
}
