internal import EssentialFoundation
internal import FilterEngine
internal import FilterSyntax

extension SQLTranslation {
  /// The statement and the condition as an object of JSON, for programs that run them.
  package func json(columns: [String]?) -> [UInt8] {
    let select = columns.map { SQLSelect(self, columns: $0, ordersByKey: false) }
    let (text, parameters) = self.where
    let isPushed = explanation.parts.contains { $0.precision != .none }
    var bytes = Array("{\"select\":".utf8)
    func add(_ text: String?) {
      guard let text else { return bytes += "null".utf8 }
      JSONWriter.write(text, to: &bytes)
    }
    add(select?.text)
    bytes += ",\"where\":".utf8
    add(isPushed ? text : "")
    bytes += ",\"parameters\":[".utf8
    for (index, parameter) in (isPushed ? parameters : []).enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      parameter.writeJSON(to: &bytes)
    }
    bytes += "],\"residual\":".utf8
    add(residual?.sourceText.writing("\\u0000", for: "\0"))
    bytes += ",\"parts\":[".utf8
    for (index, part) in explanation.parts.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += "{\"text\":".utf8
      add(part.text)
      bytes += ",\"class\":".utf8
      add(part.precision.rawValue)
      bytes += ",\"where\":".utf8
      add(part.sql)
      bytes.append(UInt8(ascii: "}"))
    }
    bytes += "]}".utf8
    return bytes
  }
}

extension SQLValue {
  /// Appends the value as JSON; texts stand for points in time and UUIDs.
  fileprivate func writeJSON(to bytes: inout [UInt8]) {
    func list<Element>(_ elements: [Element], _ write: (Element) -> Void) {
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(element)
      }
      bytes.append(UInt8(ascii: "]"))
    }
    switch self {
    case .integer(let integer): bytes += String(integer).utf8
    case .real(let double): Self.write(double, to: &bytes)
    case .boolean(let truth): bytes += String(truth).utf8
    case .text(let text), .jsonArray(let text): JSONWriter.write(text, to: &bytes)
    case .bytes(let data):
      JSONWriter(style: .tagged).write(.data(Data(data)), to: &bytes)
    case .uuid, .microseconds, .localMicroseconds, .days:
      JSONWriter.write(castText ?? description, to: &bytes)
    case .integers(let integers): list(integers) { bytes += String($0).utf8 }
    case .reals(let doubles): list(doubles) { Self.write($0, to: &bytes) }
    case .texts(let texts): list(texts) { JSONWriter.write($0, to: &bytes) }
    case .uuids(let uuids):
      list(uuids) { JSONWriter.write(SQLValue.uuid($0).description, to: &bytes) }
    case .test(let index): bytes += String(index).utf8
    }
  }

  /// A number with a fraction or an exponent, so that readers take it for a double: a parameter is never NaN. Infinities
  /// are texts, as JSON has no form for them.
  private static func write(_ double: Double, to bytes: inout [UInt8]) {
    if double.isFinite {
      bytes += "\(double)".utf8
    } else {
      JSONWriter.write(double < 0 ? "-Infinity" : "Infinity", to: &bytes)
    }
  }
}
