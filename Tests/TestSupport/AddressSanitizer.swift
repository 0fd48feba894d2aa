import Foundation

/// Whether the tests run with the address sanitizer, which takes memory of its own.
public enum AddressSanitizer {
  /// The options of the run, nil where there are none; `.ci/search` sets them.
  public static let options = ProcessInfo.processInfo.environment["ASAN_OPTIONS"]

  /// Whether it is on.
  public static var isOn: Bool { options != nil }
}
