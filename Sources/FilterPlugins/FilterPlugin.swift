internal import CFilterPlugin
public import FilterEngine

/// A filter library from a shared object that was written against `frc_plugin.h`.
///
/// ```swift
/// let plugin = try FilterPlugin(path: "./levenshtein.so")
/// let near = try FilterPredicate<Person>(
///   text: "levenshtein(name, 'Ann') < 2", libraries: [.standard, plugin.library])
/// ```
///
/// A plug-in is code: it runs with the rights of the program, and what it does to memory is not
/// checked. It stays loaded until the program ends.
public struct FilterPlugin: Sendable {
  /// The versions of the interface that plug-ins may be made for.
  public static let knownVersions: ClosedRange<UInt32> = 1...UInt32(FRC_PLUGIN_API_VERSION)

  /// The file as it was named.
  public let path: String

  /// The version of the interface that it was made for.
  public let version: UInt32

  /// What it registered; named by the path.
  public let library: FilterLibrary

  /// Loads the file at `path`, which is relative to the current directory and never searched for.
  ///
  /// - Throws: Why it is no plug-in, or which of its entries cannot be. A name that it shares with
  ///   other libraries is no error here, and is one of `FilterLibraries.init(plugins:beside:)`.
  public init(path: String) throws(PluginError) {
    let object = try SharedObject(path: path)
    guard let tellVersion = object.version else {
      throw PluginError(path: path, reason: .missingEntryPoint("frc_plugin_api_version"))
    }
    let version = tellVersion()
    guard Self.knownVersions.contains(version) else {
      throw PluginError(path: path, reason: .unknownVersion(version, known: Self.knownVersions))
    }
    guard let register = object.register else {
      throw PluginError(path: path, reason: .missingEntryPoint("frc_plugin_register"))
    }
    let registry = PluginRegistry(name: path)
    let status = registry.run(register)
    let content = registry.content
    if let failure = content.failure { throw PluginError(path: path, reason: failure) }
    guard status == 0 else {
      throw PluginError(path: path, reason: .refused("registration failed with status \(status)"))
    }
    self.path = path
    self.version = version
    library = content.library
    if let name = FilterLibraries([library]).duplicates.first {
      throw PluginError(path: path, reason: .duplicateName(name.without(path)))
    }
  }
}

extension FilterLibraries {
  /// These libraries, and those of the plug-ins at `paths` in order.
  ///
  /// - Throws: Why the first of the plug-ins that is not used is not, a name that an earlier library
  ///   has among the reasons.
  public init(
    plugins paths: [String], beside libraries: FilterLibraries = .standard
  ) throws(PluginError) {
    var all = libraries
    for path in paths {
      let known = all.duplicates.count
      all = FilterLibraries(all.libraries + [try FilterPlugin(path: path).library])
      if let name = all.duplicates.dropFirst(known).first {
        throw PluginError(path: path, reason: .duplicateName(name.without(path)))
      }
    }
    self = all
  }
}

extension String {
  /// A duplicate without the library that it is in.
  fileprivate func without(_ library: String) -> String {
    let prefix = library + ": "
    return hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
