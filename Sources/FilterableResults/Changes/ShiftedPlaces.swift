/// A list that some places have left, as numbered before, and others have come to, as numbered
/// afterwards; both ascend.
struct ShiftedPlaces: Sendable {
  var left: [Int] = []
  var came: [Int] = []

  /// The new place of what stays, nil for what has left.
  func place(of old: Int) -> Int? {
    var place = old
    for other in left where other <= old {
      if other == old { return nil }
      place -= 1
    }
    for other in came where other <= place { place += 1 }
    return place
  }
}
