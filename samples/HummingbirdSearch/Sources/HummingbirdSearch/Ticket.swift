public import FilterEngine
public import Foundation

/// A request of a customer for help.
public struct Ticket: Sendable {
  /// A number, unique among tickets.
  public var id: Int

  /// What it is about.
  public var title: String

  /// How far it is.
  public var state: State

  /// From 1, urgent, to 5.
  public var priority: Int

  /// When it was opened.
  public var created: Date

  /// Words to find it by.
  public var tags: [String]

  /// The customer.
  public var owner: Person

  /// What was written since, in order.
  public var comments: [Comment]

  /// What the customer never sees.
  public var internalNotes: String

  /// What the customer pays in a year, in euros.
  public var customerRevenue: Int

  /// The states of a ticket.
  public enum State: String, CaseIterable, Codable, FilterValueConvertible, Sendable {
    case open, waiting, solved, closed
  }

  /// A customer.
  public struct Person: Sendable {
    /// The full name.
    public var name: String

    /// The address for answers.
    public var email: String
  }

  /// A part of the conversation.
  public struct Comment: Sendable {
    /// What was written.
    public var text: String

    /// How many found it helpful.
    public var likes: Int

    /// Whether the customer never sees it.
    public var isInternal: Bool
  }
}

// The keys that a filter can name. A policy takes away some of them for each role.
extension Ticket: Filterable {
  /// The keys and where their values are.
  public static let filterFields = FilterFields<Ticket>(
    FilterField("id", \.id),
    FilterField("title", \.title),
    FilterField("state", \.state),
    FilterField("priority", \.priority),
    FilterField("created", \.created),
    FilterField("tags", \.tags),
    FilterField("owner", \.owner),
    FilterField("comments", \.comments),
    FilterField("internalNotes", \.internalNotes),
    FilterField("customerRevenue", \.customerRevenue))
}

extension Ticket.Person: Filterable {
  /// The keys and where their values are.
  public static let filterFields = FilterFields<Ticket.Person>(
    FilterField("name", \.name),
    FilterField("email", \.email))
}

extension Ticket.Comment: Filterable {
  /// The keys and where their values are.
  public static let filterFields = FilterFields<Ticket.Comment>(
    FilterField("text", \.text),
    FilterField("likes", \.likes),
    FilterField("isInternal", \.isInternal))
}
