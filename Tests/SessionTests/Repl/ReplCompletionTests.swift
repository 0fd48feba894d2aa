import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// What Tab proposes and puts in, for each kind of word.
struct ReplCompletionTests {
  private let heard: HeardSession

  init() throws {
    heard = try HeardSession(isTerminal: true)
    try heard.load([
      ##"{"name":"Ada","nameless":true,"a b":1,"size":3,"o":{"in":2},"Year":1,"z9_a":1,"z9_ab":1}"##
    ])
    for name in ["Old", "\"Old ones\"@g", "young"] {
      _ = try heard.says(".filter add \(name) TRUEPREDICATE")
    }
  }

  private func completion(_ line: String, _ cursor: Int? = nil) -> ReplCompletion {
    ReplCompletion(line: line, cursor: cursor ?? line.utf8.count, session: heard.session)
  }

  /// The line after the word has been put in.
  private func completed(_ line: String) -> String {
    guard let (replaced, text) = completion(line).insertion else { return line }
    return String(line.unicodeScalars.dropLast(replaced)) + text
  }

  /// Keys are those of the rows as they are, not as they were when the first was proposed.
  @Test func keysOfChangedRowsAreProposed() throws {
    #expect(completed("fresh") == "fresh")
    _ = try heard.says(#".add {"freshly":1}"#)
    #expect(completed("fresh") == "freshly")
    _ = try heard.says(".remove 2")
    #expect(completed("fresh") == "fresh")
    _ = try heard.says(".open \(heard.folder.file("others.jsonl", "{\"other\":1}\n"))")
    #expect(completed("oth") == "other" && completed("namel") == "namel")
  }

  @Test(arguments: [
    (".fil", ".filter", [".filter", ".filters"]), (".filters", ".filters ", [".filters"]),
    (".FIL", ".filter", [".filter", ".filters"]), ("\t .qu", "\t .quit ", [".quit"]),
    (".none", ".none", []), (".none x", ".none x", []), (".begin x", ".begin x", []),
    (".help .sea", ".help .search ", [".search"]), (".help s", ".help s", []),
    (".mode j", ".mode json", ["json", "jsonl"]), (".mode ta", ".mode table ", ["table"]),
    (".mode c", ".mode csv ", ["csv"]), (".mode x", ".mode x", []),
    (".watch o", ".watch o", ["off", "on"]), (".diff of", ".diff off ", ["off"]),
    (".timer ", ".timer o", ["off", "on"]), (".open --ro", ".open --rows ", ["--rows"]),
    (".filter ", ".filter ", ["add", "clear", "remove", "replace"]),
    (".filter r", ".filter re", ["remove", "replace"]), (".filter a", ".filter add ", ["add"]),
    (".filter remove ", ".filter remove ", ["\"Old ones\"", "Old", "young"]),
    (".filter remove y", ".filter remove young ", ["young"]),
    (".filter add X nam", ".filter add X name", ["name", "nameless"]),
    (".filter add X name begi", ".filter add X name beginswith ", ["beginswith"]),
    (".select na", ".select name", ["name", "nameless"]), (".select begi", ".select begi", []),
    (".sort nameless:desc,si", ".sort nameless:desc,#size", ["#size"]),
    (".select x=CAST(namel", ".select x=CAST(nameless", ["nameless"]),
    (".select x=CAST(name, \"NSDa", ".select x=CAST(name, \"NSDa", []),
    (".sort CAST(name,\"x\"):d, namel", ".sort CAST(name,\"x\"):d, nameless", ["nameless"]),
    (".section `a", ".section `a b`", ["`a b`"]), (".section A", ".section `a b`", ["`a b`"]),
    (".section `A b", ".section `a b`", ["`a b`"]), (".select o.", ".select o.#in", ["o.#in"]),
    (".select z9", ".select z9_a", ["z9_a", "z9_ab"]), ("z9_", "z9_a", ["z9_a", "z9_ab"]),
    ("z9_ab", "z9_ab", ["z9_ab"]), (".identity YE", ".identity Year", ["Year"]),
    (".add na", ".add na", []), (".count by namel", ".count by nameless", ["nameless"]),
    (".count sum nameless,si", ".count sum nameless,#size", ["#size"]),
    (".count by X: namel", ".count by X: nameless", ["nameless"]),
    (".count h", ".count histogram ", ["histogram"]), (".count mi", ".count min ", ["min"]),
    (".explain row", ".explain row ", ["row"]),
    (".explain sql namel", ".explain sql nameless", ["nameless"]),
    ("namel", "nameless", ["nameless"]), ("NAMEL", "nameless", ["nameless"]),
    ("name BEG", "name BEGINSWITH ", ["BEGINSWITH"]),
    ("name beg", "name beginswith ", ["beginswith"]),
    ("name Beg", "name BEGINSWITH ", ["BEGINSWITH"]), ("sqr", "sqrt(", ["sqrt" + "("]),
    ("(namel", "(nameless", ["nameless"]), ("'a' == namel", "'a' == nameless", ["nameless"]),
    ("'na", "'na", []), ("'a`b' == namel", "'a`b' == nameless", ["nameless"]),
    ("\"it's `\" == namel", "\"it's `\" == nameless", ["nameless"]),
    ("'\"`' == namel", "'\"`' == nameless", ["nameless"]),
    ("name == 1 AND `a ", "name == 1 AND `a b`", ["`a b`"]), ("`zz", "`zz", []),
    // After a whole comparison only what joins it with another one
    ("size > 1 ", "size > 1 ", ["AND", "OR"]), ("size > 1 a", "size > 1 and ", ["and"]),
    ("size > 1 A", "size > 1 AND ", ["AND"]), ("size > 1 n", "size > 1 n", []),
    ("(size > 1 o", "(size > 1 or ", ["or"]), ("(size > 1)O", "(size > 1)OR ", ["OR"]),
    ("size > 1 AND o.", "size > 1 AND o.", ["#in", "@count"]),
    ("name == 'a b' o", "name == 'a b' or ", ["or"]),
    (".filter add X size > 1 a", ".filter add X size > 1 and ", ["and"]),
    (".explain size > 1 A", ".explain size > 1 AND ", ["AND"]),
    ("NOT size > 1 O", "NOT size > 1 OR ", ["OR"]),
    // In quotes the values of the rows
    ("name == 'a", "name == 'Ada' ", ["'Ada'"]), ("name == ad", "name == ad", ["'Ada'"]),
    ("name == 'na", "name == 'na", []), ("name == \"it's na", "name == \"it's na", []),
    (".filter add X name == 'na", ".filter add X name == 'na", []),
    (".filter add \"Old na", ".filter add \"Old na", []), (".select \"na", ".select \"na", []),
  ])
  func aWordIsCompleted(_ line: String, _ expected: String, _ candidates: [String]) {
    #expect(completed(line) == expected, "\(line)")
    let found = completion(line).candidates
    // The language has other words that begin so.
    #expect(
      line == ".filter add X nam" || !line.hasPrefix(".")
        ? found.filter(candidates.contains) == candidates
        : found == candidates, "\(line): \(found)")
  }

