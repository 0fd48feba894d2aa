#if os(Linux)
  import Foundation
  import Testing
  import ToolTestSupport

  /// What a saved file may do where the user cannot give it the owner of the old one.
  ///
  /// A library that is loaded before the system's own refuses the calls that are refused to other users than the
  /// superuser.
  @Suite(.serialized, .startsProcesses, .enabled(if: getuid() == 0)) struct SavePermissionTests {
    private static let library = #"""
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <errno.h>
      #include <stdlib.h>
      #include <string.h>
      #include <unistd.h>

      static int refuses(const char *what) {
        const char *refused = getenv("REFUSED");
        return refused && strcmp(refused, what) == 0;
      }
      int fchown(int descriptor, uid_t owner, gid_t group) {
        if (refuses("all") || (refuses("owner") && owner != geteuid())) { errno = EPERM; return -1; }
        return ((int (*)(int, uid_t, gid_t))dlsym(RTLD_NEXT, "fchown"))(descriptor, owner, group);
      }
      int access(const char *path, int mode) {
        if (refuses("writing") && mode == W_OK) { errno = EACCES; return -1; }
        return ((int (*)(const char *, int))dlsym(RTLD_NEXT, "access"))(path, mode);
      }
      """#

    private let folder: Folder
    private let begin: String

    init() throws {
      folder = try Folder()
      _ = try folder.file("refuse.c", Self.library)
      _ = try folder.file("rows.jsonl", "{\"id\":1}\n")
      begin = "cd \(folder.path); export LD_PRELOAD=$PWD/refuse.so; "
      let made = try Tool.shell(
        "cd \(folder.path); $CC -shared -fPIC -w -o refuse.so refuse.c -ldl 2>&1")
      try #require(made.status == 0, "\(made)")
    }

    private static let modes = [0o600, 0o764, 0o604, 0o4755, 0o2671, 0o1640, 0o6777]
    private static let owners: [(UInt32, UInt32)] = [
      (0, 0), (1_234, 0), (0, 2_345), (1_234, 2_345),
    ]

    /// A file of another user than before runs with no one's rights; one of another group lets that group do no more
    /// than everybody.
    @Test(arguments: ["nothing", "owner", "all"])
    func aFileOfAnotherOwnerMayDoNoMore(_ refused: String) throws {
      var files: [(path: String, owner: UInt32, group: UInt32, mode: Int)] = []
      for (owner, group) in Self.owners {
        for mode in Self.modes {
          let path = try folder.file("\(owner)-\(group)-\(String(mode, radix: 8)).jsonl", "old\n")
          #expect(chown(path, owner, group) == 0 && chmod(path, mode_t(mode)) == 0)
          files.append((path, owner, group, mode))
        }
      }
      _ = try folder.file("script", files.map { ".save --force \($0.path)\n" }.joined())
      let outcome = try Tool.shell(
        begin + "REFUSED=\(refused) $Q repl rows.jsonl < script 2>&1; rm -f refuse.so")
      #expect(outcome.lines.count { $0.hasPrefix("1 row written") } == files.count, "\(outcome)")
      for (path, owner, group, mode) in files {
        var status = stat()
        #expect(stat(path, &status) == 0)
        let isOther = owner != 0 || group != 0
        let isRefused =
          isOther && (refused == "all" || refused == "owner" && owner != 0)
        let newGroup = refused == "all" ? 0 : group
        var expected = isRefused ? mode & 0o1777 : mode
        if newGroup != group { expected &= ~0o070 | (expected & 0o007) << 3 }
        #expect(status.st_uid == (isRefused ? 0 : owner), "\(path)")
        #expect(status.st_gid == newGroup, "\(path)")
        #expect(
          Int(status.st_mode) & 0o7777 == expected, "\(path): \(String(status.st_mode, radix: 8))")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\"id\":1}\n")
      }
    }

    @Test func aFileThatMayNotBeWrittenIsLeft() throws {
      let outcome = try Tool.shell(
        begin
          + "printf '.bail off\\n.add {\"id\":2}\\n.save\\n.save new.jsonl\\n' | REFUSED=writing $Q repl rows.jsonl 2>&1; ls -A"
      )
      #expect(
        outcome.text.contains("standard input:3: rows.jsonl: Permission denied\n"), "\(outcome)")
      #expect(outcome.text.contains("2 rows written to new.jsonl\n"))
      #expect(!outcome.text.contains(".frc-query"))
      #expect(
        try String(contentsOfFile: folder.path + "/rows.jsonl", encoding: .utf8) == "{\"id\":1}\n")
    }
  }
#endif
