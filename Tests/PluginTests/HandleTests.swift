import FilterEngine
import FilterPlugins
import Foundation
import Testing

/// Plug-ins that use what they were lent after its time.
struct HandleTests {
  private let objects: SharedObjects

  init() throws { objects = try SharedObjects() }

  private func value(_ text: String, _ libraries: FilterLibraries) throws -> FilterValue {
    try FilterExpression<FilterValue>(text: text, options: FilterOptions(libraries: libraries))
      .value(of: nil)
  }

  @Test func aRegistryIsClosedAfterTheRegistration() throws {
    let log = try objects.file("log", "")
    let path = try objects.compile(
      """
      #include <stdio.h>
      static frc_registry *kept;
      static void destroy(void *letter) {
        FILE *file = fopen("\(log)", "a");
        fputs(letter, file);
        fclose(file);
      }
      BODY(late) {
        frc_function f = function("much_too_late", nothing, 0);
        f.destroy = destroy;
        f.user_data = "f";
        frc_word_operator o = {
          .name = "O", .summary = "Late.", .example = "1 == 1", .body = nothing };
        frc_collection_operator c = {
          .name = "c", .summary = "Late.", .example = "1 == 1", .body = nothing };
        frc_cast t = { .name = "T", .summary = "Late.", .example = "1 == 1", .body = nothing };
        frc_message m = { .name = "m", .summary = "Late.", .example = "1 == 1", .body = nothing };
        frc_leaf_key k = { .name = "k", .summary = "Late.", .example = "1 == 1", .body = nothing };
        frc_function bad = function("no name", nothing, 0);
        bad.destroy = destroy;
        bad.user_data = "b";
        api->refuse(kept, "too late");
        int all[] = {
          api->add_function(kept, &f), api->add_word_operator(kept, &o),
          api->add_collection_operator(kept, &c), api->add_cast(kept, &t),
          api->add_message(kept, &m), api->add_leaf_key(kept, &k),
          api->add_function(kept, &bad), api->add_function(kept, NULL),
          api->add_function((frc_registry *)&kept, &bad) };
        bool closed = true;
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
          closed = closed && all[i] == FRC_REGISTRY_CLOSED;
        api->set_result(call, api->make_boolean(call, closed));
      }
      REGISTER {
        kept = registry;
        frc_function f = function("late", late, 0);
        return api->add_function(registry, &f);
      }
      """)
    let libraries = try FilterLibraries(plugins: [path])
    #expect(try value("late()", libraries) == true)
    // Data is taken over and freed even so, once for each entry.
    #expect(try String(contentsOfFile: log, encoding: .utf8) == "fbb")
    #expect(throws: (any Error).self) { try value("much_too_late()", libraries) }
    // A registration that goes on meanwhile is another one.
    let plugin = try FilterPlugin(path: try objects.compile("REGISTER { return 0; }"))
    #expect(try value("late()", libraries) == true)
    #expect(plugin.library.functions.isEmpty)
  }

  @Test func theStatusesOfARegistrationHaveNames() throws {
    let path = try objects.compile(
      """
      REGISTER {
        frc_function good = function("good", nothing, 0), bad = function("no name", nothing, 0);
        if (api->add_function(registry, &good) != FRC_ADDED) api->refuse(registry, "good");
        if (api->add_function(NULL, &good) != FRC_REGISTRY_CLOSED) api->refuse(registry, "null");
        if (api->add_function(registry, &bad) == FRC_REFUSED) return 0;
        return 9;
      }
      """)
    do throws(PluginError) {
      _ = try FilterPlugin(path: path)
      Issue.record("not refused")
    } catch {
      #expect(error.reason == .badEntry("function 'no name': the name is not an identifier"))
    }
  }

