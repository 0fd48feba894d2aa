/// The index path of a row: the index of its section, and its index in the section.
///
/// Both are stored in 32 bits. Greater numbers are clamped, and never the index of a row.
public struct ItemPath: Hashable, Sendable {
  private let storedSection: Int32
  private let storedItem: Int32

  /// The index of the section, counted from 0.
  public var section: Int { Int(storedSection) }

  /// The index in the section, counted from 0.
  public var item: Int { Int(storedItem) }

  /// Creates an index path.
  public init(section: Int, item: Int) {
    storedSection = Int32(clamping: section)
    storedItem = Int32(clamping: item)
  }
}

extension ItemPath: Comparable {
  /// Whether a path precedes another: in an earlier section, or in the same section with a smaller index.
  public static func < (lhs: ItemPath, rhs: ItemPath) -> Bool {
    (lhs.storedSection, lhs.storedItem) < (rhs.storedSection, rhs.storedItem)
  }
}

extension ItemPath: CustomStringConvertible {
  /// The section and the item, such as `[0, 3]`.
  public var description: String { "[\(section), \(item)]" }
}

extension ItemPath: Codable {
  /// Decodes an array `[section, item]`.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let section = try container.decode(Int32.self)
    let item = try container.decode(Int32.self)
    guard container.isAtEnd, section >= 0, item >= 0 else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "an index path is two numbers that are not negative")
    }
    self.init(section: Int(section), item: Int(item))
  }

  /// Encodes an array `[section, item]`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(storedSection)
    try container.encode(storedItem)
  }
}
