internal import FilterEngine
internal import FilterJSON
internal import FilterableResults

extension ResultsChange where Item == OpenRow {
  /// The change as JSON: `{"reload":true}`, or the lists of it that are not empty; with the rows of insertions and
  /// updates as `items`, and the numbers that differ. Charges `run`, and throws if that ends.
  func json(
    _ form: ChangeForm, _ writer: JSONWriter, _ run: EvaluationContext
  ) throws(EvaluationError) -> [UInt8] {
    try run.pass(changeset.count)
    var bytes = [UInt8(ascii: "{")]
    if isReload {
      bytes.append(contentsOf: #""reload":true"#.utf8)
    } else {
      changeset.writeJSON(to: &bytes)
      if form.hasRows { try writeRows(to: &bytes, run) }
    }
    try writeNumbers(form, to: &bytes, writer, run)
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  private func writeRows(
    to bytes: inout [UInt8], _ run: EvaluationContext
  ) throws(EvaluationError) {
    let rows = changedRows
    guard !rows.isEmpty else { return }
    bytes.appendMember("items")
    try bytes.appendList(rows) { row, bytes throws(EvaluationError) in
      bytes.append(UInt8(ascii: "["))
      bytes.appendPair(row.path.section, row.path.item)
      bytes.append(UInt8(ascii: ","))
      try row.row.write(to: &bytes, run)
      bytes.append(UInt8(ascii: "]"))
    }
  }

  /// Appends the facets and aggregates that differ by name, and those of sections.
  private func writeNumbers(
    _ form: ChangeForm, to bytes: inout [UInt8], _ writer: JSONWriter, _ run: EvaluationContext
  ) throws(EvaluationError) {
    if !form.summaries.facets.isEmpty { try writeFacets(form, to: &bytes, writer, run) }
    guard !form.summaries.aggregates.isEmpty else { return }
    writeAggregates(form, to: &bytes, writer)
    let isSame = form.summaries.versions.aggregates == form.earlier.versions.aggregates
    let sections = isSame ? sectionAggregates : Array(new.sections.indices)
    guard !sections.isEmpty else { return }
    bytes.appendMember("sectionAggregates")
    try bytes.appendList(sections) { index, bytes throws(EvaluationError) in
      try run.pass(16 * (1 + form.summaries.aggregates.count))
      let (values, failed) = form.summaries.aggregates(
        of: new.section(at: index)?.aggregates ?? [])
      bytes.append(UInt8(ascii: "["))
      bytes.appendNumber(index)
      for numbers in [values, failed] where !numbers.isEmpty {
        bytes.append(UInt8(ascii: ","))
        writer.write(.object(FilterObject(numbers)), to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    }
  }

  private func writeFacets(
    _ form: ChangeForm, to bytes: inout [UInt8], _ writer: JSONWriter, _ run: EvaluationContext
  ) throws(EvaluationError) {
    let isSame = form.summaries.versions.facets == form.earlier.versions.facets
    // Those that the controller reports can be equal, as it compares large counts by their memory.
    let facets = isSame ? facets : nil
    let earlier = form.earlier.facets(facets, of: old)
    try bytes.append(
      facets: form.summaries.facets(facets, of: new), writer, run,
      before: { name in earlier.first { $0.name == name } })
  }

  private func writeAggregates(
    _ form: ChangeForm, to bytes: inout [UInt8], _ writer: JSONWriter
  ) {
    var (values, failed) = form.summaries.aggregates(of: new.aggregates)
    let before = form.earlier.aggregates(of: old.aggregates)
    let differing = writer.numbers(values, differingFrom: before.values).map(\.key)
    let names = Set(
      differing
        + values.map(\.key).filter { name in
          failed.first { $0.key == name }?.value != before.failed.first { $0.key == name }?.value
        })
    values.removeAll { !names.contains($0.key) }
    failed.removeAll { !names.contains($0.key) }
    bytes.appendAggregates((values, failed), writer)
  }
}

extension OpenRow {
  /// The bytes of JSON that are about a value.
  private static var bytesOfValue: Int { 8 }

  /// Appends the JSON of a row of the pipe. Charges `run`, and throws if that ends.
  func write(to bytes: inout [UInt8], _ run: EvaluationContext) throws(EvaluationError) {
    try withBytes { json throws(EvaluationError) in
      if let end = run.loop(over: 1 + json.count / Self.bytesOfValue) { throw end }
      bytes += json
    }
  }
}

extension JSONWriter {
  /// The numbers that are not among those of before, or were spelled in another way.
  fileprivate func numbers(
    _ numbers: NamedNumbers, differingFrom before: NamedNumbers
  ) -> NamedNumbers {
    numbers.filter { number in
      before.first { $0.key == number.key }.map { bytes($0.value) != bytes(number.value) } ?? true
    }
  }
}

extension Changeset {
  /// Appends the lists that are not empty, as members of an object.
  fileprivate func writeJSON(to bytes: inout [UInt8]) {
    func write<Element>(
      _ name: String, _ list: [Element], _ element: (Element, inout [UInt8]) -> Void
    ) {
      guard !list.isEmpty else { return }
      bytes.appendMember(name)
      bytes.appendList(list, element)
    }
    func pair(_ pair: SectionPair, _ bytes: inout [UInt8]) { bytes.appendPair(pair.from, pair.to) }
    func path(_ path: ResultsPath, _ bytes: inout [UInt8]) {
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
  }
}

extension [UInt8] {
  /// Appends the name of a member of an object, after a comma unless it is the first.
  mutating func appendMember(_ name: String) {
    if last != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
    append(contentsOf: "\"\(name)\":".utf8)
  }

  /// Appends a member with numbers by name, if there are any.
  mutating func append(
    _ name: String, _ numbers: NamedNumbers, _ writer: JSONWriter
  ) {
    guard !numbers.isEmpty else { return }
    appendMember(name)
    writer.write(.object(FilterObject(numbers)), to: &self)
  }

  /// Appends the counts of facets that differ from those of `before`, if there are any. One after another becomes a
  /// value, as together they take many times as much.
  mutating func append(
    facets: [NamedCounts], _ writer: JSONWriter, _ run: EvaluationContext,
    before: (String) -> NamedCounts? = { _ in nil }
  ) throws(EvaluationError) {
    var isFirst = true
    for facet in facets {
      let earlier = before(facet.name)
      if let end = run.loop(over: (facet.count + (earlier?.count ?? 0)) * 4) { throw end }
      let json = writer.bytes(facet.value)
      if let earlier, writer.bytes(earlier.value) == json { continue }
      if isFirst { appendMember("facets") }
      append(UInt8(ascii: isFirst ? "{" : ","))
      isFirst = false
      JSONWriter.write(facet.name, to: &self)
      append(UInt8(ascii: ":"))
      append(contentsOf: json)
    }
    if !isFirst { append(UInt8(ascii: "}")) }
  }

  /// Appends `aggregates`, and `failed` if they left rows out, as members of an object.
  mutating func appendAggregates(
    _ aggregates: (values: NamedNumbers, failed: NamedNumbers),
    _ writer: JSONWriter
  ) {
    append("aggregates", aggregates.values, writer)
    append("failed", aggregates.failed, writer)
  }

  /// Appends a list in brackets, with what `write` appends for each element.
  mutating func appendList<Part, Failure: Error>(
    _ elements: [Part], _ write: (Part, inout [UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    append(UInt8(ascii: "["))
    for (place, element) in elements.enumerated() {
      if place > 0 { append(UInt8(ascii: ",")) }
      try write(element, &self)
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
