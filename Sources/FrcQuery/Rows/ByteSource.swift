internal import FilterEngine

/// The bytes of one input, read in blocks into a buffer, decompressed if its first bytes say that it is compressed.
final class ByteSource {
  /// The name in messages: the path, or "standard input".
  let name: String

  /// Whether reads never wait for a writer.
  let isRegularFile: Bool

  /// The number of bytes; nil if it is not known before they are read, as for compressed files.
  let size: Int?

  /// The places of a file that are to be read as they are; nil for anything else.
  let extent: Range<Int>?

  /// Called before a read that may wait.
  var willWait: (() throws(ToolError) -> Void)?

  /// Lets another thread end a wait for bytes; nil if no thread does.
  var ending: InputWait?

  /// Receives the number of bytes read so far after each block.
  var progress: Progress?

  /// The limits of the request that reads, of which the time ends reading.
  var limits = EvaluationLimits.standard { didSet { run = EvaluationContext(of: limits) } }

  /// What reading charges; one thread at a time reads.
  private var run = EvaluationContext(of: .standard)

  /// The stamp of a regular file as it was before anything was read; nil for anything else, and for a compressed file,
  /// to which no bytes of its rows may be written.
  let stamp: FileStamp?

  /// Whether lines end in carriage returns, which are read as line feeds.
  private(set) var endsLinesInReturns = false

  /// The number of first bytes that are kept in `kept`. Reads throw if it would exceed `maximumDocument`.
  var keptSize = 0

  /// The first bytes that were read, at most `keptSize`.
  private(set) var kept: [UInt8] = []

  /// Whether the input has been read to its end and all of it is in `kept`.
  var hasKeptAll: Bool { isAtEnd && kept.count == removed + end }

  /// The longest line, record or array element that is read, in bytes: 1 GiB.
  static let maximumLine = 1 << 30

  /// The largest document that is held whole, in bytes: its offsets take four bytes each.
  static let maximumDocument = Int(UInt32.max)

  /// The bytes that were read; those before `start` are gone.
  private(set) var buffer: [UInt8] = []
  private(set) var start = 0
  private(set) var end = 0

  private static let blockSize = 256 * 1024

  /// The bytes that are decompressed in the time of a unit of work.
  private static let bytesOfUnit = 4
  private let lineLimit: Int
  private var removed = 0

  /// The open file.
  let descriptor: Int32

  /// Whether nothing has been read of a stream that was opened by its name, so that a FIFO can still lack a writer.
  private var awaitsWriter = false

  /// Whether the bytes are those of a file that was opened by its name, and not of standard input or memory.
  let isNamedFile: Bool

  /// The source that opened the file, if another one did.
  private let opened: ByteSource?

  /// Decompresses the file, if it is compressed.
  private var decompressed: DecompressedInput?

  /// The compression of the input.
  private(set) var compression: Compression?

  private static let headSize = 16

  /// The first bytes of a regular file, as they are.
  private let head: [UInt8]

  /// Whether the first bytes have shown if the input is compressed.
  private var isKnown = true

  /// Whether the last byte has been read.
  private(set) var isAtEnd = false

  /// Opens a file.
  ///
  /// A device is refused, as its input may never end, unless it is a terminal or `/dev/null`. If `regularOnly`,
  /// anything whose opening or reading could block or never end is refused. Reading throws at a line longer than
  /// `lineLimit`.
  convenience init(
    path: String, regularOnly: Bool = false, lineLimit: Int = ByteSource.maximumLine
  ) throws(ToolError) {
    switch regularOnly ? SystemCalls.openRegular(path) : SystemCalls.open(path) {
    case .success(let descriptor):
      try self.init(descriptor, name: path, isNamedFile: true, lineLimit: lineLimit)
    case .failure(let failure): throw .message("\(path): \(failure.message)")
    }
  }

  /// Reads an input that stays open. Devices are refused as for a file.
  convenience init(
    standardInput descriptor: Int32, lineLimit: Int = ByteSource.maximumLine
  ) throws(ToolError) {
    try self.init(descriptor, name: "standard input", isNamedFile: false, lineLimit: lineLimit)
  }

  private init(
    _ descriptor: Int32, name: String, isNamedFile: Bool, lineLimit: Int
  ) throws(ToolError) {
    self.descriptor = descriptor
    self.name = name
    self.isNamedFile = isNamedFile
    self.lineLimit = lineLimit
    opened = nil
    let status = SystemCalls.status(of: descriptor)
    if status.isDevice {
      if isNamedFile { SystemCalls.close(descriptor) }
      throw .message("\(name): a device, whose input may never end")
    }
    isRegularFile = status.isRegularFile
    awaitsWriter = isNamedFile && !isRegularFile
    if awaitsWriter { SystemCalls.waitInReads(of: descriptor) }
    let position = isRegularFile ? SystemCalls.position(of: descriptor) : nil
    head =
      position.map { SystemCalls.beginning(of: descriptor, at: $0, count: Self.headSize) } ?? []
    let compression = Compression(head)
    let isPlain = isRegularFile && compression == nil
    size = isPlain ? status.size : nil
    stamp = isPlain ? FileStamp(descriptor: descriptor) : nil
    // Files that the system makes up have no size beforehand.
    extent = isPlain ? position.flatMap { $0 < status.size ? $0..<status.size : nil } : nil
    isKnown = position != nil
    if let compression { try decompress(compression) }
  }

