import Foundation

/// A run of a program in this process: what it wrote to the descriptors that it got.
package struct CapturedRun {
  package let status: Int32
  package let output: [UInt8]
  package let errors: [UInt8]

  /// The number of bytes of the input after those that the program read, if that is a file.
  package let unread: Int

  /// The size of the stack of a main thread.
  package static let stackSize = 8 << 20

  /// What a program gets of a process.
  package struct Setting {
    /// Whether the input comes through a pipe and not from a file.
    package var isPiped = false

    /// Whether errors go where output goes.
    package var joinsErrors = false

    /// The current folder of the program; nil for that of the process.
    package var folder: String?

    package init() {}
  }

  /// Runs a program with the stack of a main thread. It reads `input`; output and errors are files.
  package init(
    input: some Sequence<UInt8>, _ setting: Setting = Setting(),
    _ program: @escaping @Sendable (_ input: Int32, _ output: Int32, _ errors: Int32) -> Int32
  ) throws {
    let (written, said) = (try ScratchFile(), try ScratchFile())
    let given: any InputSource =
      setting.isPiped ? try FilledPipe(Array(input)) : try ScratchFile(Array(input))
    let (reading, writing) = (given.descriptor, written.descriptor)
    let reporting = setting.joinsErrors ? writing : said.descriptor
    let folder = setting.folder
    let run = WorkThread(stack: Self.stackSize) {
      // A closed pipe is an error, as in a program that ignores the signal.
      ThreadSettings.blockSignalOfPipes()
      if let folder { ThreadSettings.enter(folder) }
      return program(reading, writing, reporting)
    }
    status = run.result()
    unread = given.end()
    output = try written.content()
    errors = try said.content()
  }
}

/// Where a program reads.
private protocol InputSource: AnyObject {
  var descriptor: Int32 { get }

  /// Called once nothing is read any more; the number of bytes of a file that were not read.
  func end() -> Int
}

/// A file without a name, which is gone with this object.
private final class ScratchFile: InputSource {
  let descriptor: Int32
  private let count: Int

  /// A file that is read from its beginning.
  init(_ bytes: [UInt8] = []) throws {
    count = bytes.count
    var path = Array((FileManager.default.temporaryDirectory.path + "/frc-XXXXXX").utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw SystemError() }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(path)
    guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { throw SystemError() }
  }

  deinit { close(descriptor) }

  func end() -> Int { count - Int(lseek(descriptor, 0, SEEK_CUR)) }

  func content() throws -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SystemError() }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    guard pread(descriptor, &bytes, bytes.count, 0) == bytes.count else { throw SystemError() }
    return bytes
  }
}

/// A pipe that another thread writes bytes to.
private final class FilledPipe: InputSource {
  let descriptor: Int32
  private let isWritten = DispatchSemaphore(value: 0)

  init(_ bytes: [UInt8]) throws {
    let writing: Int32
    (descriptor, writing) = try ThreadSettings.pipe()
    let isWritten = isWritten
    Thread.detachNewThread {
      ThreadSettings.blockSignalOfPipes()
      var start = 0
      while start < bytes.count {
        let count = bytes.withUnsafeBytes {
          write(writing, $0.baseAddress.map { $0 + start }, bytes.count - start)
        }
        if count < 0 { break }
        start += count
      }
      close(writing)
      isWritten.signal()
    }
  }

  func end() -> Int {
    close(descriptor)
    isWritten.wait()
    return 0
  }
}
