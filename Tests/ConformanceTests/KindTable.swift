import FilterEngine
import FilterJSON
import Foundation

/// `Grammar/conformance/kinds.table`: the answer of every operator for every two kinds of values.
struct KindTable {
  private struct Operand {
    let kind: String
    let value: String
  }

  /// An example for each operator and two operands.
  let cells: [ConformanceCase]

  /// Reads a table: the head, the operands, the messages, and a block for each operator.
  init(_ text: String, named name: String) throws {
    let blocks = Block.all(of: text, file: name)
    guard blocks.count > 4, blocks[0].lines.count == 3, blocks[0].lines[1] == "strict",
      blocks[0].lines[2].hasPrefix("item: ")
    else { throw blocks[0].error("the head is a title, strict and an item") }
    let item = try JSONReader(tagged: true).read(String(blocks[0].lines[2].dropFirst(6)))
    let operands = try Self.entries(blocks[1]).mapValues { entry in
      guard let colon = entry.range(of: ": ") else {
        throw blocks[1].error("an operand has a kind and a value")
      }
      return Operand(
        kind: String(entry[..<colon.lowerBound]), value: String(entry[colon.upperBound...]))
    }
    let messages = try Self.entries(blocks[2])
    cells = try blocks[4...].flatMap { try Self.cells(of: $0, item, operands, messages) }
  }

  /// The lines of a block after its comment, each a letter, a colon and a text.
  private static func entries(_ block: Block) throws -> [String: String] {
    var entries: [String: String] = [:]
    for line in block.lines.dropFirst() {
      guard let colon = line.range(of: ": ") else { throw block.error("an entry has a colon") }
      entries[String(line[..<colon.lowerBound])] = String(line[colon.upperBound...])
    }
    return entries
  }

  /// The cells of an operator: its name and the right operands, then a line for each left operand.
  private static func cells(
    of block: Block, _ item: FilterValue, _ operands: [String: Operand],
    _ messages: [String: String]
  ) throws -> [ConformanceCase] {
    let rows = block.lines.map { $0.split(separator: " ").map(String.init) }
    let (name, columns) = (rows[0][0], rows[0].dropFirst())
    return try rows.enumerated().dropFirst().flatMap { offset, row in
      guard row.count == columns.count + 1, let left = operands[row[0]] else {
        throw block.error("a line has an operand and an answer for each column", at: offset)
      }
      return try zip(columns, row.dropFirst()).map { column, letter in
        guard let right = operands[column] else {
          throw block.error("\(column) is not an operand")
        }
        let text = "\(row[0]) \(name) \(column)"
        let answer: Expectation
        switch letter {
        case "T": answer = .answer(true)
        case "F": answer = .answer(false)
        default:
          guard let message = messages[letter] else {
            throw block.error("\(letter) is not a message", at: offset)
          }
          let words = [
            ("<LEFT>", left.value), ("<RIGHT>", right.value), ("LEFT", left.kind),
            ("RIGHT", right.kind), ("OPERATOR", name),
          ].reduce(message) { $0.replacing($1.0, with: $1.1) }
          let carets = String(repeating: "^", count: text.count)
          answer = .evaluationError("evaluation error: \(words)\n | \(text)\n | \(carets)")
        }
        return ConformanceCase(
          file: block.file, line: block.line + offset, comment: text, reading: .portable,
          isValue: false, isLossy: false, arguments: [], item: item, variables: [:], text: text,
          expectations: [answer], fixtures: [])
      }
    }
  }
}
