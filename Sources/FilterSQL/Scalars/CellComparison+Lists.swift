internal import EssentialFoundation
internal import FilterEngine
internal import FilterSyntax

extension CellComparison {
  /// The test for membership of the cell's value in a list.
  func list(_ set: ValueSet) -> CellTest {
    let values = set.values
    switch cell.kind {
    case .integer:
      guard let integers = stored(values, { NumberBounds(integers: $0, .equal) }) else { break }
      return members(integers)
    case .real:
      guard let doubles = doubles(values) else { break }
      return members(doubles)
    case .decimal:
      guard let decimals else { break }
      return members(decimals)
    case .date(let form):
      guard let dates = stored(values, { NumberBounds(dates: $0, .equal, form) }) else { break }
      return members(dates)
    case .boolean:
      func holds(_ number: Int64) -> Bool { values.contains(.int(number)) }
      return flags(holds(0), holds(1))
    case .text:
      let texts = set.strings
      guard set.foldsText else {
        guard cell.comparesBytes else { break }
        return members(
          texts.filter { dialect.storesNUL || !$0.utf8.contains(0) }.map { .text($0) })
      }
      return fans(of: texts)
    case .bytes:
      return members(
        values.compactMap { if case .data(let data) = $0 { .bytes(Array(data)) } else { nil } })
    case .uuid:
      return members(
        values.compactMap { value in
          guard case .uuid(let uuid) = value else { return nil }
          return .uuid(withUnsafeBytes(of: uuid.uuid) { Array($0) })
        })
    case .uuidText:
      return uuids(values.compactMap { if case .uuid(let uuid) = $0 { uuid } else { nil } })
    case .json, .dynamic: break
    }
    return CellTest(inside: .none, outside: .none)
  }

  /// The stored doubles; nil if a constant can be equal to other values too.
  private func doubles(_ values: [FilterValue]) -> [SQLValue]? {
    // NaN can be equal to a value of the column.
    let hasNaN = values.contains {
      if case .double(let value) = $0 { value.isNaN } else { false }
    }
    if hasNaN, dialect.storesNaN { return nil }
    return stored(values) { NumberBounds(doubles: $0, .equal, .null) }
  }

  /// The decimals of a list that is written out; nil for other constants.
  private var decimals: [SQLValue]? {
    guard case .list(let list) = comparison.decimalConstant else { return nil }
    var texts: [SQLValue] = []
    for case .number(let digits)? in list.elements.map(DecimalText.init) {
      texts.append(.text(digits))
    }
    return texts.withoutRepetitions
  }

  /// The stored values that are equal to the constants; nil if a constant can be equal to other values too.
  private func stored(
    _ values: [FilterValue], _ bounds: (NumberRange) -> NumberBounds?
  ) -> [SQLValue]? {
    var members: [SQLValue] = []
    for value in values {
      if case .wide = value { return nil }
      if case .decimal = value { return nil }
      guard let range = NumberRange(.equal, value), let bounds = bounds(range) else {
        continue
      }
      guard !bounds.isEmpty else { continue }
      guard let low = bounds.lower?.value, bounds.upper?.value == low,
        bounds.canBeWritten(dialect)
      else { return nil }
      members.append(low)
    }
    return members.withoutRepetitions
  }

  /// The ranges of texts that can be equal to one of the texts.
  private func fans(of texts: [String]) -> CellTest {
    var ranges: [TextFan.ByteRange] = []
    guard cell.isIndexed, cell.comparesBytes, !texts.isEmpty else {
      return texts.isEmpty
        ? .exact(.never, cell.isNotNull) : CellTest(inside: .none, outside: .none)
    }
    for text in texts {
      let fan = TextFan(
        text, foldsCase: folding.foldsCase, isPlain: folding.isPlain && text.isASCII,
        limit: TextFan.limit / texts.count)
      guard let fan else { return CellTest(inside: .none, outside: .none) }
      ranges += fan.ranges
    }
    return CellTest(inside: .superset(condition(ranges)), outside: .none)
  }

