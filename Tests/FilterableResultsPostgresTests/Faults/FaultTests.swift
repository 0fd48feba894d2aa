#if PostgreSQL && os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Followers keep their promises while servers, networks and schemas are disturbed: short runs of `postgres-faults`, a
  /// process of its own, which `.ci/search` runs for hours.
  @Suite(.serialized) struct FaultTests {
    /// Runs the program and returns its status and its last lines.
    private func run(_ arguments: [String]) async throws -> (status: Int32, text: String) {
      let process = Process()
      let output = Pipe()
      process.executableURL = BuiltPrograms.url("postgres-faults")
      process.arguments = arguments
      process.standardOutput = output
      return try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
          do {
            try process.run()
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
            continuation.resume(
              returning: (
                process.terminationStatus, lines.suffix(40).joined(separator: "\n")
              ))
          } catch {
            continuation.resume(throwing: error)
          }
        }
      }
    }

    @Test(arguments: RandomSearch.seeds(1))
    func promisesAreKept(seed: UInt64) async throws {
      let result = try await run(["20", "\(seed)"])
      #expect(result.status == 0, "\(result.text)")
    }

    /// A store with one of two mistakes is found out, so that the checks have something to say.
    @Test(arguments: ["listen-late", "take-late"])
    func mistakesAreFound(_ name: String) async throws {
      guard try await run(["0", "1", "--world", "calm"]).text.contains("promises") else {
        // There is no server.
        return
      }
      let result = try await run(
        ["60", "\(RandomSearch.seed)", "--world", "calm", "--bug", name])
      #expect(result.status == 1, "\(result.text)")
      #expect(result.text.contains("is broken"))
    }
  }
#endif
