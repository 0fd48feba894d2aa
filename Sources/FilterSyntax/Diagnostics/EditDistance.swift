/// Finds the name that a misspelt one probably means.
package enum EditDistance {
  // Longer names are not compared: the cost is the product of the lengths.
  private static let longest = 64

  /// The number of candidates that are compared: names can come from a file, and no message needs more.
  package static let mostCandidates = 10_000

  /// The candidate with the smallest edit distance from `name`; nil if all are too different.
  ///
  /// A candidate differs by at most a third of the letters of the longer name. Ignores case. Of several equally near
  /// candidates it returns the first. It looks at the first `mostCandidates` only.
  package static func nearest(to name: String, in candidates: some Sequence<String>) -> String? {
    guard !name.isEmpty, name.utf8.count <= longest * 4 else { return nil }
    let letters = Array(name.lowercased())
    guard letters.count <= longest else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates.prefix(mostCandidates)
    where candidate.utf8.count <= longest * 4 {
      let others = Array(candidate.lowercased())
      let limit = max(letters.count, others.count) / 3
      guard abs(others.count - letters.count) <= limit else { continue }
      let distance = distance(letters, others)
      if distance <= min(limit, best.map { $0.distance - 1 } ?? limit) {
        best = (candidate, distance)
      }
    }
    return best?.name
  }

  /// The shortest candidate that begins with `name`; nil for a name of one or two letters.
  package static func completion(
    of name: String, in candidates: some Sequence<String>
  ) -> String? {
    guard name.utf8.count > 2 else { return nil }
    return candidates.filter { $0.begins(with: name) }.min { $0.utf8.count < $1.utf8.count }
  }

  /// The number of letters to insert, remove, replace, or swap with their neighbour.
  static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var before: [Int] = []
    var above = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        let replaced = above[j] + (a[i] == b[j] ? 0 : 1)
        var least = min(replaced, above[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, before[j - 1] + 1)
        }
        row.append(least)
      }
      (before, above) = (above, row)
    }
    return above[b.count]
  }
}
