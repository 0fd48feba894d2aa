#if os(Linux)
  import Foundation
  import Testing
  import ToolTestSupport

  /// Calls to the system that a signal interrupts, and folders that cannot be synchronized.
  ///
  /// A library that is loaded before the system's own makes every other call fail as a signal does.
  @Suite(.serialized, .startsProcesses) struct InterruptedCallTests {
    private static let library = #"""
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <errno.h>
      #include <fcntl.h>
      #include <stdarg.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <sys/stat.h>
      #include <unistd.h>

      #define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
      static int turn = 0;

      static int interrupts(void) {
        if (!getenv("INTERRUPTED") || turn++ % 2) return 0;
        errno = EINTR;
        return 1;
      }
      // Whether a descriptor is one of the standard ones or leads into the folder of the test.
      static int is_ours(int descriptor, const char *name) {
        char link[64], path[4096] = {0};
        if (descriptor < 3) return 1;
        snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
        return readlink(link, path, sizeof path - 1) > 0 && strstr(path, name);
      }
      ssize_t read(int descriptor, void *bytes, size_t count) {
        if (is_ours(descriptor, "/frc-query-") && interrupts()) return -1;
        return NEXT(read)(descriptor, bytes, count);
      }
      ssize_t pread(int descriptor, void *bytes, size_t count, off_t place) {
        if (is_ours(descriptor, "/frc-query-") && interrupts()) return -1;
        return NEXT(pread)(descriptor, bytes, count, place);
      }
      ssize_t write(int descriptor, const void *bytes, size_t count) {
        if (is_ours(descriptor, "/frc-query-") && interrupts()) return -1;
        return NEXT(write)(descriptor, bytes, count);
      }
      int close(int descriptor) {
        int is_new = descriptor > 2 && is_ours(descriptor, "/.frc-query-") && getenv("INTERRUPTED");
        int answer = NEXT(close)(descriptor);
        if (is_new) { errno = EINTR; return -1; }
        return answer;
      }
      int fsync(int descriptor) {
        struct stat status;
        const char *number = getenv("FOLDER");
        if (number && fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
          errno = atoi(number);
          return -1;
        }
        return NEXT(fsync)(descriptor);
      }
      """#

    private let folder: Folder
    private let begin: String

    init() throws {
      folder = try Folder()
      _ = try folder.file("calls.c", Self.library)
      _ = try folder.file(
        "rows.jsonl", (1...300).map { "{\"id\":\($0),\"n\":\"\($0 % 7)\"}\n" }.joined())
      begin = "cd \(folder.path); export LD_PRELOAD=$PWD/calls.so; "
      let made = try Tool.shell(
        "cd \(folder.path); $CC -shared -fPIC -w -o calls.so calls.c -ldl 2>&1")
      try #require(made.status == 0, "\(made)")
    }

    @Test func anInterruptedCallIsMadeAgain() throws {
      for line in [
        "$Q -c \"n == '3'\" rows.jsonl", "cat rows.jsonl | $Q -s id -o csv 'id > 3'",
        "printf '.remove 3\\n.save\\nid < 5\\n' | $Q repl rows.jsonl",
      ] {
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/rows.jsonl"))
        let usual = try Tool.shell("cd \(folder.path); \(line)")
        let saved = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/rows.jsonl"))
        _ = try folder.file("rows.jsonl", before)
        let interrupted = try Tool.shell(
          begin + "export INTERRUPTED=1; " + line.replacing("$Q", with: "timeout 600 $Q"))
        #expect(interrupted == usual, "\(line)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/rows.jsonl")) == saved)
      }
    }

    /// Some file systems have nothing to wait for in a folder.
    @Test(arguments: [(EINVAL, false), (ENOTSUP, false), (EIO, true), (EACCES, true)])
    func onlyAFolderThatFailsIsReported(_ number: Int32, _ isReported: Bool) throws {
      let outcome = try Tool.shell(begin + "echo .save | FOLDER=\(number) $Q repl rows.jsonl")
      #expect(outcome.errors.contains("300 rows written to rows.jsonl\n"))
      #expect(outcome.errors.contains("a power failure can undo that") == isReported)
      #expect(outcome.status == (isReported ? 2 : 0))
    }
  }
#endif
