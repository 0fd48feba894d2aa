import CFilterPlugin
import FilterEngine

/// One call of a body: makes values, reads them, and ends.
///
/// Unsafe because it is written against the C interface.
struct PluginBodyRun {
  private let api: frc_plugin_api
  private let call: OpaquePointer
  private let program: PluginProgram

  /// The arguments, null, and what has been made.
  private var values: [OpaquePointer?]
  private var containers = 0

  init(
    _ api: frc_plugin_api, _ call: OpaquePointer, _ arguments: [OpaquePointer?],
    _ program: PluginProgram
  ) {
    self.api = api
    self.call = call
    self.program = program
    values = arguments + [nil]
  }

  /// Sets a result or an error.
  func finish(_ data: inout FuzzedData) {
    if data.below(4) > 0 {
      api.set_result?(call, data.pick(values))
    } else {
      data.flag() ? api.set_error?(call, nil) : "an error".withCString { api.set_error?(call, $0) }
    }
  }

  /// Makes a value or reads one.
  mutating func step(_ data: inout FuzzedData) {
    switch data.below(16) {
    case 0: made(api.make_nil?(call), FRC_NIL)
    case 1: made(api.make_boolean?(call, data.flag()), FRC_BOOLEAN)
    case 2:
      let number = data.number()
      let value = api.make_integer?(call, number)
      made(value, FRC_NUMBER)
      var found: Int64 = 0
      program.expect(
        api.get_integer?(value, &found) == true && found == number, "\(number) is \(found)")
    case 3:
      let number = data.double()
      let value = api.make_double?(call, number)
      made(value, FRC_NUMBER)
      var found = 0.0
      program.expect(
        api.get_double?(value, &found) == true && (found == number || number.isNaN),
        "\(number) is \(found)")
    case 4: makeDigits(&data)
    case 5: makeBytes(&data)
    case 6: made(api.make_date?(call, data.double()), FRC_DATE)
    case 7:
      let bytes = data.take(16) + Array(repeating: 0, count: 16)
      made(api.make_uuid?(call, data.below(16) == 15 ? nil : bytes), FRC_UUID)
    case 8, 9, 10: makeContainer(&data)
    case 11: finish(&data)
    default: read(data.pick(values), &data)
    }
  }

  // MARK: - Making

  private mutating func made(_ value: OpaquePointer?, _ kind: frc_kind) {
    guard let value else { return }
    program.expect(api.kind?(value) == kind, "a value of kind \(kind.rawValue) is of another")
    values.append(value)
  }

  private mutating func makeDigits(_ data: inout FuzzedData) {
    let digits = data.take(data.below(45)).map { CChar(bitPattern: $0) }
    let isWide = data.flag()
    made(
      isWide
        ? api.make_wide?(call, digits, digits.count)
        : api.make_decimal?(call, digits, digits.count),
      FRC_NUMBER)
  }

  private mutating func makeBytes(_ data: inout FuzzedData) {
    let bytes = data.take(data.below(40))
    if data.flag() {
      let value = api.make_data?(call, bytes, bytes.count)
      made(value, FRC_DATA)
      var found = frc_bytes()
      if let value { program.expect(api.get_data?(value, &found) == true, "data is none") }
      program.expect(content(found) == bytes, "data is \(content(found)) and not \(bytes)")
    } else {
      let characters = bytes.map { CChar(bitPattern: $0) }
      let value = api.make_text?(call, characters, characters.count)
      let isText = String(validating: bytes, as: UTF8.self) != nil
      guard let text = value else {
        return program.expect(!isText, "no text of \(bytes)")
      }
      made(text, FRC_STRING)
      var found = frc_bytes()
      program.expect(api.get_text?(text, &found) == true && isText, "a text is none")
      program.expect(content(found) == bytes, "a text is \(content(found)) and not \(bytes)")
    }
  }

