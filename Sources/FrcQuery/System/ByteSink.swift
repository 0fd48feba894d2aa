internal import FilterSyntax

/// Standard output or a file, written in blocks.
///
/// Bytes are data and are written as they are; texts are for people and are made safe for a terminal.
final class ByteSink {
  private static let blockSize = 64 * 1024

  private let descriptor: Int32

  /// Takes what is written in place of the descriptor; nil if that does.
  private let memory: OutputMemory?
  private let name: String
  private let environment: [String: String]
  private var buffer: [UInt8] = []

  /// More bytes are not held back: 64 MiB.
  private static let maximumHeld = 64 << 20
  private var isHeld = false

  /// The number of bytes written so far.
  private(set) var digest: ContentDigest?

  /// Messages call the descriptor `name`; a digest of what is written is made if `hasDigest`. The variables of
  /// `environment` say what its terminal can do.
  init(
    descriptor: Int32, memory: OutputMemory? = nil, name: String = "standard output",
    environment: [String: String] = [:], hasDigest: Bool = false
  ) {
    self.descriptor = descriptor
    self.memory = memory
    self.name = name
    self.environment = environment
    digest = hasDigest ? ContentDigest() : nil
  }

  /// The terminal that shows what is written, if there is one.
  var terminal: Terminal { Terminal(descriptor: descriptor, environment: environment) }

  /// Writes data.
  func write(_ bytes: some Collection<UInt8>) throws(ToolError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.blockSize { try flush() }
  }

  /// Holds back everything that is written, until `takeHeld` or until it is too much.
  func hold() throws(ToolError) {
    try flush()
    isHeld = true
  }

  /// Ends holding back; what was held back, which the caller writes.
  func takeHeld() -> [UInt8] {
    guard isHeld else { return [] }
    isHeld = false
    defer { buffer = [] }
    return buffer
  }

  /// Writes a large block without a copy.
  func write(block: [UInt8]) throws(ToolError) {
    guard block.count >= Self.blockSize, !isHeld else { return try write(block) }
    try flush()
    try write(through: block)
  }

  /// Writes lines of text, in which controls are escaped.
  func write(_ text: String) throws(ToolError) { try write(TerminalText.lines(text).utf8) }

  /// Hands on what has been written so far.
  func flush() throws(ToolError) {
    if isHeld, buffer.count > Self.maximumHeld { isHeld = false }
    guard !buffer.isEmpty, !isHeld else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    try write(through: buffer)
  }

  private func write(through bytes: [UInt8]) throws(ToolError) {
    if let memory {
      if !memory.append(bytes) { throw .outputClosed }
      return
    }
    guard case .failure(let failure) = SystemCalls.write(descriptor, bytes) else {
      digest?.add(bytes[...])
      return
    }
    throw failure.isClosedPipe ? .outputClosed : .message("\(name): \(failure.message)")
  }
}

/// The number and a hash of bytes, to check that a file has the expected content.
///
/// The hash is seeded differently in every process and never leaves it.
struct ContentDigest {
  private(set) var count = 0
  private var hasher = Hasher()

  /// The state of a digest.
  struct Value: Hashable {
    let count: Int
    let hash: Int
  }

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    count += bytes.count
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  var value: Value { Value(count: count, hash: hasher.finalize()) }
}
