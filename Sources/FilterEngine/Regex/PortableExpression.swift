import FilterSyntax

/// A regular expression that is matched by a library with ICU's syntax.
///
/// A match does not report its progress. The library asks after a number of steps whether to continue, and that
/// limits the match.
final class PortableExpression: RegularExpression {
  private let source: RegexSource
  private let program: any RegexProgram
  private let steps: Int
  private let ends: LiteralEnds
  /// The greatest length of a text that is matched without charging the steps of the match, in bytes.
  private let quickLength: Int

  let simplification: PatternSimplification
  let compilationSteps: Int

  /// The estimated size of a compiled byte of a pattern.
  private static let bytesOfByte = 64

  init(
    _ source: RegexSource, usesShortcuts: Bool, _ memory: PatternMemory,
    by type: any RegexProgram.Type
  ) throws(EvaluationError) {
    let text = source.text
    // The library does not tell the size. It does not write repetitions out.
    try memory.take(text.utf8.count * Self.bytesOfByte)
    compilationSteps = text.utf8.count * 4
    do throws(PatternFailure) {
      let rewritten = try source.rewritten(text, for: .icu)
      program = try Self.compiled(rewritten, source, by: type)
      ends = source.ends(of: rewritten, usesShortcuts: usesShortcuts)
      simplification = source.simplification(of: rewritten, usesShortcuts: usesShortcuts)
    } catch {
      throw source.unusable(error, in: text)
    }
    steps = type.stepsBetweenLooks
    quickLength = RegexScratch.quickLength(lookingAround: source.lookCount)
    self.source = source
  }

  private static func compiled(
    _ rewritten: ICUPattern, _ source: RegexSource, by type: any RegexProgram.Type
  ) throws(PatternFailure) -> any RegexProgram {
    let text = String(decoding: rewritten.text, as: UTF8.self)
    if let program = type.init(text, caseInsensitive: source.caseInsensitive) { return program }
    // The library does not report a position.
    for property in rewritten.properties
    where type.init(property.text, caseInsensitive: false) == nil {
      throw PatternFailure(
        reason: "unknown property \"\(property.name.shown)\"", position: property.source)
    }
    let limit = PatternLimits.maximumLibraryNesting
    if let position = rewritten.position(nestedDeeperThan: limit) {
      throw PatternFailure(reason: "groups and sets nest deeper than \(limit)", position: position)
    }
    throw PatternFailure(reason: "the pattern cannot be compiled", position: 0)
  }

  func matches(
    _ text: UnsafeBufferPointer<UInt8>, isASCII: Bool, _ scratch: RegexScratch
  ) throws(EvaluationError) -> Bool {
    try counted(scratch) { match(text, isASCII: isASCII, $0) }
  }

  func range(
    ofGroup group: Int, in text: UnsafeBufferPointer<UInt8>, isASCII: Bool,
    _ scratch: RegexScratch
  ) throws(EvaluationError) -> Range<Int>? {
    guard group >= 0, ends.admit(text) else { return nil }
    var range: Range<Int>?
    // The first group of the program is the whole match.
    let isFound = try counted(scratch) { goesOn in
      let match = program.match(text, group: group + 1, goesOn)
      range = match.range
      return match.result
    }
    return isFound ? range : nil
  }

  /// Whether there is a match. Charges its steps.
  private func counted(
    _ scratch: RegexScratch, _ match: (_ goesOn: () -> Bool) -> RegexMatch
  ) throws(EvaluationError) -> Bool {
    var tries = 0
    var end: EvaluationError?
    let result = match {
      tries += steps
      end = scratch.charge(steps)
      return end == nil && tries < scratch.tries
    }
    switch result {
    case .yes: return true
    case .no: return false
    case .ended: throw end ?? source.gaveUp("match limit exceeded")
    case .exhausted: throw source.gaveUp("stack limit exceeded")
    }
  }

  func test(
    _ text: UnsafeBufferPointer<UInt8>, isASCII: Bool, _ scratch: RegexScratch
  ) -> Int8 {
    guard text.count <= quickLength else { return -1 }
    return switch match(text, isASCII: isASCII, { false }) {
    case .yes: 1
    case .no: 0
    case .ended, .exhausted: -1
    }
  }

  private func match(
    _ text: UnsafeBufferPointer<UInt8>, isASCII: Bool, _ goesOn: () -> Bool
  ) -> RegexMatch {
    guard source.foldsDiacritics, !isASCII else {
      return ends.admit(text) ? program.match(text, goesOn) : .no
    }
    return RegexFolding.foldDiacritics(text).withUnsafeBufferPointer { folded in
      ends.admit(folded) ? program.match(folded, goesOn) : .no
    }
  }
}
