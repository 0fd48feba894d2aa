/// The library that matches regular expressions, for `MATCHES` and for functions that take a pattern.
///
/// It is chosen when the package is built: PCRE2 on Linux where its header is installed (`apt-get install libpcre2-dev`),
/// otherwise Foundation. Both read and refuse the same patterns and give the same answers; PCRE2 is several times as fast.
/// Build again from an empty folder after the header has been installed.
public enum RegexLibrary: String, Sendable {
  /// The system's `libpcre2-8`
  case pcre2 = "PCRE2"
  /// Foundation's `NSRegularExpression`
  case foundation = "Foundation"

  /// The library of this build.
  ///
  /// ```swift
  /// print(RegexLibrary.current.rawValue)  // PCRE2
  /// ```
  public static var current: RegexLibrary {
    #if canImport(CPCRE2)
      .pcre2
    #else
      .foundation
    #endif
  }
}
