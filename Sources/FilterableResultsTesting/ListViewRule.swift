/// A rule that list views hold those to who change them.
public enum ListViewRule: Int, CaseIterable, Sendable {
  /// Deletions, reloads and sources of moves count in the old rows, the rest in the new ones.
  case numbering = 1
  /// What goes goes first, what comes takes its final place, what stays fills the gaps in order.
  case order
  /// The rows before, less those that go, and those that come, are the rows after.
  case counts
  /// No place goes twice, and none is reached twice.
  case places
  /// No row moves out of a section that goes or into one that comes.
  case borders
  /// No row reloads and moves in one batch.
  case animations
  /// No row changes in a section that moves in the same batch.
  case movedSections
  /// No row changes in a section that reloads in the same batch.
  case reloadedSections
  /// Nothing is reported twice, nor with its section.
  case once
  /// The data is the old one before the batch, and the new one after it.
  case data
  /// No reload is still to be done when a batch begins, or is asked for inside it.
  case reloads
  /// Nothing moves to its own place.
  case still
  /// The first rows of an empty view are a reload; in old systems alone.
  case first
  /// A batch in a batch is a part of it, and each end has its beginning.
  case nesting
  /// A view that is not on screen reloads.
  case screen
  /// Above some count of changes a view reloads; where it has such a count.
  case many
  /// What changes in several sections is one batch.
  case together
}

/// A broken rule of list views.
public struct BrokenRule: Error, Hashable, CustomStringConvertible {
  /// The rule.
  public let rule: ListViewRule

  /// The call or count that breaks it.
  public let reason: String

  /// A broken rule.
  public init(_ rule: ListViewRule, _ reason: String) {
    self.rule = rule
    self.reason = reason
  }

  /// `R3: 2 rows in section 0 where the data has 3`
  public var description: String { "R\(rule.rawValue): \(reason)" }
}
