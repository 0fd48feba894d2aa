import FilterEngine
import FilterPlugins
import Foundation
import Testing

/// The plug-ins of samples/plugins.
struct SampleTests {
  private let phonetic: String
  private let median: String

  init() throws {
    phonetic = try Samples.phonetic
    median = try Samples.median
  }

  private var examples: [String] {
    get throws {
      try [phonetic, median].flatMap { path in
        let library = try FilterPlugin(path: path).library
        return library.functions.map(\.documentation.example)
          + library.operators.map(\.documentation.example)
          + library.collectionOperators.map(\.documentation.example)
          + library.casts.map(\.documentation.example)
      }
    }
  }

  @Test func theirExamplesAreTrue() throws {
    #expect(try examples.count == 4)
    let libraries = try FilterLibraries(plugins: [phonetic, median])
    for example in try examples {
      let predicate = try FilterPredicate<FilterValue>(
        text: example, options: FilterOptions(libraries: libraries))
      #expect(try predicate.matches(nil))
      let outcome = try Built.query(
        "--plugin", phonetic, "--plugin", median, example, input: "{\"a\":1}\n")
      #expect(outcome.text == "{\"a\":1}\n")
      #expect(outcome.errors == "")
    }
  }

  /// Each command of the page prints the lines below it.
  @Test func theCommandsOfThePagePrintWhatItSays() throws {
    let page = try String(
      contentsOfFile: SharedObjects.root + "/samples/plugins/README.md", encoding: .utf8)
    let blocks = page.components(separatedBy: "```console\n").dropFirst()
      .map { $0.components(separatedBy: "```")[0] }
    let commands = blocks.flatMap { ("\n" + $0).components(separatedBy: "\n$ ").dropFirst() }
    #expect(commands.count >= 3)
    for text in commands {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
      let command = try #require(lines.first)
        .replacing("frc-query ", with: "'\(Built.folder)/frc-query' ")
        .replacing("./phonetic.so", with: "'\(phonetic)'")
        .replacing("./median.so", with: "'\(median)'")
      let outcome = try Outcome.of(
        "/bin/sh", ["-c", String(command)], input: "", folder: SharedObjects.root)
      #expect(outcome.errors == "", "\(command)")
      #expect(outcome.text == lines.dropFirst().joined(separator: "\n") + "\n", "\(command)")
    }
  }

  @Test func theExampleOfTheHeaderIsAPlugin() throws {
    let header = SharedObjects.root + "/Sources/CFilterPlugin/include/frc_plugin.h"
    let lines = try String(contentsOfFile: header, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = try #require(lines.firstIndex(of: "//   #include <frc_plugin.h>"))
    let end = try #require(lines.firstIndex { $0.hasPrefix("//   clang ") })
    let source = lines[start..<end].map { String($0.dropFirst(5)) }.joined(separator: "\n")
    let objects = try SharedObjects()
    let path = try objects.compile(file: try objects.file("twice.c", source + "\n"), name: "twice")
    let libraries = try FilterLibraries(plugins: [path])
    let example = try #require(libraries.libraries.last?.functions.first?.documentation.example)
    let predicate = try FilterPredicate<FilterValue>(
      text: example, options: FilterOptions(libraries: libraries))
    #expect(try predicate.matches(nil))
  }

  @Test(
    arguments: [
      ("levenshtein('', '')", 0), ("levenshtein('', 'größe')", 5), ("levenshtein('größe', '')", 5),
      ("levenshtein('grösse', 'größe')", 2), ("levenshtein('🏳', 'a')", 1),
      ("levenshtein(nil, 'a')", nil), ("levenshtein('flaw', 'lawn')", 2),
      ("{}.@median.#self", nil), ("{nil}.@median.#self", nil), ("{3}.@median.#self", 3),
      ("{4, 1, 2, 3}.@median.#self", 2.5), ("CAST(nil, 'Roman')", nil),
      ("CAST(3999, 'Roman')", "MMMCMXCIX"), ("CAST('iv', 'Roman')", 4),
    ] as [(String, FilterValue)])
  func theyCalculate(_ text: String, _ result: FilterValue) throws {
    let libraries = try FilterLibraries(plugins: [phonetic, median])
    let expression = try FilterExpression<FilterValue>(
      text: text, options: FilterOptions(libraries: libraries))
    #expect(try expression.value(of: nil) == result)
  }

  @Test(
    arguments: [
      "CAST('IIII', 'Roman')", "CAST('', 'Roman')", "CAST(0, 'Roman')", "CAST(1.5, 'Roman')",
      "{'a'}.@median.#self",
    ])
  func theyRefuse(_ text: String) throws {
    let libraries = try FilterLibraries(plugins: [median])
    let expression = try FilterExpression<FilterValue>(
      text: text, options: FilterOptions(libraries: libraries))
    #expect(throws: EvaluationError.self) { try expression.value(of: nil) }
  }

  @Test(
    arguments: [
      ("Ashcraft", "Ashcroft", true), ("Tymczak", "Tymcak", true), ("Pfister", "Fister", false),
      ("Honeyman", "Hanuman", true), ("1", "2", false), ("", "", false), ("Robert", "Rubin", false),
    ])
  func soundexIsTheAmericanOne(_ left: String, _ right: String, _ same: Bool) throws {
    let libraries = try FilterLibraries(plugins: [phonetic])
    let predicate = try FilterPredicate<FilterValue>(
      "\(left) sounds_like \(right)", options: FilterOptions(libraries: libraries))
    #expect(try predicate.matches(nil) == same)
  }
}
