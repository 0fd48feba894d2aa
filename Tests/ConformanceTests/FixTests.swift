import FilterEngine
import FilterSyntax
import Testing

/// The fixes of all examples are applied.
@Suite struct FixTests {
  @Test func eachFixOfAnExampleLeadsOn() throws {
    let examples = try ConformanceSuite.all().filter { $0.text.utf8.count <= 10_000 }
    var count = 0
    for example in examples {
      do throws(SyntaxError) {
        _ = try Subject(example)
      } catch {
        guard let fix = error.fix else { continue }
        count += 1
        try check(fix, of: error, example)
      }
    }
    #expect(count > 60)
  }

  private func check(
    _ fix: SyntaxError.Fix, of error: SyntaxError, _ example: ConformanceCase
  ) throws {
    let place: Comment = "\(example.testDescription)"
    let fixed = example.text.applying(fix)
    // The words of the text that are replaced and are no part of the mistake are in the replacement.
    if case .queryWord = error.kind {
    } else {
      for token in FilterTokens(example.text) where token.kind.isWord {
        let range = token.range
        guard fix.range.lowerBound <= range.lowerBound, range.upperBound <= fix.range.upperBound,
          range.upperBound <= error.range.lowerBound || range.lowerBound >= error.range.upperBound
        else { continue }
        let bytes = Array(example.text.utf8)[range.lowerBound..<range.upperBound]
        let word = String(decoding: bytes, as: UTF8.self)
        #expect(fix.replacement.has(word.filter { !"'\"".contains($0) }), place)
      }
    }
    // A placeholder that is proposed has no argument.
    guard !fix.replacement.has("%") else { return }
    do throws(SyntaxError) {
      _ = try Subject(
        fixed, like: example, arguments: example.arguments, strict: example.isStrict)
    } catch let other {
      let end = fix.range.lowerBound + fix.replacement.utf8.count
      #expect(other.range.lowerBound >= end, place)
    }
  }
}

extension FilterToken.Kind {
  /// Whether it is a name or a value.
  fileprivate var isWord: Bool {
    switch self {
    case .key, .string, .number: true
    default: false
    }
  }
}
