/// A version of Unicode, such as 17.0.
struct UnicodeVersion: Comparable, CustomStringConvertible {
  let major: Int
  let minor: Int

  var description: String { "\(major).\(minor)" }

  static func < (a: UnicodeVersion, b: UnicodeVersion) -> Bool {
    (a.major, a.minor) < (b.major, b.minor)
  }

  /// The version of the standard library: that of its youngest scalars. Every version has new ones
  /// among those of the tables.
  static var ofStandardLibrary: UnicodeVersion {
    var latest = UnicodeVersion(major: 0, minor: 0)
    for scalar in (0..<UnicodeTables.end).lazy.compactMap({ Unicode.Scalar(UInt32($0)) }) {
      guard let age = scalar.properties.age else { continue }
      latest = max(latest, UnicodeVersion(major: age.major, minor: age.minor))
    }
    return latest
  }
}

extension UnicodeVersion {
  /// The version that the header of a generated file names.
  init?(ofFile text: String) {
    guard let match = text.firstMatch(of: /Unicode Character Database (\d+)\.(\d+)/),
      let major = Int(match.1), let minor = Int(match.2)
    else { return nil }
    self.init(major: major, minor: minor)
  }
}
