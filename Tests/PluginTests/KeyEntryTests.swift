import FilterEngine
import FilterPlugins
import FilterSyntax
import Foundation
import Testing

/// Messages and keys of values, which version 2 of the interface added.
struct KeyEntryTests {
  private let objects: SharedObjects
  private let libraries: FilterLibraries

  init() throws {
    objects = try SharedObjects()
    let path = try objects.compile(
      """
      BODY(repeated) {
        frc_bytes text;
        int64_t times;
        char joined[64];
        size_t length = 0;
        if (!api->get_text(arguments[0], &text) || !api->get_integer(arguments[1], &times)) return;
        for (; times > 0 && length + text.length <= sizeof joined; times--) {
          memcpy(joined + length, text.start, text.length);
          length += text.length;
        }
        api->set_result(call, api->make_text(call, joined, length));
      }
      BODY(arguments_of) { api->set_result(call, api->make_integer(call, (int64_t)count)); }
      BODY(bytes) {
        frc_bytes text;
        api->get_text(arguments[0], &text);
        api->set_result(call, api->make_integer(call, (int64_t)text.length));
      }
      BODY(wrong) { api->set_result(call, api->make_text(call, "a", 1)); }
      REGISTER {
        static const frc_kind number[] = {FRC_NUMBER}, string[] = {FRC_STRING};
        const frc_message messages[] = {
          { .name = "repeated:", .summary = "Repeats.", .example = "1 == 1", .receiver = FRC_STRING,
            .parameters = number, .parameter_count = 1, .result = FRC_STRING, .body = repeated },
          { .name = "a:b:c:", .summary = "Counts.", .example = "1 == 1", .body = arguments_of },
          { .name = "plain", .summary = "Counts.", .example = "1 == 1", .body = arguments_of },
        };
        const frc_leaf_key keys[] = {
          { .name = "bytes", .summary = "The bytes.", .example = "'a'.bytes == 1", .kinds = string,
            .kind_count = 1, .result = FRC_NUMBER, .body = bytes },
          { .name = "wrong", .summary = "Wrong.", .example = "1 == 1", .kinds = number,
            .kind_count = 1, .result = FRC_NUMBER, .body = wrong },
        };
        int status = 0;
        for (size_t i = 0; i < 3; i++) status |= api->add_message(registry, &messages[i]);
        for (size_t i = 0; i < 2; i++) status |= api->add_leaf_key(registry, &keys[i]);
        return status;
      }
      """)
    libraries = try FilterLibraries(plugins: [path])
  }

  private func value(_ text: String, of item: FilterValue = nil) throws -> FilterValue {
    try FilterExpression<FilterValue>(text: text, options: FilterOptions(libraries: libraries))
      .value(of: item)
  }

  private func message(_ text: String) throws -> String {
    let error = #expect(throws: EvaluationError.self) { try value(text, of: ["t": "ab", "n": 5]) }
    let place = try #require(error?.range)
    return "\(error?.message ?? "") at \(place.lowerBound) to \(place.upperBound)"
  }

  @Test func theyAnswer() throws {
    #expect(try value("FUNCTION('ab', 'repeated:', 3)") == "ababab")
    #expect(try value("FUNCTION(t, 'repeated:', n)", of: ["t": "x", "n": 2]) == "xx")
    #expect(try value("FUNCTION(nil, 'repeated:', 3)") == nil)
    #expect(try value("FUNCTION(5, 'a:b:c:', 1, 'x', nil)") == 4)
    #expect(try value("FUNCTION(5, 'plain')") == 1)
    #expect(try value("'größe'.bytes") == 7)
    #expect(try value("names.bytes", of: ["names": ["a", nil, "bc"]]) == [1, nil, 2])
    #expect(try value("name.bytes", of: ["name": ["bytes": 9]]) == 9)
  }

