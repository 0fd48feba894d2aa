internal import CFilterPlugin

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A shared object in memory, and the functions that a plug-in exports.
///
/// Unsafe because the loader of the system hands out bare addresses: that a function of the right name
/// has the right type is the plug-in's promise, and the version, asked for first, is all of it that
/// can be checked. Nothing is ever unloaded: other code may hold addresses into it, and the runtime of
/// Swift cannot forget the types of an image.
struct SharedObject {
  private let handle: UnsafeMutableRawPointer

  /// Loads the file at `path` and nothing else: a bare name is one in the current directory, and is not
  /// searched for.
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

  /// The function that tells the version, nil where it is not exported.
  var version: frc_plugin_api_version_function? {
    dlsym(handle, "frc_plugin_api_version").map {
      unsafeBitCast($0, to: frc_plugin_api_version_function.self)
    }
  }

  /// The function that registers the entries, nil where it is not exported.
  var register: frc_plugin_register_function? {
    dlsym(handle, "frc_plugin_register").map {
      unsafeBitCast($0, to: frc_plugin_register_function.self)
    }
  }

  private static var systemError: String {
    strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
  }

  /// What the loader says, without the path that the message has anyway.
  private static func loaderError(_ file: String) -> String {
    let text = dlerror().map { String(cString: $0) } ?? "unknown reason"
    let prefix = file + ": "
    return text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
  }
}
