package import Foundation

/// The programs that are built with the tests.
package enum BuiltPrograms {
  /// The file of a program.
  package static func url(_ name: String) -> URL {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      folder = bundle.bundleURL.deletingLastPathComponent()
    }
    for _ in 0..<4
    where !FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path) {
      folder = folder.deletingLastPathComponent()
    }
    return folder.appendingPathComponent(name)
  }
}
