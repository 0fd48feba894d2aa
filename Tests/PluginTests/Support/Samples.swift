import Foundation

/// The samples as shared objects, which are compiled once for all tests.
enum Samples {
  static var phonetic: String { get throws { try phoneticPlugin.get() } }
  static var median: String { get throws { try medianPlugin.get() } }

  private static let objects = Result {
    let objects = try SharedObjects()
    atexit { Samples.remove() }
    return objects
  }

  private static let phoneticPlugin = Result { try objects.get().phoneticPlugin() }
  private static let medianPlugin = Result { try objects.get().medianPlugin() }

  private static func remove() {
    guard let folder = try? objects.get().path else { return }
    try? FileManager.default.removeItem(atPath: folder)
  }
}
