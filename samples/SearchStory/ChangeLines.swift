import FilterableResults

/// A delivery, as lines to be read.
///
/// `-` went, `+` came, `>` moved, `~` has other content; rows with their section and place, before
/// it for what went and after it for the rest.
struct ChangeLines {
  /// How many rows of a kind are listed.
  private static let limit = 4

  private let change: ResultsChange<Instance>

  init(_ change: ResultsChange<Instance>) { self.change = change }

  var lines: [String] {
    guard !change.isReload else { return ["reload"] }
    return change.changeset.sectionChanges.map(line)
      + kinds.flatMap { rows in
        rows.prefix(Self.limit)
          + (rows.count > Self.limit ? ["  … \(rows.count - Self.limit) more"] : [])
      }
  }

  private var kinds: [[String]] {
    let changes = change.changeset
    return [
      changes.deletedItems.reversed().map { "- " + row($0, in: change.old) },
      changes.insertedItems.map { "+ " + row($0, in: change.new) },
      changes.movedItems.map {
        "> \(place($0.from, in: change.old)) to " + row($0.to, in: change.new)
      },
      changes.updatedItems.map { "~ " + row($0.to, in: change.new) },
    ]
  }

  private func line(_ event: SectionChange) -> String {
    switch event {
    case .delete(let place):
      "- section \(title(place, in: change.old)), rows: \(change.old.sections[place].count)"
    case .insert(let place):
      "+ section \(title(place, in: change.new)), rows: \(change.new.sections[place].count)"
    case .move(let from, let place):
      "> section \(title(place, in: change.new)), \(from) to \(place)"
    case .update(_, let place): "~ section \(title(place, in: change.new))"
    }
  }

  private func title(_ place: Int, in snapshot: ResultsSnapshot<Instance>) -> String {
    snapshot.sections[place].title ?? "-"
  }

  private func place(_ path: ResultsPath, in snapshot: ResultsSnapshot<Instance>) -> String {
    "\(title(path.section, in: snapshot)) \(path.item)"
  }

  private func row(_ path: ResultsPath, in snapshot: ResultsSnapshot<Instance>) -> String {
    "\(place(path, in: snapshot)): \(snapshot.row(at: path)?.line ?? "-")"
  }
}
