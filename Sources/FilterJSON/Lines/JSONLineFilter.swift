internal import CSimdJSON
package import EssentialFoundation
package import FilterEngine

/// A filter over lines of JSON that looks at no more of them than it has to.
///
/// Every line is checked whole. Comparisons of key paths with constants are answered from the text;
/// where that has no answer, the line is read as a value and the predicate evaluated, so that answers
/// and errors are always those of the predicate. A filter keeps its memory and is used by one thread
/// at a time.
package final class JSONLineFilter {
  let slots = JSONSlots()
  let reader = JSONReader()
  let matcher: FilterMatcher
  private let inPlace: SlotMatcher

  /// The units of work of a line besides reading it.
  private let weight: Int

  private let isInverted: Bool

  /// The value of the row that is being taken, if it had to be read.
  private(set) var known: FilterValue?

  /// The key paths that the predicate reads, and their slots.
  private let projection: RowProjection?
  private let projected: [Int]
  private let conversions: [JSONLinePredicate.Converted.Conversion?]

  /// Answers for the values of the key paths; made for the first line that needs it.
  private var partMatcher: FilterMatcher?
  private let makePartMatcher: () -> FilterMatcher

  /// The line of the row that is being taken, counted from 1.
  private(set) var line = 0

  /// Where the slots of the columns are that are read of matching lines, in bytes from the first slot on.
  /// Unsafe, because a row that asks an array would count its references.
  private let offsets: UnsafeMutablePointer<Int>

  /// Whether there are slots of columns: none without columns, and where memory is short.
  private let hasColumns: Bool

  /// Whether there are slots to answer from.
  private let hasSlots: Bool

  /// The slots in readings, and what they are made of; nil if the program reads the slots of the line.
  private let read: UnsafeMutablePointer<RowSlot>?
  private let readings: [SlotReading]
  let readingRow: (@Sendable (UnsafeRawBufferPointer, JSONReader) -> FilterValue?)?

  /// A slot of the line, and the reading of it; nil for the slot itself.
  private typealias SlotReading = (slot: Int, reading: JSONLinePredicate.Readings.Reading?)
  private let projectedReadings: [JSONLinePredicate.Readings.Reading?]

  /// A filter of the lines that match, or of those that do not. Its time begins now, and is that of all its calls.
  ///
  /// `columns` are the key paths, of nothing but names, that a `JSONLineRow` gives the values of.
  package init(
    _ lines: JSONLinePredicate, columns: [[String]] = [], now: Date = Date(),
    isInverted: Bool = false, limits: EvaluationLimits = .standard
  ) {
    let slots = slots
    let makeReading = lines.readings?.reading
    readingRow = lines.readings?.row
    if let makeReading {
      let paths = lines.program.paths
      readings = paths.compactMap { path in
        let reading = makeReading(path)
        return slots.slot(ofPath: reading?.path ?? path).map { ($0, reading) }
      }
      hasSlots = readings.count == paths.count
      let buffer = UnsafeMutablePointer<RowSlot>.allocate(capacity: max(paths.count, 1))
      buffer.initialize(repeating: RowSlot(.missing), count: max(paths.count, 1))
      read = buffer
    } else {
      hasSlots = slots.add(lines.program.paths)
      readings = []
      read = nil
    }
    // Each filter has its own, so that threads do not count references at one address.
    let projection = RowProjection((lines.converted?.predicate ?? lines.predicate).syntax)
    projectedReadings = (projection?.paths ?? []).map { makeReading?($0) }
    projected = zip(projection?.paths ?? [], projectedReadings).compactMap {
      slots.slot(ofPath: $1?.path ?? $0)
    }
    self.projection = projection?.paths.count == projected.count ? projection : nil
    conversions = (projection?.paths ?? []).map { lines.converted?.conversion($0) }
    let found = columns.compactMap { slots.slot(ofPath: $0) }
    hasColumns = !columns.isEmpty && found.count == columns.count
    offsets = .allocate(capacity: max(found.count, 1))
    for (index, slot) in found.enumerated() {
      (offsets + index).initialize(to: slot * MemoryLayout<RowSlot>.stride)
    }
    let limits = limits.beginning()
    matcher = FilterMatcher(lines.predicate, bindings: lines.bindings, now: now, limits: limits)
    inPlace = SlotMatcher(lines.program, in: matcher)
    let predicate = lines.converted?.predicate ?? lines.predicate
    makePartMatcher = {
      FilterMatcher(predicate.separate(), bindings: lines.bindings, now: now, limits: limits)
    }
    weight = lines.program.weight
    self.isInverted = isInverted
  }

  deinit {
    offsets.deallocate()
    read?.deallocate()
  }

  /// The answer for the last line that was read; nil where its value has to be asked.
  @inline(__always)
  func answerInPlace() -> Bool? {
    guard hasSlots else { return nil }
    return read.map(answer) ?? inPlace.answer(slots.address)
  }

  private func answer(_ read: UnsafeMutablePointer<RowSlot>) -> Bool? {
    for (index, (slot, reading)) in readings.enumerated() {
      read[index] = value(of: slot, reading)
    }
    return inPlace.answer(read)
  }

  /// A slot of the last line in a reading.
  private func value(
    of slot: Int, _ reading: JSONLinePredicate.Readings.Reading?
  ) -> RowSlot {
    let value = slots.value(at: slot)
    return reading?.slot(value, reader) { slots.text(of: slot) } ?? value
  }

  /// Why the filter has ended before its last line: time or cancellation.
  package var end: EvaluationError? { matcher.end ?? partMatcher?.end }

  /// Counts the work of a line; why the filter has to end, if it has.
  @inline(__always)
  func work(_ line: Range<Int>) -> EvaluationError? { matcher.work(weight + line.count / 32) }

  /// What one call is to do beside counting.
  package struct Request: Sendable {
    /// Whether matching lines are kept.
    package var keepsLines = true
    /// Whether a bad line is only counted; otherwise it ends the call.
    package var skipsBad = false
    /// How many matches are counted, but not kept.
    package var offset = 0
    /// The number of matches, the offset counted in, that ends the call.
    package var limit = Int.max

    /// Keeps all matches, and ends at a bad line.
    package init() {}
  }

  /// Appends what is found in `text`, which begins and ends between lines; as far as time or cancellation let it.
  ///
  /// Where lines are kept, `take` appends what is kept of one: by default the line, with a line feed.
  /// Takes time linear in its length, beside what the predicate and `take` take.
  package func filter(
    _ text: UnsafeRawBufferPointer, _ request: Request, into matches: inout JSONLineMatches,
    taking take: (JSONLineRow, inout [UInt8]) -> Void = JSONLineFilter.appendLine
  ) {
    slots.begin(text)
    while matches.matchCount < request.limit, let (status, range) = slots.next() {
      if let end = work(range) {
        matches.end = end
        return
      }
      matches.lineCount += 1
      let isMatch: Bool
      var value: FilterValue?
      switch status {
      case FRC_JSON_ROW_BLANK: continue
      case FRC_JSON_ROW_READ:
        if let answer = answerInPlace() {
          isMatch = answer != isInverted
          if !isMatch { matches.missCount += 1 }
        } else {
          isMatch = evaluate(
            UnsafeRawBufferPointer(rebasing: text[range]), isRead: true, &matches, &value)
        }
      default:
        isMatch = evaluate(
          UnsafeRawBufferPointer(rebasing: text[range]), isRead: false, &matches, &value)
      }
      if isMatch {
        matches.matchCount += 1
        guard request.keepsLines, matches.matchCount > request.offset else { continue }
        if value != nil { known = value }
        line = matches.lineCount
        take(
          row(UnsafeRawBufferPointer(rebasing: text[range]), isRead: status == FRC_JSON_ROW_READ),
          &matches.lines)
        if value != nil { known = nil }
      } else if matches.end != nil || matches.badCount > 0 && !request.skipsBad {
        return
      }
    }
  }

  /// Appends a row as the line that it is, with a line feed.
  package static func appendLine(_ row: JSONLineRow, to lines: inout [UInt8]) {
    lines.append(contentsOf: row.text)
    lines.append(UInt8(ascii: "\n"))
  }

  @inline(__always)
  private func row(_ line: UnsafeRawBufferPointer, isRead: Bool) -> JSONLineRow {
    JSONLineRow(
      text: line, slots: isRead && hasColumns ? slots.address : nil, filter: self,
      offsets: offsets)
  }

  /// The value of the last line with nothing but what the predicate reads; nil if that requires the whole line.
  private func projectedValue() -> FilterValue? {
    guard let projection else { return nil }
    return projection.row { number in
      let slot = projected[number]
      let read = value(of: slot, projectedReadings[number])
      // Elements, and numbers that no slot holds, are converted with the whole row.
      if conversions[number] != nil || projectedReadings[number] != nil, read.scalar == nil {
        return Optional.none
      }
      return conversions[number]?(read) ?? read.scalar
        ?? slots.text(of: slot).flatMap { try? reader.read($0) }
    }
  }

  /// Whether the value of a line matches; what is wrong with it is noted. `isRead` if its slots are those of the line.
  @inline(never)
  private func evaluate(
    _ line: UnsafeRawBufferPointer, isRead: Bool, _ matches: inout JSONLineMatches,
    _ read: inout FilterValue?
  ) -> Bool {
    let value: FilterValue
    var matcher = matcher
    do throws(JSONError) {
      if isRead, let part = projectedValue() {
        value = part
        matcher = partMatcher ?? makePartMatcher()
        partMatcher = matcher
      } else {
        matches.valueCount += 1
        let whole = try reader.read(line)
        read = whole
        value = readingRow?(line, reader) ?? whole
      }
    } catch {
      matches.badCount += 1
      if matches.firstBad == nil { matches.firstBad = (matches.lineCount, error) }
      return false
    }
    do throws(EvaluationError) {
      let isMatch = try matcher.matches(value) != isInverted
      if !isMatch { matches.missCount += 1 }
      return isMatch
    } catch {
      if error.endsCall {
        matches.end = error
        return false
      }
      if matches.firstLimit == nil, error.isLimit { matches.firstLimit = error }
      matches.failureCount += 1
      if matches.firstFailure == nil { matches.firstFailure = (matches.lineCount, error) }
      return false
    }
  }
}
