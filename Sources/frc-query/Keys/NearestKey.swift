internal import FilterSyntax

/// Finds the key path that a misspelt one is likely meant to be.
enum NearestKey {
  /// The nearest of `keys` to `name`, or the only one that begins with it; nil where none is near.
  static func nearest(to name: String, in keys: [String]) -> String? {
    let others = keys.filter { $0 != name }
    if let near = EditDistance.nearest(to: name, in: others) { return near }
    let longer = others.filter { $0.lowercased().hasPrefix(name.lowercased()) }
    return longer.count == 1 ? longer[0] : nil
  }
}
