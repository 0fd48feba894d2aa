internal import FilterSyntax

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension Date {
  /// The time of `2026-11-21`, `2026-11-21T10:00`, `…:00`, `…:00.25`, with `Z`, `±hh:mm`, `±hhmm` or no zone, which
  /// is UTC; nil for any other text. `T` may also be a blank, and both letters may be in lower case.
  package init?(iso8601 text: String) {
    var text = text
    guard let date = text.withUTF8({ Date(iso8601: $0) }) else { return nil }
    self = date
  }

  /// The time of a text in UTF-8.
  package init?(iso8601 utf8: UnsafeBufferPointer<UInt8>) {
    guard let time = try? DateText.read(utf8, lenient: true) else { return nil }
    self.init(timeIntervalSinceReferenceDate: Double(time.seconds) + time.fraction)
  }
}
