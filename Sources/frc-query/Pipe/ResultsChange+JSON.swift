internal import FilterEngine
internal import FilterableResults

extension ResultsChange where Item == FilterValue {
  /// Appends the change as JSON: `{"reload":true}`, or the lists of it that are not empty. With a writer of rows,
  /// also `items`, the rows of insertions and updates.
  func writeJSON(to bytes: inout [UInt8], rows writer: JSONWriter?) {
    guard !isReload else { return bytes.append(contentsOf: #"{"reload":true}"#.utf8) }
    changeset.writeJSON(to: &bytes)
    guard let writer else { return }
    let rows = changedValues
    guard !rows.isEmpty else { return }
    // Rows that came or changed are in a list of the change set, which is not empty.
    bytes.removeLast()
    bytes.append(contentsOf: #","items":"#.utf8)
    bytes.appendList(rows) { row, bytes in
      bytes.append(UInt8(ascii: "["))
      bytes.appendPair(row.path.section, row.path.item)
      bytes.append(UInt8(ascii: ","))
      writer.write(row.value, to: &bytes)
      bytes.append(UInt8(ascii: "]"))
    }
    bytes.append(UInt8(ascii: "}"))
  }
}

extension Changeset {
  /// Appends the lists that are not empty, as the members of an object.
  fileprivate func writeJSON(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    func write<Element>(
      _ name: String, _ list: [Element], _ element: (Element, inout [UInt8]) -> Void
    ) {
      guard !list.isEmpty else { return }
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      bytes.append(contentsOf: "\"\(name)\":".utf8)
      bytes.appendList(list, element)
    }
    func pair(_ pair: SectionPair, _ bytes: inout [UInt8]) { bytes.appendPair(pair.from, pair.to) }
    func path(_ path: ItemPath, _ bytes: inout [UInt8]) {
      bytes.appendPair(path.section, path.item)
    }
    func paths(_ pair: ItemPair, _ bytes: inout [UInt8]) {
      bytes.append(UInt8(ascii: "["))
      path(pair.from, &bytes)
      bytes.append(UInt8(ascii: ","))
      path(pair.to, &bytes)
      bytes.append(UInt8(ascii: "]"))
    }
    write("deletedSections", deletedSections) { $1.appendNumber($0) }
    write("insertedSections", insertedSections) { $1.appendNumber($0) }
    write("movedSections", movedSections, pair)
    write("updatedSections", updatedSections, pair)
    write("deleted", deletedItems, path)
    write("inserted", insertedItems, path)
    write("moved", movedItems, paths)
    write("updated", updatedItems, paths)
    bytes.append(UInt8(ascii: "}"))
  }
}

extension [UInt8] {
  /// Appends a list in brackets, with what `write` appends for each element.
  mutating func appendList<Part>(
    _ elements: [Part], _ write: (Part, inout [UInt8]) -> Void
  ) {
    append(UInt8(ascii: "["))
    for (place, element) in elements.enumerated() {
      if place > 0 { append(UInt8(ascii: ",")) }
      write(element, &self)
    }
    append(UInt8(ascii: "]"))
  }

  fileprivate mutating func appendNumber(_ number: Int) {
    append(contentsOf: String(number).utf8)
  }

  fileprivate mutating func appendPair(_ first: Int, _ second: Int) {
    append(UInt8(ascii: "["))
    appendNumber(first)
    append(UInt8(ascii: ","))
    appendNumber(second)
    append(UInt8(ascii: "]"))
  }
}
