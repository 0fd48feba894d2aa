/// A sorted array with a dictionary of positions and a callback, as it is written by hand for a small list.
final class SortedList {
  private var rows: [Instance] = []

  /// The position of each row by its key.
  private var positions: [Int: Int] = [:]
  private let callback: (Int?, Int?) -> Void

  init(_ items: [Instance], _ callback: @escaping (_ from: Int?, _ to: Int?) -> Void) {
    rows = items.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    positions.reserveCapacity(2 * rows.count)
    self.callback = callback
    number(rows.indices)
  }

  func replace(_ item: Instance) {
    guard let from = positions[item.id] else { return }
    if rows[from].name == item.name {
      rows[from] = item
      return callback(from, from)
    }
    rows.remove(at: from)
    let to = place(of: item)
    rows.insert(item, at: to)
    number(min(from, to)..<max(from, to) + 1)
    callback(from, to)
  }

  func insert(_ item: Instance) {
    let to = place(of: item)
    rows.insert(item, at: to)
    number(to..<rows.count)
    callback(nil, to)
  }

  func remove(_ id: Int) {
    guard let from = positions.removeValue(forKey: id) else { return }
    rows.remove(at: from)
    number(from..<rows.count)
    callback(from, nil)
  }

  /// Notes the positions of the rows at these places.
  private func number(_ places: Range<Int>) {
    for place in places { positions[rows[place].id] = place }
  }

  /// The place of the first row that is not before an item.
  private func place(of item: Instance) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if (rows[middle].name, rows[middle].id) < (item.name, item.id) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
