import FilterableResults

/// A list view that keeps its own rows by the rules of table views, and remembers what broke them.
///
/// Rows are kept as texts. Written apart from the library: it knows change sets only by the calls.
final class StrictListView: ListView {
  var rows: [[String]] = []
  var problems: [String] = []
  var reloads = 0
  var batches = 0
  var source: () -> [[String]] = { [] }
  var takesBatches = true

  private var isInBatch = false
  private var deletedSections: [Int] = []
  private var insertedSections: [Int] = []
  private var movedSections: [(Int, Int)] = []
  private var reloadedSections: [Int] = []
  private var deleted: [ItemPath] = []
  private var inserted: [ItemPath] = []
  private var moved: [(ItemPath, ItemPath)] = []
  private var reloaded: [ItemPath] = []

  func reloadData() {
    if isInBatch { problems.append("R11: reload inside a batch") }
    reloads += 1
    rows = source()
  }

  func performBatch(_ updates: () -> Void) {
    guard !isInBatch else { return updates() }
    isInBatch = true
    batches += 1
    deletedSections = []
    insertedSections = []
    movedSections = []
    reloadedSections = []
    deleted = []
    inserted = []
    moved = []
    reloaded = []
    updates()
    isInBatch = false
    settle()
  }

  func deleteSections(_ sections: [Int]) { deletedSections += sections }
  func insertSections(_ sections: [Int]) { insertedSections += sections }
  func moveSection(_ section: Int, to place: Int) { movedSections.append((section, place)) }
  func reloadSections(_ sections: [Int]) { reloadedSections += sections }
  func deleteItems(_ paths: [ItemPath]) { deleted += paths }
  func insertItems(_ paths: [ItemPath]) { inserted += paths }
  func moveItem(_ path: ItemPath, to place: ItemPath) { moved.append((path, place)) }
  func reloadItems(_ paths: [ItemPath]) { reloaded += paths }

  private func fail(_ rule: String) { problems.append(rule) }

  private func settle() {
    let old = rows
    let new = source()
    // R4, R9: no place twice among those that leave, or among those that come.
    let leaving = deleted + reloaded + moved.map(\.0)
    let coming = inserted + moved.map(\.1)
    if Set(leaving).count != leaving.count { fail("R4: a row leaves or reloads twice") }
    if Set(coming).count != coming.count { fail("R4: a place is reached twice") }
    let leavingSections = deletedSections + reloadedSections + movedSections.map(\.0)
    let comingSections = insertedSections + movedSections.map(\.1)
    if Set(leavingSections).count != leavingSections.count { fail("R4: a section leaves twice") }
    if Set(comingSections).count != comingSections.count { fail("R4: a section comes twice") }
    for path in leaving
    where !old.indices.contains(path.section)
      || !old[path.section].indices.contains(path.item)
    {
      return fail("R1: no old row \(path)")
    }
    for section in leavingSections where !old.indices.contains(section) {
      return fail("R1: no old section \(section)")
    }
    // R5: nothing moves out of what goes or into what comes.
    for (from, to) in moved {
      if deletedSections.contains(from.section) { fail("R5: move out of a deleted section") }
      if insertedSections.contains(to.section) { fail("R5: move into an inserted section") }
    }
    for path in deleted where deletedSections.contains(path.section) {
      fail("a row of a deleted section is listed")
    }
    for path in inserted where insertedSections.contains(path.section) {
      fail("a row of an inserted section is listed")
    }
    // R7, R8: sections that move or reload keep their rows in this batch.
    for (from, to) in movedSections {
      if from == to { fail("R12: a section moves to its own place") }
      if (deleted + moved.map(\.0)).contains(where: { $0.section == from })
        || coming.contains(where: { $0.section == to })
      {
        fail("R7: rows change in a section that moves")
      }
    }
    for section in reloadedSections
    where (deleted + moved.map(\.0)).contains(where: { $0.section == section }) {
      fail("R8: rows change in a section that reloads")
    }
    for (from, to) in moved where from == to { fail("R12: a row moves to its own place") }

    // R2, R3: sections first, then what stays fills the gaps in order.
    let newCount = old.count - deletedSections.count + insertedSections.count
    guard newCount == new.count else { return fail("R3: \(newCount) sections, not \(new.count)") }
    var origins = [Int?](repeating: nil, count: newCount)
    var isFixed = [Bool](repeating: false, count: newCount)
    for place in insertedSections {
      guard origins.indices.contains(place) else { return fail("R1: no new section \(place)") }
      isFixed[place] = true
    }
    for (from, to) in movedSections {
      guard origins.indices.contains(to) else { return fail("R1: no new section \(to)") }
      isFixed[to] = true
      origins[to] = from
    }
    let gone = Set(deletedSections + movedSections.map(\.0))
    var stayers = old.indices.filter { !gone.contains($0) }[...]
    for place in origins.indices where !isFixed[place] {
      guard let stayer = stayers.popFirst() else { return fail("R3: sections run out") }
      origins[place] = stayer
    }
    let goneRows = Set(deleted + moved.map(\.0))
    let updated = Set(reloaded)
    var result: [[String]] = []
    for (place, origin) in origins.enumerated() {
      guard let origin else {
        result.append(new[place])
        continue
      }
      var arrivals: [Int: String] = [:]
      for path in inserted where path.section == place {
        guard new[place].indices.contains(path.item) else { return fail("R1: no new row \(path)") }
        arrivals[path.item] = new[place][path.item]
      }
      for (from, to) in moved where to.section == place {
        arrivals[to.item] = old[from.section][from.item]
      }
      var rest = old[origin].indices.filter {
        !goneRows.contains(ItemPath(section: origin, item: $0))
      }[...]
      let count = rest.count + arrivals.count
      guard count == new[place].count else {
        return fail("R3: \(count) rows in section \(place), not \(new[place].count)")
      }
      var section: [String] = []
      for item in 0..<count {
        if let arrival = arrivals[item] {
          section.append(arrival)
        } else if let stayer = rest.popFirst() {
          let isUpdated = updated.contains(ItemPath(section: origin, item: stayer))
          section.append(isUpdated ? new[place][item] : old[origin][stayer])
        } else {
          return fail("R3: rows run out in section \(place)")
        }
      }
      result.append(section)
    }
    rows = result
  }
}
