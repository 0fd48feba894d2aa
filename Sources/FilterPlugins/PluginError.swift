/// Why a plug-in is not used.
public struct PluginError: Error, Hashable, Sendable {
  /// The families of errors.
  @nonexhaustive
  public enum Reason: Hashable, Sendable {
    /// No file has the path
    case missingFile

    /// The file is no shared object, or one that cannot be loaded: what the system says
    case notLoadable(String)

    /// A function of this name is not exported
    case missingEntryPoint(String)

    /// The plug-in was compiled with a version of the interface that is not known
    case unknownVersion(UInt32, known: ClosedRange<UInt32>)

    /// The plug-in did not register, in its own words
    case refused(String)

    /// An entry that cannot be: which one, and why
    case badEntry(String)

    /// A name that the plug-in, an earlier one or the language has already
    case duplicateName(String)
  }

  /// The file as it was named.
  public let path: String

  /// What is wrong with it.
  public let reason: Reason

  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}

extension PluginError: CustomStringConvertible {
  /// A sentence without a full stop that begins with the file.
  ///
  /// It quotes names and texts of the plug-in as they are, and so is not safe for a terminal.
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