  @Test func nothingIsProposedTwiceOrInDisorder() {
    for line in ["", ".", "a", "n", "s", ".help ", ".filter add x "] {
      let found = completion(line).candidates
      #expect(Set(found).count == found.count && found == found.sorted(), "\(line)")
      #expect(!found.isEmpty, "\(line)")
    }
    #expect(completion(".").candidates == Command.lines.map(\.name).sorted())
    let all = Set(completion("").candidates)
    #expect(all.isSuperset(of: ["name", "`a b`", "#size", "o", "NOT", "sqrt("]))
    #expect(all.isDisjoint(with: ["AND", "OR", "CONTAINS"]))
    #expect(all.contains("random()") && !all.contains(".filter") && !all.contains("table"))
  }

  @Test func onlyWhatIsLeftOfTheCursorIsCompleted() {
    #expect(completion("namel == 1", 5).insertion?.text == "ess")
    #expect(completion("é == namel OR", 11).insertion?.text == "ess")
    #expect(completion(".fil x", 4).candidates == [".filter", ".filters"])
    #expect(completion("namel == 1").candidates == [])
    #expect(completion("x", 0).candidates == completion("").candidates)
  }

  /// Names of files are put in quotes where a line needs them.
  @Test func filesAreCompletedInQuotes() throws {
    let folder = heard.folder.path + "/f"
    try FileManager.default.createDirectory(
      atPath: folder + "/sub dir", withIntermediateDirectories: true)
    for name in ["my rows.csv", "my roots.csv", "it's.csv", "plain.csv", ".hidden", "sub dir/x"] {
      _ = try heard.folder.file("f/" + name, "")
    }
    for command in [".open", ".save", ".merge", ".read", ".plugin"] {
      let cases =
        [
          ("pl", "plain.csv ", nil), ("PL", "plain.csv ", nil), ("my", "\"my ro", nil),
          ("my row", "\"my rows.csv\" ", nil), ("it", "\"it's.csv\" ", nil),
          ("su", "\"sub dir/", nil),
          ("sub dir/", "\"sub dir/x\" ", nil), (".h", ".hidden ", nil), ("none", "none", nil),
          ("my", "'my ro", "'"), ("pl", "'plain.csv' ", "'"), ("pl", "\"plain.csv\" ", "\""),
        ] as [(String, String, String?)]
      for (typed, expected, quote) in cases {
        let line = "\(command) \(quote ?? "")\(folder)/\(typed)"
        var found = completed(line).dropFirst(command.count + 1)
        found = found.drop { "\"'".contains($0) }
        let isQuoted = expected.hasPrefix("\"") || expected.hasPrefix("'")
        #expect(found == folder + "/" + expected.dropFirst(isQuoted ? 1 : 0), "\(line)")
        let first = completed(line).dropFirst(command.count + 1).first
        let begins = quote == "'" && typed != "my" ? "'" : isQuoted ? "\"" : "/"
        #expect(first.map(String.init) == begins, "\(line)")
      }
      let all = completion("\(command) \(folder)/").candidates.map {
        $0.dropFirst(folder.count + 1)
      }
      #expect(all == ["it's.csv", "my roots.csv", "my rows.csv", "plain.csv", "sub dir/"])
    }
  }

  @Test func optionsComeBeforeFiles() throws {
    let folder = heard.folder.path
    _ = try heard.folder.file("plain.csv", "")
    for line in [".open --drop", ".save --force", ".export --force"] {
      #expect(completed("\(line) \(folder)/pla") == "\(line) \(folder)/plain.csv ")
    }
  }

  @Test(arguments: [
    (100, ["csv  json  jsonl  markdown  table  text  tsv"]),
    (44, ["csv  json  jsonl  markdown  table  text  tsv"]),
    (43, ["csv   jsonl     table  tsv", "json  markdown  text"]),
    (26, ["csv   jsonl     table  tsv", "json  markdown  text"]),
    (20, ["csv    markdown  tsv", "json   table", "jsonl  text"]),
    (16, ["csv       table", "json      text", "jsonl     tsv", "markdown"]),
    (12, ["csv", "json", "jsonl", "markdown", "table", "text", "tsv"]),
    (1, ["csv", "json", "jsonl", "markdown", "table", "text", "tsv"]),
  ])
  func candidatesStandInColumns(_ width: Int, _ lines: [String]) {
    #expect(completion(".mode ").listing(width: width) == lines.joined(separator: "\n"))
  }
}
