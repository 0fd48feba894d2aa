import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// What the program asks the system about files.
struct SystemCallTests {
  private let folder: Folder
  private let file: String

  init() throws {
    folder = try Folder()
    file = try folder.file("file", "0123456789")
  }

  private func mode(_ path: String) throws -> Int {
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    return try #require(mode)
  }

  @Test(arguments: [("a", "."), ("/a", "/"), ("/a/b", "/a"), ("a/b/c", "a/b"), ("a/", "a")])
  func aPathHasAFolder(_ path: String, _ expected: String) {
    #expect(SystemCalls.folder(of: path) == expected)
  }

  @Test func aPathIsResolvedAsFarAsThereIsSomething() throws {
    let real = SystemCalls.resolved(folder.path)
    func link(_ name: String, to target: String) -> String {
      #expect(symlink(target, "\(real)/\(name)") == 0)
      return "\(real)/\(name)"
    }
    #expect(SystemCalls.resolved(link("one", to: "file")) == "\(real)/file")
    #expect(SystemCalls.resolved(link("two", to: "one")) == "\(real)/file")
    #expect(SystemCalls.resolved(link("new", to: "missing")) == "\(real)/missing")
    #expect(SystemCalls.resolved(link("next", to: "\(real)/new")) == "\(real)/missing")
    #expect(SystemCalls.resolved("\(real)/nothing") == "\(real)/nothing")
  }