  @Test func callsAndValuesNameNothingAfterTheBody() throws {
    let path = try objects.compile(
      """
      static frc_call *call_kept;
      static const frc_value *argument_kept, *element_kept, *made_kept;
      BODY(keep) {
        call_kept = call;
        argument_kept = arguments[0];
        element_kept = api->element(arguments[0], 1);
        made_kept = api->make_text(call, "made", 4);
        frc_bytes bytes;
        bool ok = api->get_text(element_kept, &bytes) && api->get_text(made_kept, &bytes);
        api->set_result(call, api->make_boolean(call, ok));
      }
      static bool is_null(const frc_plugin_api *api, const frc_value *value) {
        frc_bytes bytes; bool flag; int64_t integer; double number; uint8_t uuid[16];
        return api->kind(value) == FRC_ANY && api->number_form(value) == FRC_NO_NUMBER
          && !api->get_boolean(value, &flag) && !api->get_integer(value, &integer)
          && !api->get_double(value, &number) && !api->get_digits(value, &bytes)
          && !api->get_text(value, &bytes) && !api->get_data(value, &bytes)
          && !api->get_date(value, &number) && !api->get_uuid(value, uuid) && api->count(value) == 0
          && !api->element(value, 0) && !api->get_key(value, 0, &bytes)
          && !api->member(value, "a", 1);
      }
      BODY(use) {
        const frc_value *list[] = {argument_kept};
        frc_bytes key = {"a", 1};
        uint8_t uuid[16] = {0};
        bool ok = is_null(api, argument_kept) && is_null(api, element_kept)
          && is_null(api, made_kept) && is_null(api, (const frc_value *)call)
          && !api->make_nil(call_kept) && !api->make_boolean(call_kept, true)
          && !api->make_integer(call_kept, 1) && !api->make_double(call_kept, 1)
          && !api->make_wide(call_kept, "1", 1) && !api->make_decimal(call_kept, "1", 1)
          && !api->make_text(call_kept, "a", 1) && !api->make_data(call_kept, "a", 1)
          && !api->make_date(call_kept, 1) && !api->make_uuid(call_kept, uuid)
          && !api->make_list(call_kept, list, 1) && !api->make_set(call_kept, list, 1)
          && !api->make_object(call_kept, &key, list, 1)
          && !api->make_nil((frc_call *)arguments[0]) && !api->make_list(call, list, 1);
        api->set_error(call_kept, "too late");
        api->set_result(call_kept, argument_kept);
        api->set_result(call, api->make_boolean(call, ok));
      }
      BODY(give) { api->set_result(call, made_kept); }
      REGISTER {
        frc_function k = function("keep", keep, 1), u = function("use", use, 1);
        frc_function g = function("give", give, 0);
        return api->add_function(registry, &k) || api->add_function(registry, &u)
          || api->add_function(registry, &g);
      }
      """)
    let libraries = try FilterLibraries(plugins: [path])
    // More calls than there are slots for calls.
    for number in 0..<2_500 {
      let text = number % 50 == 0 ? "keep({'a', 'b'})" : "use(\(number))"
      try #require(try value(text, libraries) == true, "\(text)")
    }
    #expect {
      try value("give()", libraries)
    } throws: {
      ($0 as? EvaluationError)?.message
        == "'give' gave an invalid result: null is not a value"
    }
  }

  @Test func bodiesRunOnManyThreadsAtATime() throws {
    let path = try objects.compile(
      """
      BODY(join) {
        char joined[64];
        size_t length = 0;
        for (size_t i = 0; i < api->count(arguments[0]); i++) {
          frc_bytes bytes;
          if (!api->get_text(api->element(arguments[0], i), &bytes)) return;
          memcpy(joined + length, bytes.start, bytes.length);
          length += bytes.length;
        }
        api->set_result(call, api->make_text(call, joined, length));
      }
      REGISTER {
        frc_function f = function("joined", join, 1);
        return api->add_function(registry, &f);
      }
      """)
    let libraries = try FilterLibraries(plugins: [path])
    let joined = try FilterExpression<FilterValue>(
      text: "joined(SELF)", options: FilterOptions(libraries: libraries))
    let wrong = SharedCounter()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<200 {
        let item = FilterValue.list([.string("\(thread)"), "-", .string("\(number)")])
        if (try? joined.value(of: item)) != .string("\(thread)-\(number)") { wrong.add() }
      }
    }
    #expect(wrong.count == 0)
  }
}

/// A counter that threads share.
private final class SharedCounter: @unchecked Sendable {
  private let lock = NSLock()
  private var value = 0

  func add() { lock.withLock { value += 1 } }
  var count: Int { lock.withLock { value } }
}
