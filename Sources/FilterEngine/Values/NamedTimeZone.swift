package import EssentialFoundation

/// The time zones of the system, such as `Europe/Berlin`.
///
/// On Linux the part of Foundation that knows them, with 40 MB of tables, is opened when a name is looked for: a program
/// that links it starts more slowly. It replaces a function of FoundationEssentials when it is opened, and stays open.
package enum NamedTimeZone {
  private static let library = "libFoundationInternationalization.so"

  /// - Throws: An error of kind `unknownName` if there is no such zone.
  package static func find(_ name: String) throws(EvaluationError) -> TimeZone {
    if ["UTC", "GMT"].contains(name) { return .gmt }
    if let zone = TimeZone(identifier: name) { return zone }
    #if canImport(FoundationEssentials) && canImport(Glibc)
      guard dlopen(library, RTLD_NOW | RTLD_GLOBAL) != nil else {
        throw EvaluationError(.custom(.unknownName, "this system has no time zones but UTC"))
      }
    #endif
    guard let zone = TimeZone(identifier: name) else {
      throw EvaluationError(.custom(.unknownName, "there is no time zone '\(name.prefix(80))'"))
    }
    return zone
  }
}
