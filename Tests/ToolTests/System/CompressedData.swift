import CZlib
import Foundation

@testable import FrcQuery

extension Compression {
  /// Compressed data, made by the libraries themselves; nil if the library is missing.
  func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    self == .gzip ? Self.gzipped(bytes) : Self.zstandard(bytes)
  }

  /// The end of the names of files.
  var ending: String { self == .gzip ? ".gz" : ".zst" }

  private static func gzipped(_ bytes: [UInt8]) -> [UInt8]? {
    // zlib keeps the address of the stream.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    let size = Int32(MemoryLayout<z_stream>.size)
    let begun = deflateInit2_(
      stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    guard begun == Z_OK else { return nil }
    defer { deflateEnd(stream) }
    var (input, output) = (bytes, [UInt8](repeating: 0, count: bytes.count * 2 + 1024))
    let capacity = output.count
    let count = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output -> Int? in
        stream.pointee.next_in = input.baseAddress
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(capacity)
        guard deflate(stream, Z_FINISH) == Z_STREAM_END else { return nil }
        return capacity - Int(stream.pointee.avail_out)
      }
    }
    return count.map { Array(output[..<$0]) }
  }

  private static func zstandard(_ bytes: [UInt8]) -> [UInt8]? {
    typealias Compress =
      @convention(c) (
        UnsafeMutableRawPointer?, Int, UnsafeRawPointer?, Int, Int32
      ) -> Int
    guard
      let library = ZstdDecompressor.libraries.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first,
      let symbol = dlsym(library, "ZSTD_compress")
    else { return nil }
    let compress = unsafeBitCast(symbol, to: Compress.self)
    var output = [UInt8](repeating: 0, count: bytes.count * 2 + 1024)
    let capacity = output.count
    let count = output.withUnsafeMutableBytes { output in
      bytes.withUnsafeBytes { compress(output.baseAddress, capacity, $0.baseAddress, $0.count, 3) }
    }
    return count > 0 && count <= capacity ? Array(output[..<count]) : nil
  }
}
