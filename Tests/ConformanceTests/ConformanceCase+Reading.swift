import FilterEngine
import FilterJSON

extension ConformanceCase {
  /// The example that a block is: comments, directives, filter, expectations.
  init(_ block: Block, in head: FileHead) throws {
    let comments = block.lines.prefix { $0.hasPrefix("# ") }
    guard let comment = comments.first?.dropFirst(2) else {
      throw block.error("an example begins with a comment")
    }
    var directives = Directives()
    var offset = comments.count
    while offset < block.lines.count {
      guard try directives.add(block.lines[offset], of: block, at: offset) else { break }
      offset += 1
    }
    if directives.text == nil {
      guard offset < block.lines.count else { throw block.error("the filter is missing") }
      directives.text = block.lines[offset]
      offset += 1
    }
    let lines = Array(block.lines[offset...])
    let expectations = try Expectation.all(lines, isValue: directives.isValue) { reason, line in
      block.error(reason, at: offset + line)
    }
    try Self.check(expectations, directives, head, block)
    self.init(
      file: block.file, line: block.line, comment: String(comment),
      reading: directives.reading ?? (head.isStrict ? .portable : .lenient),
      isValue: directives.isValue, isLossy: directives.isLossy, arguments: directives.arguments,
      item: directives.item, variables: directives.variables, text: directives.text ?? "",
      expectations: expectations, fixtures: head.fixtures)
  }

  private static func check(
    _ expectations: [Expectation], _ directives: Directives, _ head: FileHead, _ block: Block
  ) throws {
    guard !expectations.isEmpty else { throw block.error("the expectation is missing") }
    if expectations.count > 1, expectations.contains(where: { $0.isSyntaxError }) {
      throw block.error("a text that is refused is nothing else")
    }
    if expectations.count(where: { $0.isResult }) > 1 {
      throw block.error("a filter has one result for one item")
    }
    for case .names(let names) in expectations {
      let known = head.fixtures.map(\.name)
      guard names == known.filter(names.contains) else {
        throw block.error("names are those of fixtures, in their order")
      }
    }
  }
}
