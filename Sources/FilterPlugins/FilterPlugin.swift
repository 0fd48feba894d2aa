internal import CFilterPlugin
public import FilterEngine
internal import FilterSyntax

/// A filter library in a shared object that implements the interface of `frc_plugin.h`.
///
/// ```swift
/// let plugin = try FilterPlugin(path: "./levenshtein.so")
/// let near = try FilterPredicate<Person>(
///   text: "levenshtein(name, 'Ann') < 2", libraries: [.standard, plugin.library])
/// ```
///
/// A plug-in runs with the rights of the program and can access all of its memory. It is never unloaded.
public struct FilterPlugin: Sendable {
  /// The supported versions of the interface.
  static let knownVersions: ClosedRange<UInt32> = 1...UInt32(FRC_PLUGIN_API_VERSION)

  /// The path of the file, as given.
  public let path: String

  /// The version of the interface that the plug-in was compiled with.
  public let version: UInt32

  /// The registered entries, as a library with the path as its name.
  public let library: FilterLibrary

  /// Loads the file at `path`, which is relative to the current directory.
  ///
  /// - Throws: ``PluginError`` if the file is not a plug-in or an entry is invalid. Names that other libraries use too are
  ///   errors of `FilterLibraries.init(plugins:beside:)` only.
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
  /// The libraries `beside`, followed by those of the plug-ins at `paths` in order.
  ///
  /// - Throws: ``PluginError`` for the first plug-in that cannot be loaded or has a name that an earlier library uses.
  public init(
    plugins paths: [String], beside libraries: FilterLibraries = .standard
  ) throws(PluginError) {
    var all = libraries
    for path in paths {
      let known = Set(all.duplicates)
      all = FilterLibraries(all.libraries + [try FilterPlugin(path: path).library])
      if let name = all.duplicates.first(where: { !known.contains($0) }) {
        // The standard entry is the one that does not count.
        let name = name.without(path).without(FilterLibrary.standard.name)
        throw PluginError(path: path, reason: .duplicateName(name))
      }
    }
    self = all
  }
}

extension String {
  /// A duplicate name without its library.
  fileprivate func without(_ library: String) -> String {
    let prefix = library + ": "
    return begins(with: prefix) ? dropping(prefix.utf8.count) : self
  }
}
