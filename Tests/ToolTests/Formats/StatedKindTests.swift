#if SQLite
  import FilterEngine
  import Foundation
  import Testing

  @testable import FrcQuery

  /// Cells of a database as what `--types` says of their columns.
  struct StatedKindTests {
    private func slot(_ value: FilterValue) -> RowSlot {
      switch value {
      case .int(let number): RowSlot(.integer, bits: UInt64(bitPattern: number))
      case .double(let number): RowSlot(.double, bits: number.bitPattern)
      case .string: RowSlot(.string)
      case .null: RowSlot(.null)
      default: RowSlot(.other)
      }
    }

    private static let greatest: Int64 = 1 << 53

    /// The cells that are of each kind; NULL is of all.
    @Test func aCellIsOfAKindOrNot() throws {
      let cells: [(FilterValue, Set<String>)] = [
        (.null, ["text", "number", "boolean"]), (.string("1"), ["text"]),
        (.double(0.5), ["number"]),
        (.double(1), ["number"]), (.int(0), ["number", "boolean"]),
        (.int(1), ["number", "boolean"]),
        (.int(2), ["number"]), (.int(-1), ["number"]), (.int(Self.greatest), ["number"]),
        (.int(-Self.greatest), ["number"]), (.int(Self.greatest + 1), []),
        (.int(-Self.greatest - 1), []), (.int(.min), []), (.int(.max), []), (.data(Data([1])), []),
      ]
      for kind in [ColumnKind.text, .number, .boolean] {
        let stated = try #require(StatedKind(rawValue: kind.rawValue))
        for (value, kinds) in cells {
          let found = stated.slot(slot(value))
          #expect((found != nil) == kinds.contains(kind.rawValue), "\(value), \(kind)")
          guard let found else { continue }
          let isTruth = kind == .boolean && value != .null
          let expected =
            isTruth ? (value == .int(1) ? RowSlot.Kind.true : .false) : slot(value).kind
          #expect(found.kind == expected)
          #expect(stated.value(value) == (isTruth ? .bool(value == .int(1)) : value))
          if case .int(let number) = value, !isTruth { #expect(found.integer == number) }
        }
      }
      #expect(StatedKind(rawValue: "date") == nil)
    }
  }
#endif
