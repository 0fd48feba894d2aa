import Foundation
import FrcQuery
import TestSupport

/// What the package has built, beside the test bundle.
enum Built {
  static let folder = BuiltPrograms.url("frc-query").deletingLastPathComponent().path

  /// Runs `frc-query` in this process, or in one of its own in a folder.
  static func query(
    _ arguments: String..., input: String = "", folder current: String? = nil
  ) throws -> Outcome {
    try query(arguments, input: input, folder: current)
  }

  static func query(
    _ arguments: [String], input: String = "", folder current: String? = nil
  ) throws -> Outcome {
    if let current {
      return try Outcome.of(folder + "/frc-query", arguments, input: input, folder: current)
    }
    let run = try CapturedRun(input: input.utf8) { input, output, errors in
      Program.run(
        arguments,
        in: Surroundings(input: input, output: output, errors: errors, environment: [:]))
    }
    return Outcome(
      status: run.status, text: String(decoding: run.output, as: UTF8.self),
      errors: String(decoding: run.errors, as: UTF8.self))
  }
}
