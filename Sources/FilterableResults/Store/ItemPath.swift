/// The place of a row: its section, and its place there.
///
/// Places are kept in 32 bits each; a number outside them is the nearest that fits, and never a row.
public struct ItemPath: Hashable, Sendable {
  private let storedSection: Int32
  private let storedItem: Int32

  /// The section, counted from 0.
  public var section: Int { Int(storedSection) }

  /// The place in the section, counted from 0.
  public var item: Int { Int(storedItem) }

  /// A place.
  public init(section: Int, item: Int) {
    storedSection = Int32(clamping: section)
    storedItem = Int32(clamping: item)
  }
}

extension ItemPath: Comparable {
  /// Sections come first.
  public static func < (lhs: ItemPath, rhs: ItemPath) -> Bool {
    (lhs.storedSection, lhs.storedItem) < (rhs.storedSection, rhs.storedItem)
  }
}

extension ItemPath: CustomStringConvertible {
  /// `[0, 3]`
  public var description: String { "[\(section), \(item)]" }
}

extension ItemPath: Codable {
  /// Reads `[section, item]`.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let section = try container.decode(Int32.self)
    let item = try container.decode(Int32.self)
    guard container.isAtEnd, section >= 0, item >= 0 else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a path is two numbers that are not negative")
    }
    self.init(section: Int(section), item: Int(item))
  }

  /// Writes `[section, item]`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(storedSection)
    try container.encode(storedItem)
  }
}
