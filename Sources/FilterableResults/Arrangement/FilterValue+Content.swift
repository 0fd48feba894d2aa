internal import FilterEngine

extension FilterValue {
  /// Whether value and kind of everything are the same; the order of members does not count.
  func isSameContent(as other: FilterValue) -> Bool {
    switch (self, other) {
    case (.bool(let left), .bool(let right)): left == right
    case (.int, .int), (.wide, .wide), (.double, .double), (.decimal, .decimal): self == other
    case (.bool, _), (.int, _), (.wide, _), (.double, _), (.decimal, _): false
    case (.list(let left), .list(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isSameContent(as: $1) }
    case (.set(let left), .set(let right)):
      left == right
        && left.elements.allSatisfy { element in
          right.elements.contains { element.isSameContent(as: $0) }
        }
    case (.object(let left), .object(let right)):
      left.values.count == right.values.count
        && left.members.allSatisfy { key, value in
          right[key].map { value.isSameContent(as: $0) } ?? false
        }
    default: self == other
    }
  }
}
