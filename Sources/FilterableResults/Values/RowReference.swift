package import FilterEngine

/// A row that another object stores, such as a line of a text. Rows are equal if they are the same stored row.
///
/// A row keeps its owner alive. The content is read by the closures of a configuration.
package struct RowReference: Hashable, Sendable {
  package let owner: any AnyObject & Sendable
  package let index: UInt32

  package init(_ owner: any AnyObject & Sendable, at index: UInt32) {
    self.owner = owner
    self.index = index
  }

  package static func == (left: RowReference, right: RowReference) -> Bool {
    left.index == right.index && left.owner === right.owner
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(owner))
    hasher.combine(index)
  }
}

extension RowReference: Filterable {
  package static let filterFields = FilterFields<RowReference>([])
}
