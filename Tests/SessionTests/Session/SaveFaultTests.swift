#if os(Linux)
  import Foundation
  import Testing
  import ToolTestSupport

  /// What becomes of a file if a save is killed, fails, or is cut off by a power failure.
  ///
  /// A library that is loaded before the system's own logs the calls that matter, makes one of them
  /// fail, or kills the process before one of them.
  @Suite(.serialized, .startsProcesses) struct SaveFaultTests {
    private static let library = #"""
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <errno.h>
      #include <fcntl.h>
      #include <signal.h>
      #include <stdarg.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <sys/syscall.h>
      #include <unistd.h>

      static int file = -1, folder = -1, steps = 0, is_saving = 0;

      // Logs a step; whether it is the one that fails.
      static int step(const char *name) {
        const char *log = getenv("FAULT_LOG"), *kills = getenv("FAULT_KILL"), *fails = getenv("FAULT_FAIL");
        if (log) {
          int out = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0600);
          char line[64];
          int length = snprintf(line, sizeof line, "%s\n", name);
          syscall(SYS_write, out, line, length);
          syscall(SYS_close, out);
        }
        if (kills && atoi(kills) == ++steps) kill(getpid(), SIGKILL);
        const char *appends = getenv("FAULT_APPEND");
        if (appends && strcmp(appends, name) == 0) {
          int out = syscall(SYS_openat, AT_FDCWD, "a.jsonl", O_WRONLY | O_APPEND, 0);
          syscall(SYS_write, out, "7\n", 2);
          syscall(SYS_close, out);
        }
        return fails && strcmp(fails, name) == 0;
      }
      #define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
      #define FAIL(name, number) if (step(name)) { errno = number; return -1; }

      static int opened(int descriptor, const char *path, int flags) {
        if (strstr(path, "/.frc-query-")) file = descriptor, is_saving = 1;
        else if (is_saving && (flags & ~O_NONBLOCK) == (O_RDONLY | O_CLOEXEC)) folder = descriptor;
        return descriptor;
      }
      #define OPEN(name)                                                           \
        int name(const char *path, int flags, ...) {                               \
          va_list list; va_start(list, flags);                                     \
          int mode = flags & O_CREAT ? va_arg(list, int) : 0; va_end(list);        \
          if (strstr(path, "/.frc-query-")) FAIL("create", EACCES)                 \
          return opened(NEXT(name)(path, flags, mode), path, flags);               \
        }
      OPEN(open)
      OPEN(open64)
      ssize_t write(int descriptor, const void *bytes, size_t count) {
        if (descriptor == file && is_saving) {
          FAIL("write", ENOSPC)
          // In pieces, as a disk that is nearly full takes them.
          if (count > 50000) count = 50000;
        }
        return NEXT(write)(descriptor, bytes, count);
      }
      int fchmod(int descriptor, mode_t mode) {
        if (descriptor == file && is_saving) FAIL("mode", EPERM)
        return NEXT(fchmod)(descriptor, mode);
      }
      int fsync(int descriptor) {
        if (descriptor == file) { FAIL("sync file", EIO) }
        else if (descriptor == folder) { FAIL("sync folder", EIO) }
        return NEXT(fsync)(descriptor);
      }
      int close(int descriptor) {
        if (descriptor == file && is_saving) { file = -1; FAIL("close", EIO) }
        return NEXT(close)(descriptor);
      }
      int rename(const char *from, const char *to) {
        FAIL("rename", EXDEV)
        return NEXT(rename)(from, to);
      }
      """#

    private let folder: Folder
    private let start: String

    init() throws {
      folder = try Folder()
      _ = try folder.file("fault.c", Self.library)
      let rows = (1...4_000).map {
        "{\"id\":\($0),\"n\":\"\(String(repeating: "x", count: 20))\"}\n"
      }
      _ = try folder.file("old", rows.joined())
      _ = try folder.file("new", rows.dropFirst().joined() + "{\"id\":0}\n")
      _ = try folder.file("script", ".bail off\n.remove 1\n.add {\"id\":0}\n.save\n.quit --drop\n")
      start = "cd \(folder.path); cp old a.jsonl; chmod 640 a.jsonl; "
      let made = try Tool.shell(
        "cd \(folder.path); $CC -shared -fPIC -w -o fault.so fault.c -ldl 2>&1")
      try #require(made.status == 0, "\(made)")
    }

    private let run = "LD_PRELOAD=$PWD/fault.so $Q repl a.jsonl < script"

    @Test func whatIsWrittenIsOnTheDiskBeforeItHasTheName() throws {
      let outcome = try Tool.shell(
        start + "FAULT_LOG=log \(run) >/dev/null; uniq log; cmp a.jsonl new")
      #expect(outcome.status == 0)
      #expect(
        outcome.lines == [
          "create", "mode", "write", "mode", "sync file", "close", "rename", "sync folder",
        ])
    }

    @Test func aSaveThatIsKilledLeavesTheOldFileOrTheNewOne() throws {
      let outcome = try Tool.shell(
        start + """
          n=0
          while n=$((n + 1)); [ $n -lt 60 ]; do
            cp old a.jsonl; rm -f .frc-query-*
            FAULT_KILL=$n \(run) > out 2>&1; status=$?
            cmp -s a.jsonl old && echo old || { cmp -s a.jsonl new && echo new || echo broken $n; }
            [ $status = 0 ] && break
          done
          """)
      // Before the folder is synchronized the new file has the name already.
      let found = outcome.lines
      #expect(found.count > 8)
      #expect(found.suffix(2) == ["new", "new"])
      #expect(found.dropLast(2).allSatisfy { $0 == "old" }, "\(found)")
    }

    /// The system frees what a process that is killed has locked.
    @Test func whatAKilledSaveLeavesIsRemovedByTheNext() throws {
      let outcome = try Tool.shell(
        start + """
          n=0
          while n=$((n + 1)); [ $n -lt 60 ]; do
            cp old a.jsonl; FAULT_KILL=$n \(run) > out 2>&1 && break
            ls -A | grep -c '^.frc-query'; $Q repl a.jsonl < /dev/null > out; ls -A | grep -c '^.frc-query'
          done
          """)
      let found = outcome.lines
      #expect(found.count > 8 && found.contains("1"), "\(outcome)")
      #expect(stride(from: 1, to: found.count, by: 2).allSatisfy { found[$0] == "0" }, "\(found)")
    }

    @Test(arguments: [
      ("create", "Permission denied"), ("mode", "Operation not permitted"),
      ("write", "No space left on device"), ("sync file", "Input/output error"),
      ("close", "Input/output error"), ("rename", "Invalid cross-device link"),
    ])
    func aSaveThatFailsLeavesNothingBehind(_ step: String, _ reason: String) throws {
      let outcome = try Tool.shell(
        start + "ls -A > before; FAULT_FAIL='\(step)' \(run) 2>&1; s=$?; rm before; ls -A; "
          + "cmp a.jsonl old; exit $s")
      #expect(outcome.status == 2)
      #expect(
        outcome.lines.contains("frc-query: standard input:4: a.jsonl: \(reason)"), "\(outcome)")
      #expect(!outcome.text.contains("written"))
      #expect(!outcome.text.contains(".frc-query"))
      #expect(!outcome.text.contains("differ"))
    }

    /// What another program writes while the new file is written is not overwritten.
    @Test(arguments: ["create", "write", "mode", "sync file", "close"])
    func anotherWriterDuringASaveLosesNothing(_ step: String) throws {
      let outcome = try Tool.shell(
        start + "echo 7 >> old; FAULT_APPEND='\(step)' \(run) 2>&1; echo $?; cp a.jsonl b; "
          + "sort -u b > a; sort -u old > o; cmp a o; ls -A | grep frc-query")
      #expect(
        outcome.lines.suffix(2) == [
          "frc-query: standard input:4: a.jsonl changed while it was saved; it is left as it is",
          "2",
        ], "\(outcome)")
    }

    /// A save that fails, and one that does not, gives back the descriptors that it took.
    @Test(arguments: [
      ("create", "Permission denied"), ("mode", "Operation not permitted"),
      ("write", "No space left on device"), ("sync file", "Input/output error"),
      ("rename", "Invalid cross-device link"), ("sync folder", "Input/output error"),
      ("nothing", "2 rows written to b.jsonl"),
    ])
    func savesTakeDescriptorsForAMomentOnly(_ step: String, _ end: String) throws {
      let saves = String(repeating: ".save\\n", count: 30)
      let outcome = try Tool.shell(
        "cd \(folder.path); printf '{\"id\":1}\\n{\"id\":2}\\n' > b.jsonl; ulimit -n 16; "
          + "printf '.bail off\\n\(saves)id == 1\\n' | FAULT_FAIL='\(step)' LD_PRELOAD=$PWD/fault.so $Q repl b.jsonl 2>&1"
      )
      #expect(outcome.lines.count { $0.hasSuffix(end) } == 30, "\(outcome)")
      #expect(outcome.lines.last == "1 of 2 rows")
    }

    @Test func aFolderThatCannotBeSynchronizedIsReported() throws {
      let outcome = try Tool.shell(start + "FAULT_FAIL='sync folder' \(run) 2>&1; cmp a.jsonl new")
      #expect(outcome.text.contains("a power failure can undo that"), "\(outcome)")
      #expect(outcome.status == 0)
    }

    @Test func aFileThatIsTooLargeIsNotSaved() throws {
      // The output is a pipe, which has no size.
      let outcome = try Tool.shell(
        start
          + "(ulimit -f 20; $Q repl a.jsonl < script; echo $?) 2>&1 | cat; cmp a.jsonl old; ls -A")
      #expect(outcome.text.contains("a.jsonl: File too large\n2\n"), "\(outcome)")
      #expect(!outcome.text.contains(".frc-query"))
      #expect(outcome.status == 0)
    }

    @Test func aSignalDuringASaveLeavesNothingBehind() throws {
      // The rename is what waits: the library sends the signal in its place.
      let library = Self.library.replacingOccurrences(
        of: "FAIL(\"rename\", EXDEV)", with: "raise(atoi(getenv(\"FAULT_SIGNAL\"))); _exit(9);")
      _ = try folder.file("fault.c", library)
      let outcome = try Tool.shell(
        start + """
          $CC -shared -fPIC -w -o fault.so fault.c -ldl
          for s in 1 2 15; do
            FAULT_SIGNAL=$s \(run) > out 2>&1; echo $(($? - 128))
          done
          cmp a.jsonl old; ls -A | grep frc-query
          """)
      #expect(outcome.lines == ["1", "2", "15"], "\(outcome)")
    }

    @Test func permissionsAndLinksStay() throws {
      let outcome = try Tool.shell(
        start + """
          chmod 4751 a.jsonl; mkdir sub; ln -s ../a.jsonl sub/link; ln -s new.jsonl sub/dangling
          $Q repl sub/link < script; stat -c %a a.jsonl; readlink sub/link; cmp a.jsonl new
          chmod 640 a.jsonl; [ $(id -u) = 0 ] && chown 12:34 a.jsonl || chown :$(id -g) a.jsonl
          stat -c '%a %u %g' a.jsonl > before
          printf '.save sub/dangling\\n.remove 2\\n.save\\n' | $Q repl a.jsonl
          stat -c '%a %u %g' a.jsonl | cmp - before && echo same; readlink sub/dangling
          wc -l < sub/new.jsonl; (umask 027; echo .save b.jsonl | $Q repl new; stat -c %a b.jsonl)
          """)
      let lines = outcome.lines.filter { !$0.contains("rows") }
      #expect(lines == ["4751", "../a.jsonl", "same", "new.jsonl", "4000", "640"], "\(outcome)")
    }

    @Test func aFileThatMayNotBeWrittenIsNotReplaced() throws {
      // The superuser may write to every file.
      let outcome = try Tool.shell(
        start
          + "chmod 440 a.jsonl; [ $(id -u) = 0 ] && { echo skip; exit; }; $Q repl a.jsonl < script 2>&1"
      )
      #expect(outcome.text == "skip\n" || outcome.text.contains("a.jsonl: Permission denied"))
    }
  }
#endif
