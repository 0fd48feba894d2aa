import FilterEngine
import FilterJSON
import Testing

@testable import FrcQuery

/// Lines in the language of `man`, and what they say of a command.
struct RoffTests {
  @Test(arguments: [
    ("text", "text\n"), (".request", "\\&.request\n"), ("'request", "\\&'request\n"), ("", "\n"),
    ("a.b", "a.b\n"), (" .a", " .a\n"), ("a'", "a'\n"), ("\\fBx\\fR", "\\fBx\\fR\n"),
    ("..", "\\&..\n"), ("''", "\\&''\n"),
  ])
  func aLineIsNoRequest(_ line: String, _ expected: String) {
    var page = Roff()
    page.line(line)
    #expect(page.text == expected)
    page.line("x")
    #expect(page.text == expected + "x\n")
  }

  @Test func argumentsOfARequestStandInQuotes() {
    var page = Roff()
    page.request("br")
    page.request("SH", "A \"b\" - c")
    page.request("TH", "x", "", "'")
    #expect(page.text == ".br\n.SH \"A \\(dqb\\(dq \\- c\"\n.TH \"x\" \"\" \"\\(aq\"\n")
  }

  /// Every character of ASCII but these stands for itself; others have their number, in four digits at least.
  @Test func textIsEscapedToASCII() {
    let escapes: [Character: String] = [
      "\\": "\\e", "-": "\\-", "'": "\\(aq", "\"": "\\(dq", "`": "\\(ga", "^": "\\(ha",
      "~": "\\(ti",
    ]
    for value in UInt8(0)..<128 {
      let text = String(Unicode.Scalar(value))
      #expect(Roff.escaped(text) == escapes[Character(text)] ?? text)
    }
    #expect(
      Roff.escaped("é…😀\u{10FFFF}\u{80}") == "\\[u00E9]\\[u2026]\\[u1F600]\\[u10FFFF]\\[u0080]")
    #expect(Roff.escaped("") == "")
  }

  private func value(_ json: String) throws -> FilterValue { try JSONReader().read(json) }

  @Test(arguments: [
    (#"[]"#, #"\fBx\-y\fR"#),
    (#"[{"kind":"flag"}]"#, #"\fBx\-y\fR [\fIoptions\fR]"#),
    (#"[{"kind":"positional","valueName":"a"}]"#, #"\fBx\-y\fR \fIa\fR"#),
    (
      #"[{"kind":"positional","valueName":"a","isOptional":true}]"#, #"\fBx\-y\fR [\fIa\fR]"#
    ),
    (
      #"[{"kind":"positional","valueName":"a","isRepeating":true,"isOptional":false}]"#,
      #"\fBx\-y\fR \fIa\fR ..."#
    ),
    (
      #"[{"kind":"option"},{"kind":"positional","valueName":"a-b","isRepeating":true,"isOptional":true},{"kind":"positional","valueName":"c","isRepeating":false}]"#,
      #"\fBx\-y\fR [\fIoptions\fR] [\fIa\-b\fR ...] \fIc\fR"#
    ),
  ])
  func aSynopsisHasTheArgumentsInOrder(_ arguments: String, _ expected: String) throws {
    let command = CommandDescription(try value("{\"arguments\":\(arguments)}"))
    #expect(Synopsis(command, name: "x-y").text == expected)
  }

  @Test(arguments: [
    (#"{"kind":"positional","valueName":"file"}"#, #"\fIfile\fR"#),
    (
      #"{"kind":"option","valueName":"n","names":[{"kind":"long","name":"limit"}]}"#,
      #"\fB\-\-limit\fR \fIn\fR"#
    ),
    (
      #"{"kind":"option","valueName":"n","names":[{"kind":"long","name":"limit"},{"kind":"short","name":"l"}]}"#,
      #"\fB\-l\fR, \fB\-\-limit\fR \fIn\fR"#
    ),
    (
      #"{"kind":"flag","valueName":"n","names":[{"kind":"short","name":"v"},{"kind":"long","name":"invert"}]}"#,
      #"\fB\-v\fR, \fB\-\-invert\fR"#
    ),
    (#"{"kind":"flag"}"#, ""),
  ])
  func anOptionIsTaggedWithItsNamesTheShortOneFirst(_ argument: String, _ expected: String) throws {
    #expect(Synopsis.tag(CommandDescription.Argument(try value(argument))) == expected)
  }
}
