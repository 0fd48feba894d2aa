/// The index path of a visible row: a section of a snapshot, and a row of it.
///
/// ```swift
/// let person = results.snapshot[ResultsPath(section: 0, item: 3)]
/// ```
///
/// Filters, orders and sections change it. `StorePosition` is the position of a row in the store, hidden or visible.
///
/// Both numbers are kept in 32 bits; a number outside them becomes the nearest that fits, which no row has.
public struct ResultsPath: Hashable, Sendable {
  private let storedSection: Int32
  private let storedItem: Int32

  /// The index of the section, from 0.
  public var section: Int { Int(storedSection) }

  /// The index of the row in its section, from 0.
  public var item: Int { Int(storedItem) }

  /// Creates an index path from the index of a section and the index of a row in it.
  public init(section: Int, item: Int) {
    storedSection = Int32(clamping: section)
    storedItem = Int32(clamping: item)
  }

  /// A number that ascends along the order of index paths.
  var number: UInt64 {
    UInt64(UInt32(bitPattern: storedSection &+ .min)) &<< 32
      | UInt64(UInt32(bitPattern: storedItem &+ .min))
  }

  /// Creates the index path with a number.
  init(number: UInt64) {
    storedSection = Int32(truncatingIfNeeded: number &>> 32) &- .min
    storedItem = Int32(truncatingIfNeeded: number) &- .min
  }
}

extension ResultsPath: Comparable {
  /// Compares the sections first, then the rows.
  public static func < (lhs: ResultsPath, rhs: ResultsPath) -> Bool {
    (lhs.storedSection, lhs.storedItem) < (rhs.storedSection, rhs.storedItem)
  }
}

extension ResultsPath: CustomStringConvertible {
  /// The two numbers, as in `[0, 3]`.
  public var description: String { "[\(section), \(item)]" }
}

extension ResultsPath: Codable {
  /// Decodes `[section, item]`.
  ///
  /// - Throws: A `DecodingError` unless there are two numbers of 32 bits that are not negative.
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

  /// Encodes `[section, item]`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(storedSection)
    try container.encode(storedItem)
  }
}
