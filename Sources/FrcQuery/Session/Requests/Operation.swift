internal import FilterEngine
internal import FilterSyntax
internal import FilterableResults

/// An operation of the pipe.
struct Operation: Sendable {
  /// The member `op` of its requests.
  let name: String

  /// The other members that its requests may have, but for `id`.
  let members: [String]

  /// Requests for the help, with the answer in a second line unless that is a list of changes.
  let examples: [String]

  let answer: @Sendable (RequestSession, RequestMembers) throws(ToolError) -> Answer

  init(
    _ name: String, _ members: [String] = [], _ examples: String...,
    answer: @escaping @Sendable (RequestSession, RequestMembers) throws(ToolError) -> Answer
  ) {
    (self.name, self.members, self.answer) = (name, members, answer)
    self.examples = examples.isEmpty ? [#"{"op":"\#(name)"}"#] : examples
  }

  /// All operations.
  static let all = Command.all.flatMap(\.operations)
  private static let named = Dictionary(all.map { ($0.name, $0) }) { $1 }

  /// Answers the request that is a value. `items` are the rows of its member of that name, which is an empty list then.
  static func answer(
    _ value: FilterValue, _ session: RequestSession, items: [OpenRow]? = nil
  ) throws(ToolError) -> Answer {
    var members = try RequestMembers(value, "a request")
    members.items = items
    let name = try members.text("op")
    guard let operation = named[name] else {
      let nearest = EditDistance.nearest(to: name, in: all.lazy.map(\.name))
      throw .request(
        "there is no op '\(name.prefix(80))'" + OtherNames.hint(operation: name, nearest),
        .unknownOperation)
    }
    try members.allow(operation.members + ["op", "id"], of: "'\(name)'")
    if let policy = session.policy {
      guard SessionPolicy.operations.contains(name) else {
        throw SessionPolicy.refusal(of: name)
      }
      members = try members.permitted(by: policy)
    }
    return try operation.answer(session, members)
  }
}

/// The answer to a request without an error.
enum Answer {
  /// Members in order
  case members([(String, FilterValue)])
  /// The tokens of a text, which are many times as long and are made while they are written
  case tokens(FilterTokens)
  /// The changes of the visible rows by an edit, the parts of its request that had no effect, and the number of rows that
  /// the filters could not be evaluated on
  case changes([ResultsChange<OpenRow>], ignored: [FilterValue], failed: Int, ChangeForm)
  /// An answer with notes on what the filters of its request probably mean otherwise
  indirect case noted(Answer, notes: [String])
  /// How a row is tested by a filter of this text
  case explanation(FilterExplanation, filter: String)
  /// All visible rows, or a window of them, with the numbers beside them
  case snapshot(
    ResultsSnapshot<OpenRow>, RequestSummary, RowWindow? = nil, hasChecksum: Bool = false)
}

extension Answer {
  /// A member.
  static func member(_ name: String, _ value: FilterValue) -> Answer { .members([(name, value)]) }
}

/// What changes have beside the positions of rows.
struct ChangeForm {
  /// Whether they have the rows of insertions and updates
  let hasRows: Bool
  let summaries: RequestSummary

  /// The names that the last changes had
  let earlier: RequestSummary
}

/// A range of the visible rows, counted through all sections.
struct RowWindow {
  let from: Int
  let count: Int

  /// The sections with rows in the window, and the positions of these rows in the section.
  func parts(
    of sections: [ResultsSection<OpenRow>]
  ) -> [(section: ResultsSection<OpenRow>, range: Range<Int>)] {
    var (skipped, wanted) = (from, count)
    var parts: [(section: ResultsSection<OpenRow>, range: Range<Int>)] = []
    for section in sections where wanted > 0 {
      let start = min(skipped, section.count)
      let end = start + min(wanted, section.count - start)
      skipped -= start
      wanted -= end - start
      if start < end { parts.append((section, start..<end)) }
    }
    return parts
  }
}
