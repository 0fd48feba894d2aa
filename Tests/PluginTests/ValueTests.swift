import FilterEngine
import FilterPlugins
import Foundation
import Testing

/// Values of every kind, to a plug-in and back.
struct ValueTests {
  private let objects: SharedObjects
  private let libraries: FilterLibraries

  init() throws {
    objects = try SharedObjects()
    libraries = try FilterLibraries(plugins: [try objects.compile(Self.source)])
  }

  /// `echo` gives its argument, `rebuild` makes it anew from what can be read of it, `first` gives the
  /// member `a` of an object or element 0, `kinds` the number of a value's kind and form.
  private static let source = """
    #include <stdlib.h>
    static const frc_value *rebuilt(const frc_plugin_api *api, frc_call *call, const frc_value *value) {
      bool flag; int64_t integer; double number; uint8_t uuid[16]; frc_bytes bytes;
      size_t count = api->count(value);
      const frc_value *elements[64];
      frc_bytes keys[64];
      for (size_t i = 0; i < count; i++) {
        elements[i] = rebuilt(api, call, api->element(value, i));
        if (api->kind(value) == FRC_OBJECT) {
          if (!api->get_key(value, i, &keys[i])) return NULL;
          if (api->member(value, keys[i].start, keys[i].length) == NULL) return NULL;
        }
      }
      switch (api->kind(value)) {
      case FRC_ANY: return NULL;
      case FRC_NIL: return api->make_nil(call);
      case FRC_BOOLEAN: return api->get_boolean(value, &flag) ? api->make_boolean(call, flag) : NULL;
      case FRC_STRING:
        return api->get_text(value, &bytes) && api->get_text(value, &bytes)
          ? api->make_text(call, bytes.start, bytes.length) : NULL;
      case FRC_DATE: return api->get_date(value, &number) ? api->make_date(call, number) : NULL;
      case FRC_DATA:
        return api->get_data(value, &bytes) ? api->make_data(call, bytes.start, bytes.length) : NULL;
      case FRC_UUID: return api->get_uuid(value, uuid) ? api->make_uuid(call, uuid) : NULL;
      case FRC_LIST: return api->make_list(call, elements, count);
      case FRC_SET: return api->make_set(call, elements, count);
      case FRC_OBJECT: return api->make_object(call, keys, elements, count);
      case FRC_NUMBER:
        switch (api->number_form(value)) {
        case FRC_NO_NUMBER: return NULL;
        case FRC_INTEGER:
          return api->get_integer(value, &integer) ? api->make_integer(call, integer) : NULL;
        case FRC_DOUBLE:
          return api->get_double(value, &number) ? api->make_double(call, number) : NULL;
        case FRC_WIDE:
          return api->get_digits(value, &bytes)
            ? api->make_wide(call, bytes.start, bytes.length) : NULL;
        case FRC_DECIMAL:
          return api->get_digits(value, &bytes)
            ? api->make_decimal(call, bytes.start, bytes.length) : NULL;
        }
      }
      return NULL;
    }
    BODY(echo) { api->set_result(call, arguments[0]); }
    BODY(rebuild) { api->set_result(call, rebuilt(api, call, arguments[0])); }
    BODY(first) {
      const frc_value *member = api->member(arguments[0], "a", 1);
      if (!member) member = api->element(arguments[0], 0);
      api->set_result(call, member ? member : api->make_nil(call));
    }
    BODY(whole) {
      int64_t integer;
      bool is_whole = api->get_integer(arguments[0], &integer);
      api->set_result(call, is_whole ? api->make_integer(call, integer) : api->make_nil(call));
    }
    BODY(number) {
      double number;
      bool is_number = api->get_double(arguments[0], &number);
      api->set_result(call, is_number ? api->make_double(call, number) : api->make_nil(call));
    }
    BODY(digits) {
      frc_bytes text;
      bool is_number = api->get_digits(arguments[0], &text);
      api->set_result(
        call, is_number ? api->make_text(call, text.start, text.length) : api->make_nil(call));
    }
    BODY(join) {
      char text[256];
      size_t length = 0;
      for (size_t i = 0; i < count; i++) {
        frc_bytes part;
        if (!api->get_text(arguments[i], &part)) continue;
        memcpy(text + length, part.start, part.length);
        length += part.length;
      }
      api->set_result(call, api->make_text(call, text, length));
    }
    REGISTER {
      static const struct { const char *name; frc_body body; } all[] = {
        {"echo", echo}, {"rebuild", rebuild}, {"first_of", first}, {"whole", whole},
        {"numeral", number}, {"digits", digits},
      };
      for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        frc_function f = function(all[i].name, all[i].body, 1);
        if (api->add_function(registry, &f)) return 1;
      }
      frc_function f = function("join", join, 1);
      f.maximum_arguments = 64;
      return api->add_function(registry, &f);
    }
    """

