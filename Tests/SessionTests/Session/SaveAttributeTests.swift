#if os(Linux)
  import Foundation
  import Testing
  import ToolTestSupport

  /// The extended attributes of files; the modules of the C library lack their calls.
  private enum Attributes {
    private typealias Set =
      @convention(c) (
        UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32
      ) -> Int32
    private typealias Get =
      @convention(c) (
        UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int
      ) -> Int

    private static func function<Function>(_ name: String, as type: Function.Type) -> Function? {
      dlsym(nil, name).map { unsafeBitCast($0, to: type) }
    }

    /// Whether the attribute could be set.
    static func set(_ name: String, _ value: [UInt8], of path: String) -> Bool {
      function("setxattr", as: Set.self)?(path, name, value, value.count, 0) == 0
    }

    static func value(_ name: String, of path: String) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = function("getxattr", as: Get.self)?(path, name, &bytes, bytes.count) ?? -1
      return count < 0 ? nil : Array(bytes.prefix(count))
    }

    static let access = "system.posix_acl_access"

    /// A list that gives the user 1234 what `user` says, the group nothing, and others nothing; `mask` at most.
    static func list(user: UInt8, mask: UInt8) -> [UInt8] {
      let none: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
      return [2, 0, 0, 0, 1, 0, 6, 0] + none + [2, 0, user, 0, 0xD2, 4, 0, 0, 4, 0, 0, 0] + none
        + [0x10, 0, mask, 0] + none + [0x20, 0, 0, 0] + none
    }

    /// Whether the file system of the tests has attributes and lists.
    static let areThere: Bool = {
      guard let folder = try? Folder(), let file = try? folder.file("x", "") else { return false }
      return set("user.x", [1], of: file) && set(access, list(user: 4, mask: 4), of: file)
    }()
  }

  /// What a saved file keeps of the old one beside its mode: extended attributes, access control lists.
  @Suite(.serialized, .startsProcesses, .enabled(if: Attributes.areThere)) struct SaveAttributeTests
  {
    private let folder: Folder
    private let path: String

    init() throws {
      folder = try Folder()
      path = try folder.file("a.jsonl", "{\"id\":1}\n")
    }

    private func save(_ preparation: String = "") throws -> Tool.Outcome {
      try Tool.shell(
        "cd \(folder.path); printf '.add {\"id\":2}\\n.save\\n' | \(preparation) $Q repl a.jsonl 2>&1"
      )
    }

    private static let saved = ["1 row, identified by id", "2 rows", "2 rows written to a.jsonl"]

    private func mode() throws -> Int {
      var status = stat()
      try #require(stat(path, &status) == 0)
      return Int(status.st_mode) & 0o7777
    }

    @Test func attributesAreKept() throws {
      let long = [UInt8](repeating: 7, count: 2_000)
      #expect(Attributes.set("user.origin", Array("here".utf8), of: path))
      #expect(Attributes.set("user.long", long, of: path))
      #expect(Attributes.set("user.empty", [], of: path))
      for _ in 0..<2 {
        let outcome = try Tool.run(
          ["repl", "a.jsonl"], input: ".save\n", joined: true, in: folder.path)
        #expect(outcome.status == 0 && !outcome.text.contains("note"), "\(outcome)")
        #expect(Attributes.value("user.origin", of: path) == Array("here".utf8))
        #expect(Attributes.value("user.long", of: path) == long)
        #expect(Attributes.value("user.empty", of: path) == [])
      }
      // A new file has none.
      _ = try Tool.run(["repl", "a.jsonl"], input: ".save b.jsonl\n", in: folder.path)
      #expect(Attributes.value("user.origin", of: folder.path + "/b.jsonl") == nil)
    }

    @Test func anAccessListIsKept() throws {
      let list = Attributes.list(user: 6, mask: 6)
      #expect(Attributes.set(Attributes.access, list, of: path))
      #expect(try mode() == 0o660)
      #expect(try save().lines == Self.saved)
      #expect(Attributes.value(Attributes.access, of: path) == list)
      #expect(try mode() == 0o660)
    }

    /// The list that a folder gives to new files is none of the old file.
    @Test func theListOfAFolderIsNotTakenOn() throws {
      #expect(
        Attributes.set(
          "system.posix_acl_default", Attributes.list(user: 6, mask: 6), of: folder.path))
      #expect(chmod(path, 0o664) == 0)
      #expect(Attributes.value(Attributes.access, of: path) == nil)
      #expect(try save().lines == Self.saved)
      #expect(Attributes.value(Attributes.access, of: path) == nil)
      #expect(try mode() == 0o664)
    }

    /// The rights of a program, which only the superuser may give.
    @Test func capabilitiesAreKept() throws {
      let rights: [UInt8] = [1, 0, 0, 2, 0, 4, 0, 0] + [UInt8](repeating: 0, count: 12)
      guard Attributes.set("security.capability", rights, of: path) else { return }
      #expect(try save().lines == Self.saved)
      #expect(Attributes.value("security.capability", of: path) == rights)
    }

    /// Attributes that cannot be set are named, and the mode gives no more without the list.
    @Test
    func whatIsLostIsNamed() throws {
      _ = try folder.file(
        "refuse.c",
        "#include <errno.h>\nint fsetxattr() { errno = 1; return -1; }\n")
      let made = try Tool.shell(
        "cd \(folder.path); $CC -shared -fPIC -w -o refuse.so refuse.c 2>&1")
      try #require(made.status == 0, "\(made)")
      #expect(Attributes.set("user.one", [1], of: path))
      #expect(Attributes.set("user.two", [2], of: path))
      let list = Attributes.list(user: 6, mask: 6)
      #expect(Attributes.set(Attributes.access, list, of: path))
      let outcome = try save("LD_PRELOAD=$PWD/refuse.so")
      #expect(outcome.lines.starts(with: Self.saved) && outcome.status == 0, "\(outcome)")
      let notes = outcome.lines.dropFirst(3).joined()
      #expect(notes.contains("note: a.jsonl: the access control list is lost"), "\(outcome)")
      #expect(notes.contains(", and 1 more: Operation not permitted"), "\(outcome)")
      #expect(try mode() == 0o600)
    }

    @Test func hardLinksAreNoted() throws {
      for (count, words) in [
        (1, "another name of the file, a hard link, keeps"),
        (2, "2 other names of the file, hard links, keep"),
      ] {
        let fresh = try folder.file("a.jsonl", "{\"id\":1}\n")
        for number in 0..<count { #expect(link(fresh, folder.path + "/\(count)\(number)") == 0) }
        let outcome = try save()
        #expect(
          outcome.lines == Self.saved + ["note: a.jsonl: \(words) the old content"], "\(outcome)")
        #expect(outcome.status == 0)
        for number in 0..<count {
          #expect(
            try String(contentsOfFile: folder.path + "/\(count)\(number)", encoding: .utf8)
              == "{\"id\":1}\n")
        }
        try FileManager.default.removeItem(atPath: path)
      }
    }
  }
#endif