  /// The bytes of the file of another source from a place of it on; the other one stays open for as
  /// long.
  init(of other: ByteSource, from place: Int) throws(ToolError) {
    name = other.name
    descriptor = other.descriptor
    isNamedFile = other.isNamedFile
    lineLimit = other.lineLimit
    isRegularFile = other.isRegularFile
    size = nil
    stamp = nil
    extent = nil
    head = []
    opened = other
    if case .failure(let failure) = SystemCalls.go(to: place, of: descriptor) {
      throw .message("\(name): \(failure.message)")
    }
  }

  /// Bytes in memory.
  init(bytes: [UInt8], name: String) {
    self.name = name
    // Nothing is read, as these bytes are the end.
    descriptor = -1
    isNamedFile = false
    lineLimit = Self.maximumLine
    isRegularFile = true
    size = bytes.count
    stamp = nil
    extent = nil
    head = []
    opened = nil
    buffer = bytes
    end = bytes.count
    isAtEnd = true
  }

  deinit { if isNamedFile, opened == nil { SystemCalls.close(descriptor) } }

  /// The bytes that were read and not taken.
  var rest: ArraySlice<UInt8> { buffer[start..<end] }

  /// Calls `body` with the buffered bytes, in place.
  func withRest<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
    buffer.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<end])) }
  }

  /// The number of bytes that have been taken.
  var offset: Int { removed + start }

  /// Drops the first `count` bytes that were not taken.
  func skip(_ count: Int) { start += count }

  /// Throws if a line of so many bytes, not yet at its end, is too long.
  func checkLine(_ count: Int) throws(ToolError) {
    try checkHeld(count)
    guard count > lineLimit else { return }
    throw .message("\(name): a line, record or element is longer than \(lineLimit) bytes")
  }

  /// Throws if so many bytes, which are held at once, are out of proportion to the compressed bytes that they were read
  /// from.
  private func checkHeld(_ count: Int) throws(ToolError) {
    guard let decompressed, let compression, count > decompressed.mostHeld else { return }
    let factor = DecompressedInput.greatestFactor
    throw .message(
      "\(name): one part of the \(compression.name) data has more than \(factor) times its bytes: \(printed())"
    )
  }

  /// Whether the bytes that were not taken are whole lines and no more come within `milliseconds`; false for nil.
  func isPausing(for milliseconds: Int?) -> Bool {
    guard let milliseconds, !isRegularFile, !isAtEnd, rest.last == 0x0A else { return false }
    return !SystemCalls.waitForInput(descriptor, milliseconds: milliseconds)
  }

  /// Reads one more block; false at the end of the input.
  func fill() throws(ToolError) -> Bool {
    guard !isAtEnd else { return false }
    makeRoom()
    let count = try read()
    let wanted = min(count, keptSize - kept.count)
    if wanted > 0 {
      guard kept.count + wanted < Self.maximumDocument else { throw tooLarge }
      try checkHeld(kept.count + wanted)
      if kept.isEmpty, let size { kept.reserveCapacity(min(size, keptSize)) }
      kept += buffer[end..<end + wanted]
    }
    if endsLinesInReturns { replaceReturns(in: end..<end + count) }
    end += count
    isAtEnd = count == 0
    if let end = run.work(count / Self.bytesOfUnit) {
      throw .message("\(name): \(end.message)")
    }
    progress?.add(count, isAtEnd: isAtEnd)
    return count > 0
  }

  /// Reads into the buffer from `end` on; the number of bytes, 0 at the end of the input.
  private func read() throws(ToolError) -> Int {
    if isKnown { return try readKnown() }
    // Nothing has been read of a stream before its first bytes.
    var count = try readKnown()
    while count > 0, Compression.isUndecided(buffer[..<count]) {
      end = count
      defer { end = 0 }
      let more = try readKnown()
      if more == 0 { break }
      count += more
    }
    isKnown = true
    guard let compression = Compression(buffer[..<count]) else { return count }
    try decompress(compression, read: buffer[..<count])
    return try readKnown()
  }

  private func readKnown() throws(ToolError) -> Int {
    let wait = { [self] () throws(ToolError) in
      guard !isRegularFile else { return }
      try willWait?()
      try awaitInput()
    }
    let result: Result<Int, SystemFailure>
    if let decompressed {
      result = try decompressed.read(into: &buffer, from: end, wait)
    } else {
      try wait()
      result = SystemCalls.read(descriptor, into: &buffer, from: end)
    }
    switch result {
    case .failure(let failure): throw .message("\(name): \(failure.message)")
    case .success(let count): return count
    }
  }

  /// Waits for bytes of a stream no longer than the request may take. Opening a FIFO does not wait for a writer, and a read
  /// without one would be at the end.
  private func awaitInput() throws(ToolError) {
    while awaitsWriter || ending != nil || limits.timeLeft != nil {
      if let end = limits.end { throw .message("\(name): \(end.message)") }
      let hasLimit = awaitsWriter || limits.timeLeft != nil
      let left = min(limits.timeLeft ?? .milliseconds(200), .milliseconds(200))
      let milliseconds = hasLimit ? Int(left / .milliseconds(1)) + 1 : nil
      let hasInput =
        try ending?.wait(milliseconds: milliseconds)
        ?? SystemCalls.waitForInput(descriptor, milliseconds: milliseconds ?? -1)
      if hasInput {
        awaitsWriter = false
        return
      }
    }
  }

  private func decompress(
    _ compression: Compression, read bytes: ArraySlice<UInt8> = []
  ) throws(ToolError) {
    self.compression = compression
    decompressed = DecompressedInput(descriptor, compression, read: bytes)
    guard decompressed == nil else { return }
    throw .message("\(name): \(compression.name) data, and its library is missing: \(printed())")
  }

  /// The range of the whole lines in `buffer`, or of the rest at the end of the input; nil after that.
  ///
  /// Waits for the end of a line only if `buffer` has none. The range is valid until the next call.
  func nextLines() throws(ToolError) -> Range<Int>? {
    try take { $0.lastIndexOfNewline }
  }

  /// Takes the next line with its line end; nil at the end.
  ///
  /// The range is one of `buffer` and good until the next call.
  func nextLine() throws(ToolError) -> Range<Int>? {
    try take { $0.firstIndexOfNewline }
  }

  /// The bytes as far as the newline that `find` chooses among those not searched yet; at the end
  /// what is left, and nil after that.
  private func take(
    upTo find: (ArraySlice<UInt8>) -> Int?
  ) throws(ToolError) -> Range<Int>? {
    var searched = 0
    while true {
      if let newline = find(buffer[start + searched..<end]) {
        defer { start = newline + 1 }
        return start..<newline + 1
      }
      searched = end - start
      try checkLine(searched)
      if try fill() { continue }
      guard start < end else { return nil }
      defer { start = end }
      return start..<end
    }
  }

  /// All that is left, up to `maximumDocument`.
  func readAll() throws(ToolError) -> [UInt8] {
    try checkSize()
    if let size { buffer.reserveCapacity(size + Self.blockSize) }
    repeat {
      guard end - start < Self.maximumDocument else { throw tooLarge }
      try checkHeld(end - start)
    } while try fill()
    let all = start == 0 && end == buffer.count ? buffer : Array(rest)
    start = end
    return all
  }

  /// Replaces all bytes, which have been read from `offset` on.
  func replaceRest(with bytes: [UInt8], at offset: Int) {
    (buffer, start, end, removed) = (bytes, 0, bytes.count, offset)
  }

  /// Reads carriage returns as line feeds from here on. `kept` has the bytes as they are.
  func endLinesInReturns() {
    endsLinesInReturns = true
    replaceReturns(in: start..<end)
  }

  private func replaceReturns(in range: Range<Int>) {
    for index in range where buffer[index] == 0x0D { buffer[index] = 0x0A }
  }

  private func makeRoom() {
    if start == end {
      removed += start
      start = 0
      end = 0
    } else if start > 0, end + Self.blockSize > buffer.count {
      removed += start
      buffer.removeSubrange(..<start)
      end -= start
      start = 0
    }
    if end + Self.blockSize > buffer.count {
      // An array of zeros is copied as a block, a repeated element one by one in a debug build.
      buffer += [UInt8](repeating: 0, count: max(Self.blockSize, min(end, 64 << 20)))
    }
  }
}

extension ByteSource {
  /// Whether an input of which nothing has been taken begins with a mark. Reads no more than tells.
  func starts(with mark: [UInt8]) throws(ToolError) -> Bool {
    if extent != nil { return head.starts(with: mark) }
    while rest.count < mark.count, mark.starts(with: rest), try fill() {}
    return rest.starts(with: mark)
  }

  /// A command line that prints the bytes of the input through a program into this one.
  func printed(through program: String? = nil) -> String {
    var programs = [compression?.tool, program, "frc-query …"].compactMap { $0 }
    if isNamedFile { programs[0] += " " + name }
    return programs.joined(separator: " | ")
  }

  /// Skips the mark that some editors put at the head of a file.
  func skipByteOrderMark() throws(ToolError) {
    let mark = ArraySlice.byteOrderMark
    while rest.count < mark.count, mark.starts(with: rest), try fill() {}
    if rest.starts(with: mark) { skip(mark.count) }
  }
}
