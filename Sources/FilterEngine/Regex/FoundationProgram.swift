#if !canImport(CPCRE2) || FOUNDATION_PROGRAM
  // Compiled where PCRE2 is not, and by tests of both through a link to this file.
  #if FOUNDATION_PROGRAM
    package import FilterEngine
  #endif
  internal import Foundation

  /// A pattern that Foundation's `NSRegularExpression` matches, which is ICU.
  package final class FoundationProgram: RegexProgram {
    private let expression: NSRegularExpression

    /// ICU asks after so many positions.
    package static let stepsBetweenLooks = 10_000

    package init?(_ pattern: String, caseInsensitive: Bool) {
      // Within a group, so that the end belongs to each of its branches.
      guard
        let expression = try? NSRegularExpression(
          pattern: "(?:\(pattern))\\z", options: caseInsensitive ? .caseInsensitive : [])
      else { return nil }
      self.expression = expression
    }

    package func match(_ text: UnsafeBufferPointer<UInt8>, _ goesOn: () -> Bool) -> RegexMatch {
      match(String(decoding: text, as: UTF8.self), goesOn) { _ in }
    }

    package func match(
      _ text: UnsafeBufferPointer<UInt8>, group: Int, _ goesOn: () -> Bool
    ) -> (result: RegexMatch, range: Range<Int>?) {
      let text = String(decoding: text, as: UTF8.self)
      var bytes: Range<Int>?
      let result = match(text, goesOn) { match in
        guard group < match.numberOfRanges, let range = Range(match.range(at: group), in: text)
        else { return }
        let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
        bytes = start..<start + text.utf8[range].count
      }
      return (result, bytes)
    }

    private func match(
      _ text: String, _ goesOn: () -> Bool, _ take: (NSTextCheckingResult) -> Void
    ) -> RegexMatch {
      var result = RegexMatch.no
      // The block runs only while the call does.
      withoutActuallyEscaping(goesOn) { goesOn in
        withoutActuallyEscaping(take) { take in
          expression.enumerateMatches(
            in: text, options: [.anchored, .reportProgress, .reportCompletion],
            range: NSRange(location: 0, length: text.utf16.count)
          ) { match, flags, stop in
            if let match {
              take(match)
              result = .yes
              stop.pointee = true
            } else if flags.contains(.internalError) {
              if result == .no { result = .exhausted }
            } else if flags.contains(.progress), !goesOn() {
              result = .ended
              stop.pointee = true
            }
          }
        }
      }
      return result
    }
  }
#endif