  /// The texts that are one of the type identifiers, without regard to the case of ASCII letters.
  ///
  /// An index that folds ASCII serves them. Ranges of bytes would contain all texts that begin with `publi`.
  func types(_ names: [String]) -> CellTest {
    guard !names.contains(where: { $0.utf8.contains(0) }) else {
      return CellTest(inside: .none, outside: .none)
    }
    var folded = self
    folded.cell.text = dialect.foldingASCII(cell.text)
    return folded.members(names.map { .text($0) })
  }

  /// The texts that are one of the UUIDs, in either case.
  func uuids(_ uuids: [UUID]) -> CellTest {
    var folded = self
    // Not by the collation of the column alone, which can be any.
    folded.cell.text = dialect.foldingASCII(cell.text)
    var test = folded.members(uuids.map { .text($0.uuidString) })
    guard cell.isIndexed, cell.comparesBytes, !uuids.isEmpty, let same = test.inside.part,
      let ranges = ranges(of: uuids)
    else { return test }
    test.inside = .exact(condition(ranges) && same)
    return test
  }

  /// The ranges of bytes that contain the texts of UUIDs in either case; nil if there would be too many.
  private func ranges(of uuids: [UUID]) -> [TextFan.ByteRange]? {
    // Three letters at the beginning are enough to find a UUID among many.
    let limit = min(8, TextFan.limit / uuids.count)
    var ranges: [TextFan.ByteRange] = []
    for uuid in uuids {
      let (digits, letters) = (uuid.uuidString, Set("ABCDEF"))
      var heads = [""]
      for digit in digits {
        let isLetter = letters.contains(digit)
        guard heads.count * (isLetter ? 2 : 1) <= limit else { break }
        let cases = isLetter ? [String(digit), digit.lowercased()] : [String(digit)]
        heads = heads.flatMap { head in cases.map { head + $0 } }
      }
      guard heads != [""] else { return nil }
      ranges += heads.map { TextFan.ByteRange(low: $0, high: $0.successor) }
    }
    return ranges
  }

  private func members(_ values: [SQLValue]) -> CellTest {
    if dialect.distinguishesZeros, let index = values.firstIndex(of: .real(0)) {
      var others = values
      others.remove(at: index)
      let zero = NumberBounds(0.0, 0.0, .equal).test(cell, dialect)
      return members(others) || zero
    }
    guard let first = values.first else { return .exact(.never, cell.isNotNull) }
    guard values.count > 1 else {
      return NumberBounds.tests(
        .test("\(cell.text) = \(cell.bound(first))"),
        .test("\(cell.text) <> \(cell.bound(first))"), cell)
    }
    if case .array(let most) = dialect.lists, values.count > most, !isCast(first),
      let array = SQLValue(array: values)
    {
      let bound = cell.bound(array: array)
      return NumberBounds.tests(
        .test("\(cell.text) = ANY(\(bound))"), .test("\(cell.text) <> ALL(\(bound))"), cell)
    }
    guard let list = list(values) else { return CellTest(inside: .none, outside: .none) }
    return NumberBounds.tests(
      .test("\(cell.text) IN (\(list))"), .test("\(cell.text) NOT IN (\(list))"), cell)
  }

  /// Whether a value is a text that the statement casts.
  private func isCast(_ value: SQLValue) -> Bool {
    if case .casts = dialect.dates { value.isCast } else { false }
  }

  /// Values for the right side of IN; nil if they exceed the limits of a statement.
  func list(_ values: [SQLValue]) -> SQLText? {
    if case .json = dialect.lists,
      values.count > Self.longestList && values.count <= Self.longestArray,
      let json = SQLValue(json: values)
    {
      return "SELECT value FROM json_each(\(json))"
    }
    guard values.count <= dialect.limits.parameters else { return nil }
    return .joined(values.map { cell.bound($0) }, ", ")
  }

  /// The maximum number of separate parameters. A JSON array is as fast for 16 values and twice as fast for 256, but
  /// hides the number of values from SQLite when it chooses an index.
  private static let longestList = 64

  /// The maximum number of values in a JSON array. SQLite uses up to 48 bytes for each while it reads the array.
  private static let longestArray = 1 << 20
}

extension [SQLValue] {
  /// The values in their order without repetitions. Canonically equivalent texts count as one.
  fileprivate var withoutRepetitions: [SQLValue] {
    var known: Set<SQLValue> = []
    return filter { known.insert($0).inserted }
  }
}
