/// The difference of two arrays as Heckel's algorithm finds it, from a dictionary of identities both
/// ways, with one array a stage.
///
/// It stands in for DifferenceKit, whose steps it follows: updates, then deletions, then insertions
/// and moves, where an element that is next in line has not moved.
enum HeckelDifference {
  /// - Complexity: O(n) for n elements in both arrays.
  static func stagedChanges<Element, ID: Hashable>(
    from old: [Element], to new: [Element], id: (Element) -> ID,
    areContentsEqual: (Element, Element) -> Bool
  ) -> HeckelChanges<Element> {
    let (oldPlaces, newPlaces) = match(old, new, id)
    var changes = HeckelChanges<Element>()
    if old.isEmpty || new.isEmpty {
      changes.deleted = Array(old.indices)
      changes.inserted = Array(new.indices)
      changes.stages = old.isEmpty && new.isEmpty ? [] : [new]
      return changes
    }

    var updated: [Element] = []
    var remaining: [Element] = []
    updated.reserveCapacity(old.count)
    var deletedBefore: [Int] = []
    deletedBefore.reserveCapacity(old.count)
    for (place, element) in old.enumerated() {
      deletedBefore.append(changes.deleted.count)
      guard newPlaces[place] >= 0 else {
        changes.deleted.append(place)
        updated.append(element)
        continue
      }
      let other = new[newPlaces[place]]
      if !areContentsEqual(element, other) { changes.updated.append(place) }
      updated.append(other)
      remaining.append(other)
    }

    var next = 0
    var isTaken = Array(repeating: false, count: old.count)
    for (place, origin) in oldPlaces.enumerated() {
      while next < old.count, newPlaces[next] < 0 || isTaken[next] { next += 1 }
      guard origin >= 0 else {
        changes.inserted.append(place)
        continue
      }
      isTaken[origin] = true
      if origin != next { changes.moved.append((origin - deletedBefore[origin], place)) }
    }
    if !changes.updated.isEmpty { changes.stages.append(updated) }
    if !changes.deleted.isEmpty { changes.stages.append(remaining) }
    if !changes.inserted.isEmpty || !changes.moved.isEmpty { changes.stages.append(new) }
    return changes
  }

  /// The old place of each new element and the new place of each old one, -1 for none; the nth of
  /// equal identities belongs to the nth.
  private static func match<Element, ID: Hashable>(
    _ old: [Element], _ new: [Element], _ id: (Element) -> ID
  ) -> (oldPlaces: [Int], newPlaces: [Int]) {
    var first: [ID: Int] = [:]
    first.reserveCapacity(old.count)
    // Elements of one identity are a list, through the place of the next one.
    var following = Array(repeating: -1, count: old.count)
    for place in old.indices.reversed() {
      if let known = first.updateValue(place, forKey: id(old[place])) { following[place] = known }
    }
    var oldPlaces = Array(repeating: -1, count: new.count)
    var newPlaces = Array(repeating: -1, count: old.count)
    for (place, element) in new.enumerated() {
      let key = id(element)
      guard let origin = first[key], origin >= 0 else { continue }
      first[key] = following[origin]
      oldPlaces[place] = origin
      newPlaces[origin] = place
    }
    return (oldPlaces, newPlaces)
  }
}
