import Foundation

/// The compiler, with the modules that the tests were built with.
enum SwiftCompiler {
  /// The folder of what was built.
  private static let built: URL = {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      folder = bundle.bundleURL.deletingLastPathComponent()
    }
    return folder
  }()

  /// The folder of the sources of other packages, beside or above what was built.
  private static let checkouts: URL? = {
    var folder = built.resolvingSymlinksInPath()
    while folder.pathComponents.count > 1 {
      let checkouts = folder.appending(path: "checkouts")
      if FileManager.default.fileExists(atPath: checkouts.path) { return checkouts }
      folder.deleteLastPathComponent()
    }
    return nil
  }()

  /// The errors and warnings of a file, by their lines. One in the expansion of a macro is at the line of the macro.
  static func messages(of file: URL) throws -> [Int: [String]] {
    parse(try output(of: [file]), file.path)
  }

  /// The errors of files that are one module, compiled with more options.
  static func errors(of files: [URL], _ options: [String] = []) throws -> [String] {
    try output(of: files, options).split(separator: "\n").filter { $0.contains(": error: ") }
      .map { $0.split(separator: "/").last.map(String.init) ?? "" }
  }

  private static func output(of files: [URL], _ options: [String] = []) throws -> String {
    var arguments = [
      "swiftc", "-typecheck", "-whole-module-optimization", "-swift-version", "6",
      "-diagnostic-style", "llvm",
      "-no-color-diagnostics", "-I", built.appending(path: "Modules").path,
      "-enable-upcoming-feature", "MemberImportVisibility",
      "-load-plugin-executable",
      built.appending(path: "FilterMacrosPlugin-tool").path + "#FilterMacrosPlugin",
    ]
    let folders = try FileManager.default.contentsOfDirectory(
      at: built, includingPropertiesForKeys: nil)
    for folder in folders
    where folder.path.hasSuffix(".build") && !folder.path.hasSuffix("-tool.build") {
      let map = folder.appending(path: "module.modulemap").path
      if FileManager.default.fileExists(atPath: map) {
        arguments += ["-Xcc", "-fmodule-map-file=\(map)"]
      }
    }
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    for module in ["CPCRE2", "CSQLite", "CLibPQ"] {
      arguments += ["-I", root.appending(path: "Sources/\(module)").path]
    }
    if let folder = checkouts {
      arguments += ["-I", folder.appending(path: "GRDB.swift/Sources/GRDBSQLite").path]
    }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments + options + files.map(\.path)
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return output
  }

  private static func parse(_ output: String, _ file: String) -> [Int: [String]] {
    var messages: [Int: [String]] = [:]
    // The message of an expansion, until a note says where that is.
    var pending: [String] = []
    for line in output.split(separator: "\n") {
      guard
        let kind = ["error: ", "warning: ", "note: "].first(where: { line.contains(": " + $0) }),
        let range = line.range(of: ": " + kind)
      else { continue }
      let message = kind + line[range.upperBound...]
      let place = line[..<range.lowerBound].split(separator: ":")
      if line.hasPrefix(file), place.count >= 2, let number = Int(place[1]) {
        if kind == "note: " {
          messages[number, default: []] += pending
          pending = []
        } else {
          messages[number, default: []].append(message)
        }
      } else if kind != "note: " {
        pending.append(message)
      }
    }
    if !pending.isEmpty { messages[0] = pending }
    return messages
  }
}
