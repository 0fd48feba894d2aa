import Foundation
import Testing

/// `--plugin` of the program.
struct PluginCommandTests {
  private let objects: SharedObjects
  private let phonetic: String
  private let rows = """
    {"name":"Rupert","scores":[1,9,5]}
    {"name":"Anna","scores":[2,4]}

    """

  init() throws {
    objects = try SharedObjects()
    phonetic = try Samples.phonetic
  }

  @Test func filtersUsePlugins() throws {
    let outcome = try Built.query(
      "--plugin", phonetic, "--plugin", Samples.median,
      "name SOUNDS_LIKE 'Robert' AND scores.@median.self == 5", input: rows)
    #expect(outcome.text == "{\"name\":\"Rupert\",\"scores\":[1,9,5]}\n")
    #expect(outcome.status == 0)
  }

  @Test func columnsAndSortKeysUsePlugins() throws {
    let outcome = try Built.query(
      "TRUEPREDICATE", "--plugin", Samples.median, "--sort", "scores.@median.self",
      "--select", "scores.@median.self", input: rows)
    #expect(
      outcome.text == "{\"scores.@median.self\":3.0}\n{\"scores.@median.self\":5.0}\n")
  }

  @Test func withoutThePluginItsNamesAreUnknown() throws {
    let outcome = try Built.query("name SOUNDS_LIKE 'Robert'", input: rows)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("SOUNDS_LIKE"))
  }

  @Test func checkPipeAndFunctionsUsePlugins() throws {
    let check = try Built.query(
      "check", "--plugin", phonetic, "a sounds_like 'b'", "levenshtein(a, %@) = 1")
    #expect(check.text == "a SOUNDS_LIKE \"b\"\nlevenshtein:(a, %@) == 1\n")
    #expect(try Built.query("check", "--plugin", phonetic, "levenshtein(a)=1").status == 2)
    #expect(
      try Built.query("check", "--plugin", phonetic, "--strict", "levenshtein(a, b)=1").status == 2)
    let pipe = try Built.query(
      "pipe", "--plugin", phonetic,
      input: """
        {"op":"value","expression":"levenshtein('a', 'bc')"}
        {"op":"evaluate","filter":"a SOUNDS_LIKE 'Ann'","item":{"a":"Anne"}}
        {"op":"format","filter":"a sounds_like 'Ann'"}

        """)
    #expect(
      pipe.text
        == "{\"value\":2}\n{\"result\":true}\n{\"format\":\"a SOUNDS_LIKE \\\"Ann\\\"\"}\n")
    let all = try Built.query("functions", "--plugin", phonetic, "--plugin", Samples.median)
    for name in ["levenshtein:", "SOUNDS_LIKE", "@median", "Roman"] {
      #expect(all.text.contains(name))
    }
    let one = try Built.query("functions", "--plugin", phonetic, "sounds_like")
    #expect(
      one.text == """
        SOUNDS_LIKE  (operators, not in Foundation)
          Two English names have the same soundex; a text without letters has none.
          "Robert" SOUNDS_LIKE "Rupert"

        """)
  }

  @Test func sessionsUsePlugins() throws {
    let file = try objects.file("rows.jsonl", rows)
    let loaded = try Built.query(
      "repl", file, "--plugin", phonetic, input: ".mode jsonl\nname SOUNDS_LIKE 'Robert'\n")
    #expect(loaded.text.contains("\"Rupert\""))
    #expect(loaded.status == 0)
    let later = try Built.query(
      "repl", file,
      input: """
        .bail off
        name SOUNDS_LIKE 'Robert'
        .plugin \(phonetic)
        .filter add Alike name SOUNDS_LIKE 'Robert'
        .plugin \(Samples.median)
        .sort scores.@median.self
        scores.@median.self == 3

        """)
    #expect(later.status == 2)
    #expect(later.errors.contains("\nfrc-query: standard input:2: "))
    #expect(later.errors.split(separator: "\n").count { $0.hasPrefix("frc-query") } == 1)
    #expect(later.errors.contains("1 of 2 rows\n"))
    #expect(later.text.contains("Anna"))
  }

  /// Each is refused in words, and the session goes on with what it has.
  @Test func aSessionOutlivesBadPlugins() throws {
    let version = try objects.file(
      "version.c",
      "#include <stdint.h>\nuint32_t frc_plugin_api_version(void) { return 77; }\n"
        + "int frc_plugin_register(void *api, void *registry) { return 0; }\n")
    let bad = [
      "nothing.so": "no such file",
      try objects.file("text.so", "nothing\n"): "can't be loaded: ",
      try objects.compile(file: version, name: "version"): "made for version 77",
      try objects.compile("", name: "half"): "frc_plugin_register",
      phonetic: "levenshtein",
      try objects.compile("REGISTER { return 3; }", name: "three"): "failed with status 3",
    ]
    let file = try objects.file("rows.jsonl", rows)
    for (plugin, reason) in bad {
      let outcome = try Built.query(
        "repl", file,
        input: ".bail off\n.plugin \(phonetic)\n.plugin \(plugin)\nlevenshtein(name, 'Anne') == 1\n"
      )
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("\nfrc-query: standard input:3: \(plugin): "))
      #expect(outcome.errors.contains(reason), "\(outcome.errors)")
      #expect(outcome.errors.hasSuffix("1 of 2 rows\n"))
    }
  }

  @Test func aBareNameIsAFileOfTheCurrentDirectory() throws {
    let here = try Built.query(
      "--plugin", "phonetic.so", "levenshtein(name, 'Anne') == 1", "-c", input: rows,
      folder: URL(fileURLWithPath: phonetic).deletingLastPathComponent().path)
    #expect(here.text == "1\n")
    let elsewhere = try Built.query("--plugin", "phonetic.so", "TRUEPREDICATE", folder: "/")
    #expect(elsewhere.status == 2)
    #expect(elsewhere.errors == "frc-query: phonetic.so: no such file\n")
  }

  @Test(arguments: ["", "check", "functions", "pipe"])
  func aBadPluginIsStatusTwo(_ command: String) throws {
    let text = try objects.file("text.so", "nothing\n")
    var arguments = ["--plugin", text]
    if !command.isEmpty { arguments.insert(command, at: 0) }
    if command.isEmpty || command == "check" { arguments.append("TRUEPREDICATE") }
    let outcome = try Built.query(arguments, input: rows)
    #expect(outcome.status == 2)
    #expect(outcome.text == "")
    #expect(outcome.errors.hasPrefix("frc-query: \(text): can't be loaded: "))
  }

  @Test func whatAPluginFailsWithIsShownAtItsPlace() throws {
    let outcome = try Built.query(
      "--plugin", phonetic, "levenshtein(scores, 'a') == 1", input: rows)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("'levenshtein' takes a string as argument 1, not a list"))
    #expect(outcome.errors.contains(" | levenshtein(scores, 'a') == 1\n | ^"))
  }
}
