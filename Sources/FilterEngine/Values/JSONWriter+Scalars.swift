import EssentialFoundation
internal import FilterSyntax

extension JSONWriter {
  func writeScalar(_ value: FilterValue, to bytes: inout [UInt8]) {
    switch value {
    case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .int(let number): Self.write(number, to: &bytes)
    case .wide(let number): bytes.append(contentsOf: number.description.utf8)
    case .double(let number): write(number, to: &bytes)
    case .decimal(let number):
      if style == .plain, number.isNaN {
        bytes.append(contentsOf: "null".utf8)
      } else {
        write(number.description, tag: .decimal, isNumber: true, to: &bytes)
      }
    case .string(let text): Self.write(text, to: &bytes)
    case .date(let date): write(date, to: &bytes)
    case .data(let data):
      write(data.base64EncodedString(), tag: .data, isNumber: false, to: &bytes)
    case .uuid(let uuid): Self.write(uuid.uuidString, to: &bytes)
    case .null, .list, .set, .object, .item: bytes.append(contentsOf: "null".utf8)
    }
  }

  /// Appends the digits of a number.
  package static func write(_ number: Int64, to bytes: inout [UInt8]) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    var first = bytes.count
    var rest = number.magnitude
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    // The last digit was appended first.
    var last = bytes.count - 1
    while first < last {
      bytes.swapAt(first, last)
      first += 1
      last -= 1
    }
  }

  /// Appends a number.
  package func write(_ number: Double, to bytes: inout [UInt8]) {
    if number.isFinite {
      // The shortest digits that read back as the same double; always with "." or an exponent.
      bytes.append(contentsOf: number.description.utf8)
    } else if style == .tagged {
      let name = number.isNaN ? "nan" : number < 0 ? "-inf" : "inf"
      write(name, tag: .float, isNumber: false, to: &bytes)
    } else {
      bytes.append(contentsOf: "null".utf8)
    }
  }

  private func write(_ date: Date, to bytes: inout [UInt8]) {
    let seconds = date.timeIntervalSinceReferenceDate
    if style == .plain {
      if let text = DateText.rounded(seconds) { return Self.write(text, to: &bytes) }
      return write(seconds, to: &bytes)
    }
    bytes.append(contentsOf: #"{"\#(Tag.date.rawValue)":"#.utf8)
    write(seconds, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  /// Appends `text`: in a tag where the style asks for it, otherwise as a number or as a string.
  private func write(_ text: String, tag: Tag, isNumber: Bool, to bytes: inout [UInt8]) {
    switch style {
    case .tagged:
      bytes.append(contentsOf: #"{"\#(tag.rawValue)":"#.utf8)
      Self.write(text, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    case .plain where isNumber: bytes.append(contentsOf: text.utf8)
    case .plain: Self.write(text, to: &bytes)
    }
  }
}
