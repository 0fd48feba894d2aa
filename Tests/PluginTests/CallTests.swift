import FilterEngine
import FilterPlugins
import Foundation
import Testing

/// What bodies may do wrong, and what they are spared.
struct CallTests {
  private let objects: SharedObjects
  private let libraries: FilterLibraries

  init() throws {
    objects = try SharedObjects()
    let path = try objects.compile(
      """
      BODY(failing) { api->set_error(call, "not today"); }
      BODY(failing_silently) { api->set_error(call, NULL); }
      BODY(null_result) { api->set_result(call, NULL); }
      BODY(bad_text) { api->set_result(call, api->make_text(call, "a\\xff", 2)); }
      BODY(null_text) { api->set_result(call, api->make_text(call, NULL, 2)); }
      BODY(empty_text) { api->set_result(call, api->make_text(call, NULL, 0)); }
      BODY(bad_decimal) { api->set_result(call, api->make_decimal(call, "0x1", 3)); }
      BODY(bad_wide) { api->set_result(call, api->make_wide(call, "1.5", 3)); }
      BODY(bad_date) { api->set_result(call, api->make_date(call, 1e308 * 10)); }
      BODY(bad_list) {
        const frc_value *elements[2] = {api->make_nil(call), NULL};
        api->set_result(call, api->make_list(call, elements, 2));
      }
      BODY(huge_list) { api->set_result(call, api->make_list(call, NULL, (size_t)-1)); }
      BODY(bad_key) {
        frc_bytes key = {"\\xff", 1};
        const frc_value *value = api->make_nil(call);
        api->set_result(call, api->make_object(call, &key, &value, 1));
      }
      BODY(text) { api->set_result(call, api->make_text(call, "a", 1)); }
      BODY(nil) { api->set_result(call, api->make_nil(call)); }
      BODY(last) {
        api->set_error(call, "first");
        api->set_result(call, api->make_integer(call, 1));
        api->set_result(call, api->make_integer(call, 2));
      }
      BODY(nest) {
        int64_t depth;
        if (!api->get_integer(arguments[0], &depth)) depth = 0;
        const frc_value *value = api->make_list(call, NULL, 0);
        for (int64_t i = 1; i < depth; i++) value = api->make_list(call, &value, 1);
        api->set_result(call, value);
      }
      BODY(doubled) {
        int64_t times;
        if (!api->get_integer(arguments[0], &times)) times = 0;
        const frc_value *value = api->make_list(call, NULL, 0);
        for (int64_t i = 0; i < times; i++) {
          const frc_value *both[2] = {value, value};
          value = api->make_list(call, both, 2);
        }
        api->set_result(call, value);
      }
      BODY(nulls) {
        frc_bytes bytes; bool flag; int64_t integer; double number; uint8_t uuid[16];
        bool ok = api->kind(NULL) == FRC_ANY && api->number_form(NULL) == FRC_NO_NUMBER
          && !api->get_boolean(NULL, &flag) && !api->get_integer(NULL, &integer)
          && !api->get_double(NULL, &number) && !api->get_digits(NULL, &bytes)
          && !api->get_text(NULL, &bytes) && !api->get_data(NULL, &bytes)
          && !api->get_date(NULL, &number) && !api->get_uuid(NULL, uuid) && api->count(NULL) == 0
          && !api->element(NULL, 0) && !api->get_key(NULL, 0, &bytes) && !api->member(NULL, "a", 1)
          && !api->make_nil(NULL) && !api->make_list(NULL, NULL, 0)
          && !api->get_integer(arguments[0], NULL) && !api->element(arguments[0], 0)
          && !api->member(arguments[0], NULL, 1);
        api->set_result(NULL, NULL);
        api->set_error(NULL, NULL);
        api->set_result(call, api->make_boolean(call, ok));
      }
      static int calls;
      BODY(next) { api->set_result(call, api->make_integer(call, ++calls)); }
      REGISTER {
        static const struct { const char *name; frc_body body; frc_kind result; size_t count; }
        all[] = {
          {"silent", nothing}, {"failing", failing}, {"failing_silently", failing_silently},
          {"null_result", null_result}, {"bad_text", bad_text}, {"null_text", null_text},
          {"empty_text", empty_text}, {"bad_decimal", bad_decimal}, {"bad_wide", bad_wide},
          {"bad_date", bad_date}, {"bad_list", bad_list}, {"huge_list", huge_list},
          {"bad_key", bad_key}, {"text_for_number", text, FRC_NUMBER},
          {"nil_for_number", nil, FRC_NUMBER}, {"last_of", last}, {"nest", nest, FRC_LIST, 1},
          {"doubled", doubled, FRC_LIST, 1},
          {"nulls", nulls, FRC_BOOLEAN, 1}, {"next", next, FRC_NUMBER, 1},
        };
        for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
          frc_function f = function(all[i].name, all[i].body, all[i].count);
          f.result = all[i].result;
          if (api->add_function(registry, &f)) return 1;
        }
        static const frc_kind kinds[2] = {FRC_STRING, FRC_LIST};
        frc_function typed = function("typed", nil, 2);
        typed.parameters = kinds;
        typed.parameter_count = 2;
        typed.maximum_arguments = 4;
        typed.flags = FRC_PURE;
        frc_word_operator odd = {
          .name = "ODD", .summary = "Odd.", .example = "1 == 1", .left = FRC_NUMBER, .body = text };
        frc_word_operator none = {
          .name = "NIL_FOR_TRUTH", .summary = "Odd.", .example = "1 == 1", .body = nil };
        return api->add_function(registry, &typed) || api->add_word_operator(registry, &odd)
          || api->add_word_operator(registry, &none);
      }
      """)
    libraries = try FilterLibraries(plugins: [path])
  }

