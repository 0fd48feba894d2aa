internal import EssentialFoundation

/// The time zones of the system, such as `Europe/Berlin`.
///
/// On Linux the part of Foundation that knows them, with 40 MB of tables, is opened when a name is looked for: a program
/// that links it starts more slowly. It replaces a function of FoundationEssentials when it is opened, and stays open.
enum NamedTimeZone {
  case found(TimeZone)
  case unknown
  /// The library with the names cannot be opened.
  case unavailable

  private static let library = "libFoundationInternationalization.so"

  static func find(_ name: String) -> NamedTimeZone {
    if ["UTC", "GMT"].contains(name) { return .found(.gmt) }
    if let zone = TimeZone(identifier: name) { return .found(zone) }
    #if canImport(FoundationEssentials)
      guard dlopen(library, RTLD_NOW | RTLD_GLOBAL) != nil else { return .unavailable }
    #endif
    return TimeZone(identifier: name).map { .found($0) } ?? .unknown
  }
}
