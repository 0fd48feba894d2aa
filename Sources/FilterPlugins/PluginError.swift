/// An error of loading a plug-in.
public struct PluginError: Error, Hashable, Sendable {
  /// The families of errors.
  @nonexhaustive
  public enum Reason: Hashable, Sendable {
    /// There is no file at the path
    case missingFile

    /// The file is not a shared object or cannot be loaded, with the message of the system
    case notLoadable(String)

    /// A function with this name is not exported
    case missingEntryPoint(String)

    /// The plug-in was compiled with an unknown version of the interface
    case unknownVersion(UInt32, known: ClosedRange<UInt32>)

    /// The registration failed, with the message of the plug-in
    case refused(String)

    /// An invalid entry, and the reason
    case badEntry(String)

    /// A name that the plug-in, an earlier plug-in or the language already uses
    case duplicateName(String)
  }

  /// The path of the file, as given.
  public let path: String

  /// The reason.
  public let reason: Reason

  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}

extension PluginError: CustomStringConvertible {
  /// The error as a sentence without a full stop, beginning with the path.
  ///
  /// It quotes names and texts of the plug-in unchanged, and is therefore not safe for a terminal.
  public var description: String {
    switch reason {
    case .missingFile: "\(path): no such file"
    case .notLoadable(let text): "\(path): can't be loaded: \(text)"
    case .missingEntryPoint(let name): "\(path): not a plug-in, it exports no '\(name)'"
    case .unknownVersion(let version, let known):
      """
      \(path): made for version \(version) of the plug-in interface, and this program knows \
      \(known.count == 1 ? "\(known.lowerBound)" : "\(known.lowerBound) to \(known.upperBound)")
      """
    case .refused(let text), .badEntry(let text): "\(path): \(text)"
    case .duplicateName(let name): "\(path): \(name) exists already"
    }
  }
}