  private func value(_ text: String) throws -> FilterValue {
    try FilterExpression<FilterValue>(text: text, options: FilterOptions(libraries: libraries))
      .value(of: nil)
  }

  @Test func faultsAreErrorsWithWords() throws {
    let expected = [
      "silent()": "'silent' gave no result",
      "failing()": "not today",
      "failing_silently()": "failed without a message",
      "null_result()": "'null_result' gave an invalid result: null is not a value",
      "bad_text()": "'bad_text' gave an invalid result: a text is not valid UTF-8",
      "null_text()": "'null_text' gave an invalid result: a text is not valid UTF-8",
      "bad_decimal()":
        """
      'bad_decimal' gave an invalid result: the digits of a decimal number are no number, or too \
      large a one
      """,
      "bad_wide()":
        "'bad_wide' gave an invalid result: the text of an integer has characters that are not digits",
      "bad_date()": "'bad_date' gave an invalid result: a date is not finite",
      "bad_list()": "'bad_list' gave an invalid result: an element of a collection is null",
      "huge_list()": "'huge_list' gave an invalid result: a collection has no elements",
      "bad_key()": "'bad_key' gave an invalid result: a key is missing or not valid UTF-8",
      "text_for_number()": "'text_for_number' gave a string where it should give a number",
      "nest(257)": "'nest' gave an invalid result: collections nest deeper than 256",
      "doubled(60)":
        "'doubled' gave an invalid result: a collection has more than 4194304 values in it",
      "typed(1, {})": "'typed' takes a string as argument 1, not a number",
      "typed('a', {}, 5)": "'typed' takes a list as argument 3, not a number",
      "TERNARY(1 ODD 2, 1, 2)": "'ODD' gave a string where it should give a boolean",
      "TERNARY('a' ODD 2, 1, 2)": "'ODD' takes a number as argument 1, not a string",
      "TERNARY(1 NIL_FOR_TRUTH 2, 1, 2)": "'NIL_FOR_TRUTH' gave nil where it should give a boolean",
    ]
    for (text, message) in expected {
      let expression = try FilterExpression<FilterValue>(
        text: text, options: FilterOptions(libraries: libraries))
      do throws(EvaluationError) {
        let value = try expression.value(of: nil)
        Issue.record("\(text) gave \(value)")
      } catch {
        #expect(error.message == message)
        #expect(error.range != nil)
      }
    }
  }

  @Test func whatIsAllowedIsNoError() throws {
    #expect(try value("empty_text()") == "")
    #expect(try value("nil_for_number()") == nil)
    #expect(try value("last_of()") == 2)
    #expect(try value("nulls(5)") == true)
    #expect(try value("nest(256)").kind == .list)
    #expect(try value("doubled(20)").kind == .list)
    #expect(try value("typed(nil, nil)") == nil)
    #expect(try value("typed('a', {1} UNION {2}, {}, {})") == nil)
  }

  @Test func onlyPureFunctionsAreCalledOnce() throws {
    let next = try FilterExpression<FilterValue>(
      text: "next(1)", options: FilterOptions(libraries: libraries))
    let first = try next.value(of: nil)
    #expect(try next.value(of: nil) != first)
  }

  @Test func aWrongNumberOfArgumentsIsASyntaxError() {
    #expect(throws: (any Error).self) { try value("nest()") }
    #expect(throws: (any Error).self) { try value("typed('a')") }
    #expect(throws: (any Error).self) { try value("typed('a', {}, {}, {}, {})") }
  }
}
