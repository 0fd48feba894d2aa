internal import CFilterPlugin

/// `CAST(1990, "Roman")`
enum Roman {
  static let body: frc_body = { api, call, arguments, _, _ in
    guard let api = api?.pointee, let value = arguments?.pointee else { return }
    var number: Int64 = 0
    var text = frc_bytes()
    if api.kind(value) == FRC_NIL {
      api.set_result(call, value)
    } else if api.get_text(value, &text) {
      let bytes = UnsafeRawBufferPointer(start: text.start, count: text.length)
      guard let number = Roman.number(of: String(decoding: bytes, as: UTF8.self)) else {
        return api.set_error(call, "the text is no Roman numeral")
      }
      api.set_result(call, api.make_integer(call, number))
    } else if api.get_integer(value, &number), let numeral = numeral(of: number) {
      api.set_result(call, api.make_text(call, numeral, numeral.utf8.count))
    } else {
      api.set_error(call, "only whole numbers from 1 to 3999 have Roman numerals")
    }
  }

  private static let digits: [(value: Int64, text: String)] = [
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
    (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
  ]

  private static func numeral(of number: Int64) -> String? {
    guard 1...3999 ~= number else { return nil }
    var rest = number
    var text = ""
    for digit in digits {
      while rest >= digit.value {
        text += digit.text
        rest -= digit.value
      }
    }
    return text
  }

  /// Only the usual spelling is read: what the number would be written as.
  private static func number(of text: String) -> Int64? {
    guard text.utf8.count <= 15 else { return nil }
    var rest = Substring(text.uppercased())
    var number: Int64 = 0
    for digit in digits {
      while rest.hasPrefix(digit.text) {
        number += digit.value
        rest = rest.dropFirst(digit.text.count)
      }
    }
    return rest.isEmpty && numeral(of: number) == text.uppercased() ? number : nil
  }
}
