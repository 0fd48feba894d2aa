/// A sorted array with a dictionary of keys and a callback, as it is written by hand for a small list.
final class SortedList {
  private var rows: [Instance] = []
  private var names: [Int: String] = [:]
  private let callback: (Int?, Int?) -> Void

  init(_ items: [Instance], _ callback: @escaping (_ from: Int?, _ to: Int?) -> Void) {
    rows = items.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    for row in rows { names[row.id] = row.name }
    self.callback = callback
  }

  func replace(_ item: Instance) {
    guard let name = names[item.id] else { return }
    let from = index(of: name, item.id)
    if name == item.name {
      rows[from] = item
      return callback(from, from)
    }
    rows.remove(at: from)
    callback(from, put(item))
  }

  func insert(_ item: Instance) { callback(nil, put(item)) }

  func remove(_ id: Int) {
    guard let name = names.removeValue(forKey: id) else { return }
    let from = index(of: name, id)
    rows.remove(at: from)
    callback(from, nil)
  }

  private func put(_ item: Instance) -> Int {
    let place = index(of: item.name, item.id)
    rows.insert(item, at: place)
    names[item.id] = item.name
    return place
  }

  /// The place of the first row that is not before a name and a key.
  private func index(of name: String, _ id: Int) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if (rows[middle].name, rows[middle].id) < (name, id) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
