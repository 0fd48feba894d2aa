internal import CFilterPlugin
internal import EssentialFoundation
internal import FilterSyntax

/// A loaded shared object and the functions that a plug-in exports.
///
/// Unsafe because the loader returns addresses without types. Only the version can be checked; the plug-in is
/// responsible for the types of its functions. An object is never unloaded, because other code can have addresses in
/// it and the Swift runtime cannot unload types.
struct SharedObject {
  private let handle: UnsafeMutableRawPointer

  /// Loads the file at `path`. A name without a directory is a file in the current directory.
  init(path: String) throws(PluginError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw PluginError(path: path, reason: .missingFile)
    }
    let file = path.utf8.contains(UInt8(ascii: "/")) ? path : "./" + path
    var status = stat()
    guard stat(file, &status) == 0 else {
      let isMissing = errno == ENOENT || errno == ENOTDIR
      throw PluginError(
        path: path, reason: isMissing ? .missingFile : .notLoadable(Self.systemError))
    }
    // Opening a pipe would wait for a writer.
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw PluginError(path: path, reason: .notLoadable("not a file"))
    }
    guard let handle = dlopen(file, RTLD_NOW | RTLD_LOCAL) else {
      throw PluginError(path: path, reason: .notLoadable(Self.loaderError(file)))
    }
    self.handle = handle
  }

  /// The exported function that returns the version, or nil.
  var version: frc_plugin_api_version_function? {
    dlsym(handle, "frc_plugin_api_version").map {
      unsafeBitCast($0, to: frc_plugin_api_version_function.self)
    }
  }

  /// The exported function that registers the entries, or nil.
  var register: frc_plugin_register_function? {
    dlsym(handle, "frc_plugin_register").map {
      unsafeBitCast($0, to: frc_plugin_register_function.self)
    }
  }

  private static var systemError: String {
    strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
  }

  /// The message of the loader without the path, which the error contains.
  private static func loaderError(_ file: String) -> String {
    let text = dlerror().map { String(cString: $0) } ?? "unknown reason"
    let prefix = file + ": "
    return text.begins(with: prefix) ? text.dropping(prefix.utf8.count) : text
  }
}
