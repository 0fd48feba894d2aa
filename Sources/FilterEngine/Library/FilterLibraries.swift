package import FilterSyntax

/// The libraries that a predicate is made with.
///
/// Making a value builds an index of all names. Keep it if several predicates use the same libraries.
///
/// - Complexity: O(n) in the number of names to make, O(1) to copy.
public struct FilterLibraries: Sendable, ExpressibleByArrayLiteral {
  /// The libraries in order. If several have an entry of the same name, the first one counts, and that of the standard
  /// library last.
  public var libraries: [FilterLibrary] { index.libraries }

  /// The names that more than one library has, without repetitions.
  public var duplicates: [String] { index.duplicates }

  package var vocabulary: SyntaxVocabulary { index.vocabulary }

  let index: LibraryIndex

  /// These libraries, in this order.
  public init(_ libraries: [FilterLibrary]) { index = LibraryIndex(libraries) }

  /// These libraries, in this order.
  public init(arrayLiteral elements: FilterLibrary...) { self.init(elements) }

  /// The standard library alone.
  public static let standard = FilterLibraries([FilterLibrary.standard])

  /// The function with a selector, such as `sqrt:`; nil if there is none.
  package func function(_ selector: String) -> FilterFunction? { index.function(selector) }

  /// Whether both are copies of the same value, so that every name means the same. O(1).
  func areSame(as other: FilterLibraries) -> Bool { index === other.index }

  /// These libraries, and those of `other` with different names.
  func joined(with other: FilterLibraries) -> FilterLibraries {
    if areSame(as: other) { return self }
    let names = Set(libraries.map(\.name))
    let added = other.libraries.filter { !names.contains($0.name) }
    return added.isEmpty ? self : FilterLibraries(libraries + added)
  }
}

extension FilterLibraries: CustomStringConvertible {
  /// The names of the libraries, in order.
  public var description: String { libraries.map(\.name).joined(separator: ", ") }
}
