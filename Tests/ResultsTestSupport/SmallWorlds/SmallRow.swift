package import FilterableResults

/// A row of a small world: a number, and whether its content is the other one.
package struct SmallRow: Filterable, Hashable, Sendable {
  package var id: Int
  package var isChanged: Bool

  package init(_ id: Int, isChanged: Bool = false) {
    self.id = id
    self.isChanged = isChanged
  }

  package static let filterFields = FilterFields<SmallRow>(
    FilterField("id", \.id), FilterField("isChanged", \.isChanged))
}

extension SmallRow: CustomStringConvertible {
  package var description: String { "\(id + 1)" + (isChanged ? "x" : "") }

  /// Reads what `description` writes; nil for anything else.
  init?(_ text: String) {
    let isChanged = text.hasSuffix("x")
    guard let number = Int(isChanged ? String(text.dropLast()) : text), number > 0 else {
      return nil
    }
    self.init(number - 1, isChanged: isChanged)
  }
}
