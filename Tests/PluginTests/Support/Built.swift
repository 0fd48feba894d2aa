import Foundation

/// What the package has built, beside the test bundle.
enum Built {
  static let folder: String = {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      folder = bundle.bundleURL.deletingLastPathComponent()
    }
    for _ in 0..<4 where !FileManager.default.fileExists(atPath: folder.path + "/frc-query") {
      folder = folder.deletingLastPathComponent()
    }
    return folder.path
  }()

  /// Runs `frc-query`, in `folder` where one is given.
  static func query(
    _ arguments: String..., input: String = "", folder current: String? = nil
  ) throws -> Outcome {
    try Outcome.of(folder + "/frc-query", arguments, input: input, folder: current)
  }
}
