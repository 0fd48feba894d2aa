/// What leads from one array to another, as lists of places.
struct HeckelChanges<Element> {
  /// Places in the old array, ascending.
  var deleted: [Int] = []

  /// Places in the new array, ascending.
  var inserted: [Int] = []

  /// From a place in the array after the deletions to one in the new array, by final place.
  var moved: [(from: Int, to: Int)] = []

  /// Places in the old array of elements whose contents differ, ascending.
  var updated: [Int] = []

  /// The elements after each stage: updates, deletions, insertions and moves; an empty stage has
  /// none.
  var stages: [[Element]] = []

  /// How many changes there are.
  var count: Int { deleted.count + inserted.count + moved.count + updated.count }
}
