internal import FilterEngine

/// A file cut into blocks at line ends, each of which can be read by itself.
///
/// Reads instead of mapping: a mapped file that becomes shorter ends the program with a signal, and
/// reading into memory that is used again and again costs no more than the faults of a map.
struct FileBlocks: Sendable {
  static let usualSize = 256 * 1024

  /// The name of the input.
  let name: String
  let descriptor: Int32

  /// The places of the file that belong to it.
  let extent: Range<Int>

  private let size: Int
  private let lineLimit: Int

  /// The limits of the request that reads, of which the time ends a long line.
  private let limits: EvaluationLimits

  /// So many bytes are read without a look at the time: 1 MiB.
  private static let unwatched = 1 << 20

  init(
    name: String, descriptor: Int32, extent: Range<Int>, size: Int = FileBlocks.usualSize,
    lineLimit: Int = ByteSource.maximumLine, limits: EvaluationLimits = .standard
  ) {
    self.limits = limits
    self.lineLimit = lineLimit
    self.name = name
    self.descriptor = descriptor
    self.extent = extent
    self.size = size
  }

  var count: Int { (extent.count + size - 1) / size }

  /// The places of a block; the lines that begin there are its own.
  func places(_ index: Int) -> Range<Int> {
    let start = extent.lowerBound + index * size
    return start..<min(extent.upperBound, start + size)
  }

  /// Reads the lines of a block into `buffer`, and returns their range there.
  ///
  /// Requires as much memory as the longest line, if that is longer than a block.
  func read(_ index: Int, into buffer: inout [UInt8]) throws(ToolError) -> Range<Int> {
    let places = places(index)
    // A line begins at the first byte of the block only after a line feed.
    let isFirst = index == 0
    let from = isFirst ? places.lowerBound : places.lowerBound - 1
    var end = 0
    try fill(&buffer, &end, to: places.upperBound - from, at: from, needsAll: true)
    var start = 0
    if isFirst {
      if buffer[..<end].starts(with: ArraySlice.byteOrderMark) { start = 3 }
    } else {
      guard let newline = buffer[..<end].firstIndexOfNewline else { return 0..<0 }
      start = newline + 1
    }
    guard start < end else { return 0..<0 }
    // The last line ends after the block; a line that is still being written ends at the end of the file.
    var searched = end - 1
    var step = 4096
    while true {
      if let newline = buffer[searched..<end].firstIndexOfNewline { return start..<newline + 1 }
      try checkLine(end - start)
      searched = end
      let needsAll = from + end < extent.upperBound
      try fill(&buffer, &end, to: end + step, at: from, needsAll: needsAll)
      if end == searched { return start..<end }
      step = min(step * 2, 1 << 26)
    }
  }

  /// Throws if a line or record of so many bytes, not yet at its end, is too long or takes too long.
  func checkLine(_ count: Int) throws(ToolError) {
    if count > Self.unwatched, let end = limits.end { throw .message("\(name): \(end.message)") }
    guard count > lineLimit else { return }
    throw .message("\(name): a line, record or element is longer than \(lineLimit) bytes")
  }

  /// Reads on up to `wanted` bytes of the buffer, which begins at the place `from` of the file.
  func fill(
    _ buffer: inout [UInt8], _ end: inout Int, to wanted: Int, at from: Int, needsAll: Bool
  ) throws(ToolError) {
    if buffer.count < wanted {
      buffer += [UInt8](repeating: 0, count: wanted - buffer.count)
    }
    switch SystemCalls.read(descriptor, at: from + end, into: &buffer, end..<wanted) {
    case .failure(let failure): throw .message("\(name): \(failure.message)")
    case .success(let count):
      end += count
      guard needsAll, from + end < min(from + wanted, extent.upperBound) else { return }
      throw .message("\(name): the file became shorter while it was read")
    }
  }
}
