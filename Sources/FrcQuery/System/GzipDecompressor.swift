internal import CZlib

/// Decompresses gzip data by zlib, one member after another.
///
/// Unsafe because zlib keeps addresses: the stream, which refers to itself, is in memory of its own, and the addresses
/// of input and output are used during a call only.
final class GzipDecompressor: Decompressor {
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private(set) var mayEnd = false

  /// Nil without memory.
  init?() {
    stream.initialize(to: z_stream())
    // The window of any member, and a header of gzip.
    let status = inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { return nil }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  func decompress(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> DecompressionStep {
    var step = DecompressionStep()
    if mayEnd {
      // Tapes fill their last block with zeros.
      step.read = input.firstIndex { $0 != 0 } ?? input.count
      guard step.read < input.count else { return step }
      inflateReset(stream)
      mayEnd = false
    }
    let rest = UnsafeRawBufferPointer(rebasing: input[step.read...])
    let (room, count) = (UInt32(clamping: output.count), UInt32(clamping: rest.count))
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: rest.assumingMemoryBound(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = count
    stream.pointee.next_out = output.assumingMemoryBound(to: UInt8.self).baseAddress
    stream.pointee.avail_out = room
    let status = inflate(stream, Z_NO_FLUSH)
    step.read += Int(count - stream.pointee.avail_in)
    step.written = Int(room - stream.pointee.avail_out)
    switch status {
    case Z_STREAM_END: mayEnd = true
    case Z_OK, Z_BUF_ERROR: break
    default:
      step.failure = stream.pointee.msg.map { String(cString: $0) } ?? "error \(status) of zlib"
    }
    return step
  }
}