  @Test func whatLiesInAFolderIsNamed() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/inner", withIntermediateDirectories: false)
    #expect(symlink("inner", folder.path + "/link") == 0)
    #expect(symlink("missing", folder.path + "/broken") == 0)
    #expect(
      SystemCalls.namesWithSlashes(in: folder.path).sorted() == [
        "broken", "file", "inner/", "link/",
      ])
    #expect(SystemCalls.names(in: folder.path + "/file") == [])
    #expect(SystemCalls.names(in: folder.path + "/missing") == [])
  }

  @Test func onlyRegularFilesAreOpened() throws {
    let fifo = folder.path + "/fifo"
    #expect(mkfifo(fifo, 0o600) == 0)
    let cases = [
      (file, nil), (fifo, "a FIFO, not a regular file"),
      (folder.path, "a directory, not a regular file"),
      ("/dev/null", "a device, not a regular file"),
    ]
    for (path, reason) in cases {
      #expect(SystemCalls.special(path) == reason)
      #expect(SystemCalls.exists(path))
      #expect(SystemCalls.isFile(path) == (reason == nil))
      switch SystemCalls.openRegular(path) {
      case .success(let descriptor):
        #expect(reason == nil)
        SystemCalls.close(descriptor)
      case .failure(let failure): #expect(failure.message == reason)
      }
    }
    let missing = folder.path + "/missing"
    #expect(SystemCalls.special(missing) == nil)
    #expect(!SystemCalls.exists(missing) && !SystemCalls.isFile(missing))
    for opened in [SystemCalls.open(missing), SystemCalls.openRegular(missing)] {
      guard case .failure(let failure) = opened else { continue }
      #expect(failure.isMissing && !failure.isClosedPipe)
      #expect(failure.message == "No such file or directory")
    }
  }

  @Test func aFileThatIsAppendedToIsForItsOwner() throws {
    let new = folder.path + "/history"
    for text in ["a", "b"] {
      let descriptor = try SystemCalls.openForAppending(new).get()
      try SystemCalls.write(descriptor, Array(text.utf8)).get()
      SystemCalls.close(descriptor)
    }
    #expect(try String(contentsOfFile: new, encoding: .utf8) == "ab")
    #expect(try mode(new) == 0o600)
  }

  @Test func foldersAreMadeForTheirOwner() throws {
    SystemCalls.makeFolder(folder.path + "/a/b/c")
    SystemCalls.makeFolder(folder.path + "/a/b")
    for name in ["a", "a/b", "a/b/c"] { #expect(try mode(folder.path + "/" + name) == 0o700) }
  }

  /// Every part of a file, and what goes beyond its end.
  @Test func anyPlaceOfAFileIsRead() throws {
    let descriptor = try SystemCalls.open(file).get()
    for offset in 0...11 {
      for end in 2...14 {
        var buffer = [UInt8](repeating: 0x2E, count: 14)
        let count = try SystemCalls.read(descriptor, at: offset, into: &buffer, 2..<end).get()
        let expected = Array("0123456789".utf8.dropFirst(offset).prefix(end - 2))
        #expect(count == expected.count)
        let rest = [UInt8](repeating: 0x2E, count: 12 - count)
        #expect(buffer == [0x2E, 0x2E] + expected + rest)
      }
    }
    #expect(SystemCalls.position(of: descriptor) == 0)
    try SystemCalls.go(to: 7, of: descriptor).get()
    #expect(SystemCalls.position(of: descriptor) == 7)
    var buffer = [UInt8](repeating: 0, count: 8)
    #expect(try SystemCalls.read(descriptor, into: &buffer, from: 1).get() == 3)
    #expect(buffer == Array("\u{0}789\u{0}\u{0}\u{0}\u{0}".utf8))
    #expect(try SystemCalls.read(descriptor, into: &buffer, from: 1).get() == 0)
    try SystemCalls.go(to: 0, of: descriptor).get()
    SystemCalls.goToEnd(of: descriptor)
    #expect(SystemCalls.position(of: descriptor) == 10)
    #expect(SystemCalls.status(of: descriptor).size == 10)
    #expect(SystemCalls.status(of: descriptor).isRegularFile)
    SystemCalls.close(descriptor)
    #expect(SystemCalls.position(of: -1) == nil && !SystemCalls.status(of: -1).isRegularFile)
    #expect(throws: SystemFailure.self) {
      try SystemCalls.read(-1, at: 0, into: &buffer, 0..<1).get()
    }
  }

  /// The file that takes the place of another one has its owner, group and mode.
  @Test func aReplacementHasThePermissionsOfTheFile() throws {
    var owners: [(UInt32, UInt32)] = [(getuid(), getgid())]
    // Only the superuser may give files away.
    if getuid() == 0 { owners += [(0, 2_345), (1_234, 0), (1_234, 2_345)] }
    for (owner, group) in owners {
      for mode in [0o600, 0o644, 0o604, 0o755, 0o4711] {
        #expect(chown(file, owner, group) == 0)
        #expect(chmod(file, mode_t(mode)) == 0)
        let made = try SystemCalls.createBeside(file).get()
        SystemCalls.close(made.descriptor)
        SystemCalls.close(made.lock)
        #expect(made.path.hasPrefix(folder.path + "/.frc-query-"))
        var status = stat()
        #expect(stat(made.path, &status) == 0)
        #expect(status.st_uid == owner && status.st_gid == group)
        #expect(Int(status.st_mode) & 0o7777 == mode)
        SystemCalls.remove(made.path)
      }
    }
    let new = try SystemCalls.createBeside(folder.path + "/new").get()
    let other = try SystemCalls.createBeside(folder.path + "/new").get()
    for descriptor in [new.descriptor, new.lock, other.descriptor, other.lock] {
      SystemCalls.close(descriptor)
    }
    #expect(new.path != other.path)
    let mask = umask(0)
    umask(mask)
    #expect(try mode(new.path) == 0o666 & ~Int(mask))
    let nowhere = SystemCalls.createBeside(folder.path + "/missing/new")
    guard case .failure(let failure) = nowhere else {
      Issue.record("\(nowhere)")
      return
    }
    #expect(failure.isMissing)
  }

  @Test func aStampChangesWithTheFile() throws {
    let other = try folder.file("other", "0123456789")
    let stamp = try #require(FileStamp(path: file))
    #expect(FileStamp(path: file) == stamp)
    #expect(FileStamp(path: folder.path + "/missing") == nil)
    let descriptor = try SystemCalls.open(file).get()
    #expect(FileStamp(descriptor: descriptor) == stamp)
    SystemCalls.close(descriptor)
    #expect(FileStamp(descriptor: -1) == nil)
    let second = try #require(FileStamp(path: other))
    #expect(second != stamp && !second.isSameFile(as: stamp))
    let appending = try SystemCalls.openForAppending(file).get()
    try SystemCalls.write(appending, [0x41]).get()
    SystemCalls.close(appending)
    let grown = try #require(FileStamp(path: file))
    #expect(grown != stamp && grown.isSameFile(as: stamp))
  }

  @Test func inputIsWaitedFor() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    #expect(!SystemCalls.waitForInput(ends[0], milliseconds: 0))
    try SystemCalls.write(ends[1], [1]).get()
    #expect(SystemCalls.waitForInput(ends[0], milliseconds: 1_000))
    for end in ends { SystemCalls.close(end) }
  }
}
