import Foundation

/// Lines between empty lines.
struct Block {
  let file: String

  /// The number of the first line, from 1.
  let line: Int

  var lines: [String]

  func error(_ reason: String, at offset: Int = 0) -> FormatError {
    FormatError(file: file, line: line + offset, reason: reason)
  }

  /// The blocks of a text that begins behind line `start` of a file.
  static func all(of text: String, file: String, behind start: Int = 0) -> [Block] {
    var blocks: [Block] = []
    var current: Block?
    for (offset, line) in text.components(separatedBy: "\n").enumerated() {
      if line.isEmpty {
        current.map { blocks.append($0) }
        current = nil
      } else if current == nil {
        current = Block(file: file, line: start + offset + 1, lines: [line])
      } else {
        current?.lines.append(line)
      }
    }
    current.map { blocks.append($0) }
    return blocks
  }
}
