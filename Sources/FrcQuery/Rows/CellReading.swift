internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

/// A reading of cells, which are texts that can stand for numbers.
///
/// A key path to a cell in a reading has the name of the reading before it. The row has the readings as members.
enum CellReading: String {
  case text = "\0text"

  /// The number or the boolean of a cell, or else its text
  case number = "\0number"

  /// The reading of a key path and the key path in the row; nil for a key path without a reading.
  static func split(_ path: [String]) -> (reading: CellReading?, path: [String]) {
    guard let reading = path.first.flatMap(CellReading.init) else { return (nil, path) }
    return (reading, Array(path.dropFirst()))
  }

  /// A row with its readings as further members; `texts` has the texts of its cells, by the same keys.
  static func row(_ row: FilterValue, texts: FilterValue, _ reader: JSONReader) -> FilterValue {
    guard case .object(let object) = row, case .object(let cells) = texts else { return row }
    let numbers = object.values.map { value in
      if case .string(let text) = value { number(text, reader) } else { value }
    }
    let readings = [
      cells, FilterObject(shape: object.shape, values: numbers),
    ].map { FilterValue.object($0) }
    return .object(
      FilterObject(
        shape: FilterObject.Shape(object.shape.keys + [text.rawValue, number.rawValue]),
        values: object.values + readings))
  }

  /// The number or the boolean that a text spells, or else the text.
  static func number(_ text: String, _ reader: JSONReader) -> FilterValue {
    ColumnKind.number(text, reader) ?? ColumnKind.boolean(text).map { .bool($0) } ?? .string(text)
  }
}

extension JSONLinePredicate {
  /// A predicate for lines whose values are cells, except for those of `stated` columns.
  init(
    cells predicate: FilterPredicate<FilterValue>, stated: [String], limits: EvaluationLimits
  ) {
    guard let read = predicate.readingCells(stated: stated) else {
      self.init(predicate, limits: limits)
      return
    }
    self.init(
      read, limits: limits,
      readings: Readings(
        reading: { path in
          let (reading, path) = CellReading.split(path)
          return reading.map { Readings.Reading(path, slot: $0.slot) }
        },
        row: { CellReading.row($0, $1) }))
  }
}

extension CellReading {
  /// The row of a line of JSON, with its readings; nil if it cannot be read.
  static func row(_ json: some Collection<UInt8>, _ reader: JSONReader) -> FilterValue? {
    guard let row = try? reader.read(json) else { return nil }
    return Self.row(row, texts: reader.spelledMembers(of: json) ?? row, reader)
  }

  /// The slot of a value of JSON in this reading.
  fileprivate func slot(
    _ slot: RowSlot, _ reader: JSONReader, _ spelling: () -> UnsafeRawBufferPointer?
  ) -> RowSlot {
    switch (self, slot.kind) {
    case (.text, .integer), (.text, .double), (.text, .wide), (.text, .true), (.text, .false):
      guard let text = spelling(), let length = UInt32(exactly: text.count) else { break }
      return RowSlot(.string, bits: UInt64(UInt(bitPattern: text.baseAddress)), length: length)
    case (.number, .string):
      let text = String(decoding: slot.utf8, as: UTF8.self)
      switch Self.number(text, reader) {
      case .int(let number): return RowSlot(.integer, bits: UInt64(bitPattern: number))
      case .double(let number): return RowSlot(.double, bits: number.bitPattern)
      case .bool(let flag): return RowSlot(flag ? .true : .false)
      case .wide: return RowSlot(.other)
      default: return slot
      }
    case (.text, .array), (.text, .object): return RowSlot(.other)
    default: return slot
    }
    return RowSlot(.other)
  }
}
