import Foundation

/// Whether the tests run with the address sanitizer, which takes memory of its own.
public enum AddressSanitizer {
  /// The options of the run, nil where there are none; `.ci/search` sets them.
  public static let options = ProcessInfo.processInfo.environment["ASAN_OPTIONS"]

  /// The options as the environment of a process: the leaks that it has when it exits are none.
  public static var environment: [String: String] { options.map { ["ASAN_OPTIONS": $0] } ?? [:] }

  /// Whether it is on.
  public static var isOn: Bool { options != nil }
}
