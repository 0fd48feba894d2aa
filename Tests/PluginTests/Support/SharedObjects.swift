import Foundation
import Testing

/// A folder of shared objects, compiled from C and Swift, which is deleted with this object.
final class SharedObjects: Sendable {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// What begins most sources: the handshake, and a function without a documentation of its own.
  static let prelude = """
    #include <frc_plugin.h>
    #include <string.h>
    FRC_PLUGIN
    #define BODY(name) static void name(const frc_plugin_api *api, frc_call *call, \\
      const frc_value *const *arguments, size_t count, void *user_data)
    #define REGISTER int frc_plugin_register(const frc_plugin_api *api, frc_registry *registry)
    BODY(nothing) {}
    static frc_function function(const char *name, frc_body body, size_t count) {
      frc_function function = {
        .name = name, .summary = "A function.", .example = "1 == 1", .body = body,
        .minimum_arguments = count, .maximum_arguments = count };
      return function;
    }

    """

  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/frc-plugins-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and gives its path.
  func file(_ name: String, _ content: String) throws -> String {
    let file = path + "/" + name
    try Data(content.utf8).write(to: URL(fileURLWithPath: file))
    return file
  }

  /// Compiles C behind the prelude, and gives the path of the shared object.
  ///
  /// Each has a name of its own: one that is loaded must not be written over.
  func compile(_ source: String, name: String = UUID().uuidString) throws -> String {
    try compile(file: try file(name + ".c", Self.prelude + source), name: name)
  }

  /// Compiles a file of C.
  func compile(file: String, name: String) throws -> String {
    let object = "\(path)/\(name).so"
    let outcome = try Outcome.of(
      "/usr/bin/env",
      [
        "clang", "-std=c11", "-Wall", "-Werror", "-Wno-unused-function", "-shared", "-fPIC", "-I",
        Self.root + "/Sources/CFilterPlugin/include", file, "-o", object,
      ])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return object
  }

  /// Compiles the sample in C.
  func phoneticPlugin() throws -> String {
    try compile(file: Self.root + "/samples/plugins/phonetic.c", name: "phonetic")
  }

  /// Compiles the sample in Swift.
  func medianPlugin() throws -> String {
    let object = "\(path)/median.so"
    let folder = Self.root + "/samples/plugins/MedianPlugin"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let outcome = try Outcome.of(
      "/usr/bin/env",
      [
        "swiftc", "-swift-version", "6", "-warnings-as-errors", "-emit-library", "-module-name",
        "MedianPlugin", "-I", Self.root + "/Sources/CFilterPlugin/include", "-o", object,
      ] + files.map { folder + "/" + $0 })
    try #require(outcome.status == 0, "\(outcome.errors)")
    return object
  }
}