  private func value(_ text: String, _ x: FilterValue) throws -> FilterValue {
    try FilterExpression<FilterValue>(text: text, options: FilterOptions(libraries: libraries))
      .value(of: ["x": x])
  }

  static let samples: [FilterValue] = [
    nil, true, false, 0, -5, .int(.min), .int(.max), FilterValue(integer: UInt64.max),
    FilterValue(integer: Int128.min), FilterValue(integer: UInt128.max),
    FilterValue(
      integerDigits: "-123456789012345678901234567890123456789012345678901234567890".utf8)
      ?? .null, 0.5,
    -0.0, .double(.infinity), .double(.nan),
    .double(.leastNonzeroMagnitude),
    .decimal(Decimal(string: "-0.1") ?? 0),
    .decimal(Decimal(string: "12345678901234567890.5") ?? 0),
    "", "a", "größe 🏳️‍🌈", "a\0b", .string(String(repeating: "long ", count: 1000)),
    .date(Date(timeIntervalSinceReferenceDate: -12.25)), .data(Data()), .data(Data([0, 255, 1])),
    .data(Data(repeating: 7, count: 5000)), .uuid(UUID()), [], [1, "two", nil, [3.5]],
    .set(FilterSet([])), .set(FilterSet([1, "a", [2]])), .object(FilterObject([])),
    ["a": 1, "größe": ["b": [true, nil]], "": "x"],
  ]

  @Test(arguments: samples)
  func valuesGoBothWays(_ sample: FilterValue) throws {
    for text in ["echo(x)", "rebuild(x)"] {
      let result = try value(text, sample)
      #expect(result == sample)
      #expect(Self.form(result) == Self.form(sample))
    }
    #expect(try value("rebuild(x)", [sample, ["k": sample]]) == [sample, ["k": sample]])
    #expect(try value("first_of(x)", ["b": 1, "a": sample]) == sample)
    #expect(try value("first_of(x)", [sample, 1]) == sample)
  }

  @Test func keysOfTypedItemsAreRead() throws {
    let item = FilterValue.item(Point(x: 1, name: "p"))
    #expect(try value("rebuild(x)", item) == ["a": 1, "name": "p"])
    #expect(try value("first_of(x)", item) == 1)
    #expect(try value("echo(x)", item) == item)
  }

  @Test(
    arguments: [
      (true, 1, 1.0, nil), (7, 7, 7.0, "7"), (7.0, 7, 7.0, "7.0"), (7.5, nil, 7.5, "7.5"),
      (.decimal(7), 7, 7.0, "7"), (.decimal(Decimal(string: "7.5") ?? 0), nil, 7.5, "7.5"),
      (
        FilterValue(integer: UInt64.max), nil, .double(18446744073709551616), "18446744073709551615"
      ),
      (1e300, nil, 1e300, "1e+300"), ("7", nil, nil, nil), (nil, nil, nil, nil),
    ] as [(FilterValue, FilterValue, FilterValue, FilterValue)])
  func numbersAreReadInSeveralWays(
    _ sample: FilterValue, _ whole: FilterValue, _ number: FilterValue, _ digits: FilterValue
  ) throws {
    #expect(try value("whole(x)", sample) == whole)
    #expect(try value("numeral(x)", sample) == number)
    #expect(try value("digits(x)", sample) == digits)
  }

  @Test func sixtyFourTextsAreLentAtOnce() throws {
    let texts = (0..<64).map { "'\($0)'" }.joined(separator: ", ")
    #expect(
      try value("join(\(texts))", nil)
        == .string((0..<64).map(String.init).joined()))
  }

  @Test func predicatesRunOnManyThreads() async throws {
    let predicate = try FilterPredicate<FilterValue>(
      text: "rebuild(x).@count == 3 AND join('a', 'b') == 'ab'",
      options: FilterOptions(libraries: libraries))
    let results = await withTaskGroup(of: Bool.self) { group in
      for index in 0..<64 {
        group.addTask {
          (try? predicate.matches(["x": ["a", .int(Int64(index)), ["b": 1]]])) == true
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == Array(repeating: true, count: 64))
  }

  /// The case of a value, which equality of numbers does not see.
  private static func form(_ value: FilterValue) -> String {
    Mirror(reflecting: value).children.first?.label ?? "null"
  }
}

private struct Point: FilterItem {
  let x: Int64
  let name: String

  var typeName: String { "Point" }
  var filterKeys: [String] { ["a", "name"] }

  func filterValue(forKey key: String) -> FilterValue? {
    switch key {
    case "a": .int(x)
    case "name": .string(name)
    default: nil
    }
  }

  func isEqual(to other: any FilterItem) -> Bool { (other as? Point)?.x == x }
}
