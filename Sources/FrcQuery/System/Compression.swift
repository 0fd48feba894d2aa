internal import FilterSyntax

/// The compression of data, known by its first bytes.
enum Compression {
  case gzip, zstd

  /// The number of bytes that tell.
  static let markSize = 4

  private static let gzipMark: [UInt8] = [0x1F, 0x8B]

  /// The beginning of a frame, and of one without data, whose first byte has sixteen values.
  private static let zstdMarks: [[UInt8]] = [[0x28, 0xB5, 0x2F, 0xFD], [0x50, 0x2A, 0x4D, 0x18]]

  /// The first bytes, with one value for all marks of frames without data.
  private static func mark(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var mark = Array(bytes.prefix(markSize))
    if let first = mark.first, first & 0xF0 == 0x50 { mark[0] = 0x50 }
    return mark
  }

  /// Nil if data with these first bytes is not compressed. A mark that is cut where it cannot be text is one.
  init?(_ bytes: some Collection<UInt8>) {
    let mark = Self.mark(bytes)
    if mark.starts(with: Self.gzipMark) || mark == [0x1F] {
      self = .gzip
    } else if Self.zstdMarks.contains(mark)
      || mark.count > 1 && Self.zstdMarks[0].starts(with: mark)
    {
      self = .zstd
    } else {
      return nil
    }
  }

  /// Whether more bytes are needed to tell.
  static func isUndecided(_ bytes: some Collection<UInt8>) -> Bool {
    let mark = mark(bytes)
    return ([gzipMark] + zstdMarks).contains { $0.count > mark.count && $0.starts(with: mark) }
  }

  /// The compression of the regular file at a path; nil for none.
  init?(of path: String) {
    guard case .success(let descriptor) = SystemCalls.openRegular(path) else { return nil }
    defer { SystemCalls.close(descriptor) }
    self.init(SystemCalls.beginning(of: descriptor, count: Self.markSize))
  }

  /// The ends of the names of compressed files.
  static let endings = [".gz", ".zst"]

  /// A name without the end that says that a file is compressed.
  static func plainName(_ name: String) -> String {
    let ending = endings.first { name.lowercased().ends(with: $0) }
    return name.dropping(0, last: ending?.utf8.count ?? 0)
  }

  /// The name in messages.
  var name: String { self == .gzip ? "gzip" : "zstd" }

  /// The program that decompresses files to its output.
  var tool: String { self == .gzip ? "zcat" : "zstdcat" }

  /// A decompressor; nil if the library is missing.
  func decompressor() -> (any Decompressor)? {
    switch self {
    case .gzip: GzipDecompressor()
    case .zstd: ZstdDecompressor()
    }
  }
}

/// A part of a decompression.
struct DecompressionStep {
  /// The number of bytes that were taken from the input, and of those that were written.
  var read = 0
  var written = 0

  /// The reason that the data cannot be decompressed further.
  var failure: String?
}

/// Decompresses a stream, one part after another.
protocol Decompressor: AnyObject {
  /// Whether the data may end here: between the parts that have been compressed one by one.
  var mayEnd: Bool { get }

  func decompress(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> DecompressionStep
}

/// The decompressed bytes of a descriptor.
///
/// Memory is constant, whatever the data decompresses to.
final class DecompressedInput {
  private static let blockSize = 256 * 1024

  /// So many times the compressed bytes may be held at once.
  static let greatestFactor = 100

  /// So many bytes may be held at once whatever the compressed bytes are: 16 MiB.
  private static let leastHeld = 1 << 24

  /// The most bytes that may be held at once of those that were decompressed so far.
  var mostHeld: Int { max(Self.leastHeld, taken * Self.greatestFactor) }

  /// The number of compressed bytes that were decompressed.
  private var taken = 0

  private let descriptor: Int32
  private let compression: Compression
  private let decompressor: any Decompressor

  /// The compressed bytes at hand.
  private var input: [UInt8]
  private var start = 0
  private var end: Int
  private var isAtEnd = false

  /// Whether the last part filled all memory, so that there may be more of the same input.
  private var isFull = false
  private var failure: SystemFailure?

  /// Decompresses bytes that have been read, then those of the descriptor. Nil if a library is missing.
  init?(_ descriptor: Int32, _ compression: Compression, read bytes: ArraySlice<UInt8> = []) {
    guard let decompressor = compression.decompressor() else { return nil }
    self.descriptor = descriptor
    self.compression = compression
    self.decompressor = decompressor
    end = bytes.count
    input = Array(bytes) + [UInt8](repeating: 0, count: max(0, Self.blockSize - bytes.count))
  }

  /// Fills `buffer` from an offset on; the number of bytes, 0 at the end. Calls `willRead` before each read.
  ///
  /// Damaged data fails after the bytes before the damage.
  func read(
    into buffer: inout [UInt8], from offset: Int,
    _ willRead: () throws(ToolError) -> Void
  ) throws(ToolError) -> Result<Int, SystemFailure> {
    while failure == nil {
      if start == end, !isAtEnd, !isFull {
        try willRead()
        switch SystemCalls.read(descriptor, into: &input, from: 0) {
        case .failure(let failure): return .failure(failure)
        case .success(let count):
          (start, end) = (0, count)
          isAtEnd = count == 0
        }
      }
      // A block at a time, so that whoever reads can look at the time and at what is held.
      let limit = min(buffer.count, offset + Self.blockSize)
      let step = input.withUnsafeBytes { input in
        buffer.withUnsafeMutableBytes { buffer in
          decompressor.decompress(
            UnsafeRawBufferPointer(rebasing: input[start..<end]),
            into: UnsafeMutableRawBufferPointer(rebasing: buffer[offset..<limit]))
        }
      }
      start += step.read
      taken += step.read
      isFull = offset + step.written == limit
      if let reason = step.failure {
        failure = SystemFailure("damaged \(compression.name) data: \(reason)")
      } else if isAtEnd, step.written == 0 {
        guard !decompressor.mayEnd else { return .success(0) }
        failure = SystemFailure("the \(compression.name) data ends too early")
      } else if step.read == 0, step.written == 0, start < end {
        failure = SystemFailure("damaged \(compression.name) data")
      }
      if step.written > 0 { return .success(step.written) }
    }
    return .failure(failure ?? SystemFailure("damaged data"))
  }
}
