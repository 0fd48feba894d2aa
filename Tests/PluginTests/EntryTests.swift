import FilterEngine
import FilterPlugins
import Foundation
import Testing

/// Entries that cannot be.
struct EntryTests {
  private let objects: SharedObjects

  init() throws { objects = try SharedObjects() }

  private func message(_ body: String) throws -> String? {
    let path = try objects.compile("REGISTER {\n\(body)\nreturn 0; }")
    do throws(PluginError) {
      _ = try FilterPlugin(path: path)
      return nil
    } catch {
      guard case .badEntry(let message) = error.reason else { return error.description }
      return message
    }
  }

  @Test(
    arguments: [
      ("f.name = NULL;", "function: the name is missing"),
      ("f.name = \"\";", "function '': the name is missing"),
      ("f.name = \"a b\";", "function 'a b': the name is not an identifier"),
      ("f.name = \"1a\";", "function '1a': the name is not an identifier"),
      ("f.name = \"\\xff\";", "function '\u{FFFD}': the name is not valid UTF-8"),
      ("f.name = \"subquery\";", "function 'subquery': the name is a word of the language"),
      ("f.name = \"Fetch\";", "function 'Fetch': the name is a word of the language"),
      ("f.name = \"a:b\";", "function 'a:b': the name is not a selector"),
      ("f.name = \":\";", "function ':': the name is not a selector"),
      ("f.name = \"a:b:\";", "function 'a:b:': the name has 2 colons, for as many arguments"),
      (
        "f.name = \"a\\x1b[31m\";",
        "function 'a\u{1B}[31m': the name has a control character, U+001B"
      ),
      ("f.name = \"a\\v\";", "function 'a\u{B}': the name has a control character, U+000B"),
      (
        "f.name = \"a\\u202eb\";",
        "function 'a\u{202E}b': the name has a control character, U+202E"
      ),
      ("f.name = \"a\\nb\";", "function 'a\nb': the name is longer than a line"),
      ("f.summary = NULL;", "function 'f': the summary is missing"),
      ("f.summary = \"a\\nb\";", "function 'f': the summary is longer than a line"),
      ("f.example = \"\";", "function 'f': the example is missing"),
      ("f.body = NULL;", "function 'f': the body is missing"),
      ("f.minimum_arguments = 2;", "function 'f': takes at least 2 and at most 1 arguments"),
      (
        "f.minimum_arguments = 0;",
        "function 'f': a call without arguments is another function: take none or at least one"
      ),
      ("f.maximum_arguments = 65;", "function 'f': takes more than 64 arguments"),
      ("f.maximum_arguments = (size_t)-1;", "function 'f': takes more than 64 arguments"),
      (
        "f.parameters = kinds; f.parameter_count = 2;",
        "function 'f': has kinds of more parameters than it takes"
      ),
      (
        "f.parameters = kinds; f.parameter_count = (size_t)-1;",
        "function 'f': has kinds of more parameters than it takes"
      ),
      ("f.parameters = bad; f.parameter_count = 1;", "function 'f': 99 is not a kind"),
      ("f.result = (frc_kind)42;", "function 'f': 42 is not a kind"),
      ("f.flags = 6;", "function 'f': 6 are no flags"),
    ])
  func aFunctionIsChecked(_ change: String, _ expected: String) throws {
    let message = try message(
      """
      static const frc_kind kinds[2] = {FRC_NUMBER, FRC_NUMBER}, bad[1] = {(frc_kind)99};
      (void)kinds, (void)bad;
      frc_function f = function("f", nothing, 1);
      \(change)
      if (!api->add_function(registry, &f)) return 7;
      """)
    #expect(message == expected)
  }

  @Test(
    arguments: [
      ("o.name = NULL;", "operator: the name is missing"),
      ("o.name = \"like\";", "operator 'like': the name is a word of the language"),
      ("o.name = \"is\";", "operator 'is': the name is a word of the language"),
      ("o.name = \"größer\";", "operator 'größer': the name of an operator is ASCII"),
      ("o.name = \"<=>\";", "operator '<=>': the name is not an identifier"),
      ("o.left = (frc_kind)11;", "operator 'O': 11 is not a kind"),
      ("o.right = (frc_kind)12;", "operator 'O': 12 is not a kind"),
      ("o.body = NULL;", "operator 'O': the body is missing"),
    ])
  func aWordOperatorIsChecked(_ change: String, _ expected: String) throws {
    let message = try message(
      """
      frc_word_operator o = {
        .name = "O", .summary = "An operator.", .example = "1 == 1", .body = nothing };
      \(change)
      if (!api->add_word_operator(registry, &o)) return 7;
      """)
    #expect(message == expected)
  }

  @Test func collectionOperatorsCastsAndNullsAreChecked() throws {
    #expect(
      try message(
        """
        frc_collection_operator c = {
          .name = "@c", .summary = "An operator.", .example = "1 == 1", .body = nothing };
        api->add_collection_operator(registry, &c);
        """) == "collection operator '@c': the name is not an identifier")
    #expect(
      try message(
        """
        frc_cast c = { .name = "Class", .summary = "A cast.", .example = "1 == 1", .body = nothing };
        api->add_cast(registry, &c);
        """) == "cast 'Class': a cast to Class is refused")
    #expect(
      try message(
        """
        frc_cast c = { .name = "A\\a", .summary = "A cast.", .example = "1 == 1", .body = nothing };
        api->add_cast(registry, &c);
        """) == "cast 'A\u{7}': the name has a control character, U+0007")
    #expect(try message("api->add_function(registry, NULL);") == "function is null")
    #expect(try message("if (!api->add_function(NULL, NULL)) return 7;") == nil)
  }

  @Test func dataIsFreedOnceWhetherTheEntryIsTakenOrNot() throws {
    let log = try objects.file("log", "")
    let path = try objects.compile(
      """
      #include <stdio.h>
      static void destroy(void *letter) {
        FILE *file = fopen("\(log)", "a");
        fputs(letter, file);
        fclose(file);
      }
      BODY(give) { api->set_result(call, api->make_text(call, user_data, strlen(user_data))); }
      REGISTER {
        frc_function f = function("f", give, 0);
        f.destroy = destroy;
        f.user_data = "a";
        api->add_function(registry, &f);
        frc_cast c = { .name = "C", .summary = "A cast.", .example = "1 == 1", .body = give,
          .user_data = "b", .destroy = destroy };
        api->add_cast(registry, &c);
        return 0;
      }
      """)
    func content() throws -> String { try String(contentsOfFile: log, encoding: .utf8) }
    func use() throws {
      let libraries = try FilterLibraries(plugins: [path])
      let predicate = try FilterPredicate<FilterValue>(
        text: "f() == 'a' AND CAST(1, 'C') == 'b'", options: FilterOptions(libraries: libraries))
      #expect(try predicate.matches(nil))
      #expect(try content() == "")
    }
    try use()
    #expect(try content().sorted() == ["a", "b"])
    let refused = try objects.compile(
      """
      #include <stdio.h>
      static void destroy(void *letter) {
        FILE *file = fopen("\(log)", "a");
        fputs(letter, file);
        fclose(file);
      }
      REGISTER {
        frc_function f = function("", nothing, 0);
        f.destroy = destroy;
        f.user_data = "c";
        return api->add_function(registry, &f);
      }
      """, name: "refused")
    #expect(throws: PluginError.self) { try FilterPlugin(path: refused) }
    #expect(try content().sorted() == ["a", "b", "c"])
  }
}
