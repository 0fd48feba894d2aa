internal import FilterEngine
internal import FilterSyntax
internal import Foundation

/// Who searches, and what they may read.
///
/// One policy decides both what a row of an answer shows and what filters and sort keys can read: a filter
/// that could read more would give it away by what it finds.
struct Role: Sendable {
  let policy: FilterPolicy

  /// The columns whose keys the policy permits.
  let columns: [Column]

  /// Completes filters under the policy.
  let completion: FilterCompletion<Ticket>

  /// The values that are offered, by key; none if the policy hides tickets.
  let values: [String: [FilterValue]]

  /// The page on filters.
  private(set) var guide = ""

  /// A role with the policy of a JSON text. `values` are those of all tickets, by key, the best ones first.
  ///
  /// - Throws: `DecodingError`, or the mistake of a key that tickets do not have, of a name of the policy, or of
  ///   `always` for one of the tickets.
  init(policy data: Data, of tickets: [Ticket], values: [String: [FilterValue]]) throws {
    let policy = try JSONDecoder().decode(FilterPolicy.self, from: data)
    _ = try Ticket.filterFields.keeping(Self.keys(of: data))
    // A filter of the server that fails would otherwise be told to each client, with its text.
    let all = try FilterPredicate<Ticket>(
      text: "TRUEPREDICATE", options: FilterOptions(policy: policy))
    if !policy.always.isEmpty { _ = try tickets.count(where: all) }
    self.policy = policy
    columns = Column.all.filter { (try? policy.check(keyPath: $0.key)) != nil }
    completion = FilterCompletion(options: FilterOptions(policy: policy))
    self.values = policy.always.isEmpty ? values : [:]
    guide = FilterGuide(self).text
  }

  /// The key paths that the JSON text of a policy lists.
  private static func keys(of data: Data) throws -> [String] {
    let form = try JSONSerialization.jsonObject(with: data)
    let keys = (form as? [String: Any])?["keys"] ?? form
    return (keys as? [Any] ?? []).compactMap {
      $0 as? String ?? ($0 as? [String: Any])?["key"] as? String
    }
  }
}

/// A policy that cannot be used.
public struct PolicyMistake: Error, CustomStringConvertible {
  /// The role, and what is wrong with its policy.
  public let description: String
}

/// The roles by the token that a request brings: `Authorization: Bearer demo-agent` for the role `agent`.
///
/// The tokens are for the demonstration. A real server verifies signed tokens here.
struct Roles: Sendable {
  private let roles: [String: Role]

  /// The roles of policies.
  ///
  /// - Throws: `PolicyMistake`. A policy with a mistake would permit more, or less, than it is meant to.
  init(
    policies: [String: Data], of tickets: [Ticket], values: [String: [FilterValue]]
  ) throws(PolicyMistake) {
    var roles: [String: Role] = [:]
    for (name, data) in policies {
      do {
        roles["demo-\(name)"] = try Role(policy: data, of: tickets, values: values)
      } catch let DecodingError.dataCorrupted(context) {
        throw PolicyMistake(description: "the policy of \(name): \(context.debugDescription)")
      } catch {
        throw PolicyMistake(description: "the policy of \(name): \(error)")
      }
    }
    self.roles = roles
  }

  /// The role of the value of an `Authorization` header, nil where there is none.
  func role(authorization: String?) -> Role? {
    guard let words = authorization?.split(separator: " "), words.count == 2,
      words[0].lowercased() == "bearer"
    else { return nil }
    return roles[String(words[1])]
  }
}
