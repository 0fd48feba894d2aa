/// The flags of a pattern, `(?imsx)`, which apply up to the end of their group.
struct PatternFlags: OptionSet {
  let rawValue: UInt8

  static let caseInsensitive = PatternFlags(rawValue: 1)
  static let multiline = PatternFlags(rawValue: 2)
  static let dotAll = PatternFlags(rawValue: 4)
  /// Spaces and `#` comments are not part of the pattern.
  static let comments = PatternFlags(rawValue: 8)
  /// Only LF ends a line.
  static let unixLines = PatternFlags(rawValue: 16)
}