  private func content(_ bytes: frc_bytes) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: bytes.start, count: bytes.length))
  }

  private mutating func makeContainer(_ data: inout FuzzedData) {
    // Elements that are made of each other double; five containers of three are few.
    guard containers < 5 else { return }
    containers += 1
    if data.below(8) == 7 { return nest(data.pick(values), Int(data.byte()) + 32) }
    var elements: [OpaquePointer?] = []
    for _ in 0..<data.below(4) { elements.append(data.pick(values)) }
    let count = elements.count
    switch data.below(4) {
    case 0:
      let list = api.make_list?(call, elements, count)
      made(list, FRC_LIST)
      if let list {
        program.expect(api.count?(list) == count, "a list of other length")
      }
    case 1: made(api.make_set?(call, elements, count), FRC_SET)
    case 2:
      let key = data.take(data.below(4))
      let object = key.withUnsafeBytes { key in
        let keys = Array(
          repeating: frc_bytes(start: key.baseAddress, length: key.count), count: count)
        return api.make_object?(call, keys, elements, count)
      }
      made(object, FRC_OBJECT)
    // Counts without elements are refused.
    default: program.expect(api.make_list?(call, nil, 3) == nil, "a list of nothing")
    }
  }

  /// Lists in lists, beyond the depth that is allowed.
  private mutating func nest(_ value: OpaquePointer?, _ depth: Int) {
    var value = value
    for _ in 0..<depth {
      guard let inner = value, let list = api.make_list?(call, [inner], 1) else { return }
      value = list
    }
    made(value, FRC_LIST)
  }

  // MARK: - Reading

  private func read(_ value: OpaquePointer?, _ data: inout FuzzedData) {
    let kind = api.kind?(value) ?? FRC_ANY
    program.expect((kind == FRC_ANY) == (value == nil), "null has a kind")
    var flag = false
    var integer: Int64 = 7
    var double = 7.0
    var bytes = frc_bytes()
    var uuid: [UInt8] = Array(repeating: 7, count: 16)
    let isNumber = kind == FRC_NUMBER || kind == FRC_BOOLEAN
    program.expect(api.get_boolean?(value, &flag) == (kind == FRC_BOOLEAN), "a boolean")
    let isInteger = api.get_integer?(value, &integer) == true
    program.expect(!isInteger || isNumber, "an integer of kind \(kind.rawValue)")
    program.expect(isInteger || integer == 7, "an integer that is none is written")
    program.expect(api.get_double?(value, &double) == isNumber, "a double")
    program.expect((api.number_form?(value) != FRC_NO_NUMBER) == (kind == FRC_NUMBER), "a form")
    if api.get_digits?(value, &bytes) == true {
      program.expect(isNumber && !content(bytes).isEmpty, "digits")
    }
    bytes = frc_bytes()
    program.expect(api.get_text?(value, &bytes) == (kind == FRC_STRING), "a text")
    program.expect(String(validating: content(bytes), as: UTF8.self) != nil, "a text of no text")
    bytes = frc_bytes()
    program.expect(api.get_data?(value, &bytes) == (kind == FRC_DATA), "data")
    _ = content(bytes)
    program.expect(api.get_date?(value, &double) == (kind == FRC_DATE), "a date")
    program.expect(api.get_uuid?(value, &uuid) == (kind == FRC_UUID), "a UUID")
    readElements(value, kind, &data)
  }

  private func readElements(
    _ value: OpaquePointer?, _ kind: frc_kind, _ data: inout FuzzedData
  ) {
    let count = api.count?(value) ?? 0
    program.expect(
      count == 0 || [FRC_LIST, FRC_SET, FRC_OBJECT].contains(kind), "elements of a scalar")
    for index in [0, count - 1, count, -1, .max, .min] {
      let isInside = index >= 0 && index < count
      program.expect(
        (api.element?(value, index) != nil) == isInside, "element \(index) of \(count)")
      var key = frc_bytes()
      let hasKey = api.get_key?(value, index, &key) == true
      program.expect(hasKey == (isInside && kind == FRC_OBJECT), "key \(index) of \(count)")
      if hasKey {
        program.expect(
          api.member?(value, key.start, key.length) != nil, "a key without a member")
      }
    }
    let key = data.take(2)
    _ = api.member?(value, key, key.count)
  }
}
