internal import CSimdJSON
package import EssentialFoundation
package import FilterEngine

/// A filter of lines of JSON that reads only the values it needs.
///
/// Every line is checked completely. Comparisons of key paths with constants are answered from the text. If the text
/// gives no answer, the line is read as a value and the predicate is evaluated, so that answers and errors are always
/// those of the predicate. A filter reuses its memory. One thread at a time may use it.
package final class JSONLineFilter {
  let slots = JSONSlots()
  let reader = JSONReader()
  let matcher: FilterMatcher
  private let inPlace: SlotMatcher

  /// The units of work of a line besides reading it.
  private let weight: Int

  private let isInverted: Bool

  /// The value of the row that is being taken, if it was read.
  private(set) var known: FilterValue?

  /// The key paths that the predicate reads, and their slots.
  private let projection: RowProjection?
  private let projected: [Int]
  private let conversions: [JSONLinePredicate.Converted.Conversion?]

  /// The matcher for the values of the key paths, made for the first line that needs it.
  private var partMatcher: FilterMatcher?
  private let makePartMatcher: () -> FilterMatcher

  /// The line of the row that is being taken, counted from 1.
  private(set) var line = 0

  /// The offsets of the slots of the columns that matching lines give, in bytes from the first slot. Unsafe because a
  /// row that reads an array would count its references.
  private let offsets: UnsafeMutablePointer<Int>

  /// Whether the columns have slots. They have none if there are no columns, or if there is not enough memory.
  private let hasColumns: Bool

  /// Whether the key paths of the predicate have slots.
  private let hasSlots: Bool

  /// The slots of readings and their sources; nil if the program reads the slots of the line.
  private let read: UnsafeMutablePointer<RowSlot>?
  private let readings: [SlotReading]
  let readingRow: (@Sendable (UnsafeRawBufferPointer, JSONReader) -> FilterValue?)?

  /// A slot of the line, and the reading of it; nil for the slot itself.
  private typealias SlotReading = (slot: Int, reading: JSONLinePredicate.Readings.Reading?)
  private let projectedReadings: [JSONLinePredicate.Readings.Reading?]

  /// A filter of the lines that match, or with `isInverted` of those that do not. Its time begins now and covers all
  /// its calls.
  ///
  /// `columns` are the key paths whose values a `JSONLineRow` gives. They consist of names.
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
    // Each filter has its own projection, so that threads do not count references at one address.
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

  /// Returns the answer for the last line that was read; nil if its value is needed.
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

  /// Returns a slot of the last line in a reading.
  private func value(
    of slot: Int, _ reading: JSONLinePredicate.Readings.Reading?
  ) -> RowSlot {
    let value = slots.value(at: slot)
    return reading?.slot(value, reader) { slots.text(of: slot) } ?? value
  }

  /// The error that ended the filter before its last line: time or cancellation.
  package var end: EvaluationError? { matcher.end ?? partMatcher?.end }

  /// Removes and returns the parts of the predicate that have lost a part of a value since the last call.
  package func takeLostParts() -> [LostPart] {
    matcher.takeLostParts() + (partMatcher?.takeLostParts() ?? [])
  }

  /// Counts the work of a line. Returns the error if the filter must end.
  @inline(__always)
  func work(_ line: Range<Int>) -> EvaluationError? { matcher.work(weight + line.count / 32) }

  /// The options of one call.
  package struct Request: Sendable {
    /// Whether matching lines are kept.
    package var keepsLines = true
    /// Whether a bad line is only counted; otherwise it ends the call.
    package var skipsBad = false
    /// The number of matches that are counted and not kept.
    package var offset = 0
    /// The number of matches, including the offset, that ends the call.
    package var limit = Int.max

    /// Keeps all matches, and ends at a bad line.
    package init() {}
  }

  /// Adds the matches in `text`, which consists of whole lines, until the time has passed or the task is cancelled.
  ///
  /// If lines are kept, `take` appends the output of one: by default the line and a line feed.
  ///
  /// - Complexity: O(n) in the length of the text, besides the work of the predicate and of `take`.
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

  /// Appends the line of a row and a line feed.
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

  /// Returns the value of the last line with only the keys that the predicate reads; nil if it reads the whole line.
  private func projectedValue() -> FilterValue? {
    guard let projection else { return nil }
    return projection.row { number in
      let slot = projected[number]
      let read = value(of: slot, projectedReadings[number])
      // Elements, and numbers that do not fit into a slot, are converted with the whole row.
      if conversions[number] != nil || projectedReadings[number] != nil, read.scalar == nil {
        return Optional.none
      }
      return conversions[number]?(read) ?? read.scalar
        ?? slots.text(of: slot).flatMap { try? reader.read($0) }
    }
  }

  /// Whether the value of a line matches. Records an error. `isRead` says whether the slots are those of the line.
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