  @Test func theirErrorsMarkWhatIsWrong() throws {
    #expect(
      try message("FUNCTION(n, 'repeated:', 3)")
        == "'repeated:' is for strings, not for a number at 9 to 10")
    #expect(
      try message("FUNCTION(t, 'repeated:', 'x')")
        == "'repeated:' takes a number, not a string at 25 to 28")
    #expect(
      try message("FUNCTION(t, 'repeated:')") == "'repeated:' takes 1 argument, not 0 at 12 to 23")
    #expect(try message("n.bytes") == "a number has no key 'bytes' at 2 to 7")
    #expect(
      try message("n.wrong") == "'wrong' gave a string where it should give a number at 2 to 7")
  }

  struct Sample: Filterable {
    var name: String
    static let filterFields = FilterFields<Sample>(FilterField("name", \.name))
  }

  @Test func whatTheyGiveIsKnownOfTypedItems() throws {
    for text in ["name.bytes == 'a'", "FUNCTION(name, 'repeated:', 2) == 5"] {
      #expect(throws: SyntaxError.self, "\(text)") {
        try FilterPredicate<Sample>(text: text, options: FilterOptions(libraries: libraries))
      }
    }
    let predicate = try FilterPredicate<Sample>(
      text: "name.bytes == 3", options: FilterOptions(libraries: libraries))
    #expect(try predicate.matches(Sample(name: "abc")))
  }

  private func refusal(_ body: String) throws -> PluginError.Reason? {
    let path = try objects.compile(
      """
      REGISTER {
        const frc_kind kinds[] = {FRC_NUMBER, FRC_NUMBER}, lists[] = {FRC_LIST}, any[] = {FRC_ANY};
        frc_message m = {
          .name = "m:", .summary = "A message.", .example = "1 == 1", .body = nothing };
        frc_leaf_key k = { .name = "k", .summary = "A key.", .example = "1 == 1", .kinds = kinds,
          .kind_count = 1, .body = nothing };
        (void)m, (void)k, (void)lists, (void)any;
        \(body)
        return 0;
      }
      """)
    do throws(PluginError) {
      _ = try FilterPlugin(path: path)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test(
    arguments: [
      ("m.name = \"a b\";", "message 'a b': the name is not a selector"),
      ("m.name = \":\";", "message ':': the name is not a selector"),
      ("m.receiver = (frc_kind)50;", "message 'm:': 50 is not a kind"),
      (
        "m.parameters = kinds; m.parameter_count = 2;",
        "message 'm:': has kinds of more parameters than it takes"
      ),
      ("m.body = NULL;", "message 'm:': the body is missing"),
      ("m.example = NULL;", "message 'm:': the example is missing"),
    ])
  func aMessageIsChecked(_ change: String, _ expected: String) throws {
    #expect(try refusal("\(change) api->add_message(registry, &m);") == .badEntry(expected))
  }

  @Test(
    arguments: [
      ("k.name = \"a.b\";", "key 'a.b': the name is not an identifier"),
      ("k.kinds = lists;", "key 'k': lists have no keys of their own"),
      ("k.kinds = any;", "key 'k': values of any kind have no keys of their own"),
      ("k.kinds = NULL;", "key 'k': no kind has the key"),
      ("k.kind_count = 0;", "key 'k': no kind has the key"),
      ("k.result = (frc_kind)42;", "key 'k': 42 is not a kind"),
    ])
  func aKeyIsChecked(_ change: String, _ expected: String) throws {
    #expect(try refusal("\(change) api->add_leaf_key(registry, &k);") == .badEntry(expected))
  }

  @Test func theNamesOfTheLanguageAreTaken() throws {
    let path = try objects.compile(
      """
      REGISTER {
        const frc_kind kinds[] = {FRC_STRING, FRC_DATA};
        const frc_leaf_key key = { .name = "length", .summary = "A key.", .example = "1 == 1",
          .kinds = kinds, .kind_count = 2, .body = nothing };
        return api->add_leaf_key(registry, &key);
      }
      """)
    #expect(throws: PluginError(path: path, reason: .duplicateName("key 'length' of strings"))) {
      try FilterLibraries(plugins: [path])
    }
  }

  /// What was compiled with the first version of the header, which ended with `set_error`.
  @Test func aPluginOfTheFirstVersionStillLoads() throws {
    let file = try objects.file(
      "first.c",
      """
      #include <frc_plugin.h>
      uint32_t frc_plugin_api_version(void) { return 1; }
      static void one(const frc_plugin_api *api, frc_call *call, const frc_value *const *arguments,
                      size_t count, void *user_data) {
        api->set_result(call, api->make_integer(call, 1));
      }
      int frc_plugin_register(const frc_plugin_api *api, frc_registry *registry) {
        const frc_function f = { .name = "one", .summary = "One.", .example = "one() == 1",
          .result = FRC_NUMBER, .flags = FRC_PURE, .body = one };
        return api->version < 1 || api->add_function(registry, &f);
      }

      """)
    let path = try objects.compile(file: file, name: "first")
    #expect(try FilterPlugin(path: path).version == 1)
    let libraries = try FilterLibraries(plugins: [path])
    #expect(
      try FilterPredicate<FilterValue>(
        text: "one() == 1", options: FilterOptions(libraries: libraries)
      ).matches(nil))
  }

  /// Where the first version's functions are is where plug-ins look for them.
  @Test func theTableOnlyGrowsAtItsEnd() throws {
    let path = try objects.compile(
      """
      #include <stddef.h>
      _Static_assert(offsetof(frc_plugin_api, add_function) == sizeof(void *), "moved");
      _Static_assert(offsetof(frc_plugin_api, kind) == 6 * sizeof(void *), "moved");
      _Static_assert(offsetof(frc_plugin_api, make_nil) == 20 * sizeof(void *), "moved");
      _Static_assert(offsetof(frc_plugin_api, set_error) == 34 * sizeof(void *), "moved");
      _Static_assert(offsetof(frc_plugin_api, add_message) == 35 * sizeof(void *), "moved");
      REGISTER { return 0; }
      """)
    #expect(try FilterPlugin(path: path).version == 2)
  }
}
