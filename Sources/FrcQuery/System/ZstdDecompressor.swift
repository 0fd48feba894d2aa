internal import EssentialFoundation

/// Decompresses zstd data, one frame after another, by the library of the system, which is opened when it is needed.
///
/// Unsafe because the loader hands out bare addresses: the types of the functions are those of the library's header,
/// which have not changed since version 1.0. The library bounds the memory of a frame to 128 MiB.
final class ZstdDecompressor: Decompressor {
  private typealias Make = @convention(c) () -> OpaquePointer?
  private typealias Free = @convention(c) (OpaquePointer?) -> Int
  private typealias Decompress =
    @convention(c) (OpaquePointer?, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int
  private typealias IsError = @convention(c) (Int) -> UInt32
  private typealias ErrorName = @convention(c) (Int) -> UnsafePointer<CChar>?

  /// An address, a size and a position: what the library has for input and output.
  private struct Buffer {
    let address: UnsafeRawPointer?
    let size: Int
    var position = 0
  }

  /// The names of the library on Linux and on systems of Apple.
  static let libraries = [
    "libzstd.so.1", "libzstd.1.dylib", "/opt/homebrew/lib/libzstd.1.dylib",
    "/usr/local/lib/libzstd.1.dylib",
  ]

  private let context: OpaquePointer
  private let free: Free
  private let step: Decompress
  private let isError: IsError
  private let errorName: ErrorName
  private(set) var mayEnd = true

  /// Nil if none of the libraries can be opened. A library stays open until the program ends.
  init?(libraries: [String] = ZstdDecompressor.libraries) {
    guard let library = libraries.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first,
      let make = dlsym(library, "ZSTD_createDStream"),
      let free = dlsym(library, "ZSTD_freeDStream"),
      let step = dlsym(library, "ZSTD_decompressStream"),
      let isError = dlsym(library, "ZSTD_isError"),
      let errorName = dlsym(library, "ZSTD_getErrorName"),
      let context = unsafeBitCast(make, to: Make.self)()
    else { return nil }
    self.context = context
    self.free = unsafeBitCast(free, to: Free.self)
    self.step = unsafeBitCast(step, to: Decompress.self)
    self.isError = unsafeBitCast(isError, to: IsError.self)
    self.errorName = unsafeBitCast(errorName, to: ErrorName.self)
  }

  deinit { _ = free(context) }

  func decompress(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> DecompressionStep {
    // Between frames the library would begin a frame that does not come.
    guard !mayEnd || !input.isEmpty else { return DecompressionStep() }
    var from = Buffer(address: input.baseAddress, size: input.count)
    var to = Buffer(address: UnsafeRawPointer(output.baseAddress), size: output.count)
    let status = step(context, &to, &from)
    var done = DecompressionStep(read: from.position, written: to.position)
    if isError(status) != 0 {
      done.failure = errorName(status).map { String(cString: $0) } ?? "error of zstd"
    } else {
      mayEnd = status == 0
    }
    return done
  }
}
