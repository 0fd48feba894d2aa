#if SQLite
  import FilterEngine
  import FilterSyntax
  import Foundation
  import TestSupport
  import Testing
  import ToolTestSupport

  /// Random commands over a database, and over the same rows as lines of JSON.
  struct DatabaseCommandTests {
    /// The same commands print the same, whatever their options are.
    @Test func commandsAgreeWithThoseOnLines() throws {
      let vocabulary = try DatabaseWorld.vocabulary()
      var world: (seed: UInt64, world: DatabaseWorld, file: String)?
      for seed in RandomSearch.seeds(10) {
        var random = SeededGenerator(seed: seed)
        if world?.seed != seed / 10 {
          let made = try DatabaseWorld(seed: seed / 10, rows: 60)
          let text = made.lines.joined(separator: "\n")
          world = (seed / 10, made, try made.database.folder.file("rows.jsonl", text))
        }
        guard let (_, world, file) = world,
          let predicate = DatabaseWorld.predicate(&random, vocabulary)
        else { continue }
        let (options, isSorted) = options(&random)
        let text = predicate.syntax.description
        let filter = try world.database.folder.file("filter.txt", text)
        // Notes are made of a sample of the rows of files.
        let arguments = ["-q", "-f", filter, "--var", "v=1", "--var", "text=a"] + options
        let expected = try Tool.run(arguments + [file])
        var found = try Tool.run(arguments + [world.database.path])
        found.errors = found.errors.replacingOccurrences(
          of: world.database.path + ":rows:", with: file + ":")
        let note = "FRC_SEED=\(seed): \(text) \(options)"
        #expect(found.status == expected.status, "\(note)")
        if isSorted {
          // In the order of the database no row after the window is read.
          #expect(found.text == expected.text, "\(note)")
        } else {
          // The rows and the first failure are those that the database finds first.
          #expect(Self.sorted(found.text) == Self.sorted(expected.text), "\(note)")
          #expect(
            found.errors.split(separator: "\n").last == expected.errors.split(separator: "\n").last)
        }
      }
    }

    /// The lines in an order of their own, without the commas of a list.
    private static func sorted(_ text: String) -> [String] {
      text.split(separator: "\n").map { $0.hasSuffix(",") ? String($0.dropLast()) : String($0) }
        .sorted()
    }

    private func options(_ random: inout SeededGenerator) -> (options: [String], isSorted: Bool) {
      var options = ["-s", random.pick(["id", "id,name", "name,id,whole", "loose,id"])]
      options += ["-o", random.pick(["jsonl", "json", "csv", "tsv", "table"])]
      if random.chance(30) { options.append("-v") }
      if random.chance(20) { options.append("-c") }
      let isSorted = random.chance(50)
      if isSorted {
        let keys = [
          "whole,id", "ratio:desc,id", "mixed,id", "name,id", "name:n,id", "title:n,id:desc",
          "title:c,id", "loose,id", "whole:desc,ratio,id", "id:desc", "mixed:numeric,id",
        ]
        options += ["--sort", random.pick(keys)]
      }
      // Without an order, any of the rows are in the window.
      guard isSorted else { return (options, false) }
      if random.chance(40) { options += ["--limit", "\(Int.random(in: 0...40, using: &random))"] }
      if random.chance(30) { options += ["--offset", "\(Int.random(in: 0...30, using: &random))"] }
      if !options.contains("-c"), random.chance(15) {
        options += ["--section", random.pick(["title", "whole"])]
      }
      return (options, isSorted)
    }
  }
#endif
