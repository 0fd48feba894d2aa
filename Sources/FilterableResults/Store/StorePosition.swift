/// A position of a row in the store of a controller: a section as it is stored, and an offset in it.
///
/// Filters, orders and a section key do not change it. `ResultsPath` is the index path at which a row is shown. A flat list
/// is one section of the store.
///
/// Both numbers are kept in 32 bits; a number outside them becomes the nearest that fits, which no row has.
public struct StorePosition: Hashable, Sendable {
  private let storedSection: Int32
  private let storedOffset: Int32

  /// The index of the section in the store, from 0.
  public var section: Int { Int(storedSection) }

  /// The number of rows before it in its section.
  public var offset: Int { Int(storedOffset) }

  /// Creates a position from the index of a section of the store and an offset in it.
  public init(section: Int, offset: Int) {
    storedSection = Int32(clamping: section)
    storedOffset = Int32(clamping: offset)
  }
}

extension StorePosition: Comparable {
  /// Compares the sections first, then the offsets.
  public static func < (lhs: StorePosition, rhs: StorePosition) -> Bool {
    (lhs.storedSection, lhs.storedOffset) < (rhs.storedSection, rhs.storedOffset)
  }
}

extension StorePosition: CustomStringConvertible {
  /// The two numbers, as in `[0, 3]`.
  public var description: String { "[\(section), \(offset)]" }
}

extension StorePosition: Codable {
  /// Decodes `[section, offset]`.
  ///
  /// - Throws: A `DecodingError` unless there are two numbers of 32 bits that are not negative.
  public init(from decoder: any Decoder) throws {
    let path = try ResultsPath(from: decoder)
    self.init(section: path.section, offset: path.item)
  }

  /// Encodes `[section, offset]`.
  public func encode(to encoder: any Encoder) throws {
    try ResultsPath(section: section, item: offset).encode(to: encoder)
  }
}
