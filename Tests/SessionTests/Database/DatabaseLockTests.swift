#if SQLite
  import FilterEngine
  import FilterSQLite
  import Foundation
  import TestSupport
  import Testing
  import ToolTestSupport

  @testable import FrcQuery

  /// The locks of an open database, which the system drops when the process closes any other descriptor of one of its files.
  struct DatabaseLockTests {
    /// Two rows, and a second name of the file.
    static func database(_ mode: String) throws -> DatabaseFile {
      let database = try DatabaseFile(
        """
        PRAGMA journal_mode = \(mode); CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT);
        INSERT INTO t VALUES (1, 'x'), (2, 'x')
        """)
      try FileManager.default.linkItem(
        atPath: database.path, toPath: database.folder.path + "/link")
      return database
    }

    static func rows(_ database: DatabaseFile) throws -> [[FilterValue]] {
      try SQLiteDatabase(reading: database.path, lockTimeout: 1, rowBytes: 1 << 20)
        .query("SELECT id, a FROM t ORDER BY id", nil)
    }

    /// Without locks the other process, which ends, would take itself for the last user and remove the log that this one
    /// writes to.
    private static func writeBesideAnother(
      _ database: DatabaseFile, _ mode: String, _ set: (_ id: Int, _ text: String) throws -> Void
    ) throws {
      try set(1, "one")
      do {
        let other = try OtherProcess(database.path)
        try other.run("UPDATE t SET a = 'OUT' WHERE id = 2", "INSERT INTO t VALUES (3, 'OUT')")
      }
      let hasLog = FileManager.default.fileExists(atPath: database.path + "-wal")
      #expect(hasLog == mode.hasPrefix("WAL"), "\(mode)")
      try set(2, "two")
    }

    private static let kept: [[FilterValue]] = [[1, "one"], [2, "two"], [3, "OUT"]]

    @Test(arguments: ["WAL", "DELETE"])
    func commitsAreKeptWhateverLooksAtTheFile(_ mode: String) throws {
      let looks = [
        ".open --write rows.db", ".open --write rows.db?table=none",
        ".read rows.db", ".read link", ".read rows.db-wal", ".read rows.db-shm",
        ".plugin rows.db", ".plugin rows.db-shm", ".merge rows.db", ".merge link",
        ".save rows.db --force", ".save link --force", ".export link --force",
        ".export rows.db-shm --force", ".open rows.db-shm",
      ]
      for look in looks {
        let database = try Self.database(mode)
        let folder = database.folder.path + "/"
        let heard = try HeardSession(database.folder, lockTimeout: 2)
        try heard.session.open(database.path, isWritable: true)
        // The files of the log are there.
        _ = try heard.says(".set a \"x\" where id == 1")
        _ = try heard.says(
          look.replacing("rows.db", with: folder + "rows.db")
            .replacing("link", with: folder + "link"))
        try Self.writeBesideAnother(database, "\(mode) \(look)") { id, text in
          let said = try heard.says(".set a \"\(text)\" where id == \(id)")
          #expect(said.contains("1 row changed"), "\(look)")
        }
        #expect(try Self.rows(database) == Self.kept, "\(mode) \(look)")
      }
    }

    @Test func aFileOfAnOpenDatabaseIsNeitherAScriptNorALibrary() throws {
      let database = try Self.database("WAL")
      let heard = try HeardSession(database.folder)
      try heard.session.open(database.path)
      _ = try heard.says("id == 1")
      for (command, name) in [
        (".read", "rows.db"), (".read", "link"), (".plugin", "rows.db"), (".merge", "link"),
        (".open", "rows.db-shm"),
      ] {
        let path = database.folder.path + "/" + name
        #expect(
          try heard.says("\(command) \(path)")
            == "error: \(path): a file of a database that is open\n")
      }
      // Once the database is closed its files are files like others.
      let rows = try database.folder.file("rows.jsonl", "{\"n\":1}\n")
      _ = try heard.says(".open \(rows)")
      #expect(try heard.says(".plugin \(database.path)").hasPrefix("error: \(database.path)"))
      #expect(!(try heard.says(".plugin \(database.path)")).contains("that is open"))
    }

    @Test func aPipeThatOpensAFileTwiceKeepsItsLocks() throws {
      let database = try Self.database("WAL")
      let pipe = try PipedSession()
      for _ in 0..<3 {
        let opened = try pipe.answer(
          #"{"op":"open","source":"\#(database.path)","write":true}"#)
        #expect(!opened.contains("error"), "\(opened)")
      }
      try Self.writeBesideAnother(database, "WAL") { id, text in
        _ = try pipe.answer("{\"op\":\"refresh\"}")
        let answer = try pipe.answer(#"{"op":"replace","item":{"id":\#(id),"a":"\#(text)"}}"#)
        #expect(!answer.contains("error"), "\(answer)")
      }
      #expect(try Self.rows(database) == Self.kept)
    }

    /// A database has other tables than the one that is written.
    @Test func rowsAreNotWrittenOverADatabase() throws {
      let database = try Self.database("WAL")
      let other = try Self.database("DELETE")
      let folder = other.folder.path
      _ = try other.folder.file("rows.db-journal", "log")
      let heard = try HeardSession()
      try heard.load(["{\"n\":1}"])
      for isOpen in [false, true] {
        if isOpen { try heard.session.open(database.path) }
        _ = try heard.rest()
        for name in ["rows.db", "link", "rows.db-journal"] {
          let path = folder + "/" + name
          let before = try Data(contentsOf: URL(fileURLWithPath: path))
          for line in [
            ".export \(path) --force", ".export \(path)", ".save \(path) --force", ".save \(path)",
          ] {
            #expect(
              try heard.says(line)
                == "error: \(path): databases are not overwritten; name another file\n", "\(line)")
          }
          #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        }
      }
      let text = try heard.folder.file("plain.db", "{\"n\":2}\n")
      #expect(try heard.says(".export \(text) --force").contains("written to"))
    }
  }

  #if os(Linux)
    private let hasCompiler = FileManager.default.fileExists(atPath: "/usr/bin/cc")

    /// What opens the files of a database while it is open, by a library that is loaded before the system's own.
    @Suite(.startsProcesses, .enabled(if: hasCompiler)) struct DatabaseOpenTests {
      /// Logs the first open of a file of the database by SQLite, and each later one by anything else.
      private static let library = #"""
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <stdarg.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/stat.h>
        #include <sys/syscall.h>
        #include <unistd.h>

        #define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
        static int is_open = 0;

        static void say(const char *what, const char *path) {
          char line[300];
          int length = snprintf(line, sizeof line, "%s %s\n", what, path);
          int out = syscall(SYS_openat, AT_FDCWD, getenv("OPEN_LOG"), O_WRONLY | O_CREAT | O_APPEND, 0600);
          syscall(SYS_write, out, line, length);
          syscall(SYS_close, out);
        }
        static int is_ours(const char *path) {
          static const char *names[] = {"rows.db", "rows.db-wal", "rows.db-shm"};
          struct stat found, ours;
          if (stat(path, &found) != 0) return 0;
          for (int i = 0; i < 3; i++)
            if (stat(names[i], &ours) == 0 && ours.st_ino == found.st_ino && ours.st_dev == found.st_dev) return 1;
          return 0;
        }
        static void see(const char *call, const char *path, void *caller) {
          Dl_info info;
          if (!path || !is_ours(path)) return;
          if (dladdr(caller, &info) && info.dli_fname && strstr(info.dli_fname, "libsqlite3")) {
            if (!is_open++) say("sqlite", "opens");
          } else if (is_open) {
            say(call, path);
          }
        }
        #define OPEN(name)                                                           \
          int name(const char *path, int flags, ...) {                               \
            va_list list; va_start(list, flags);                                     \
            int mode = flags & O_CREAT ? va_arg(list, int) : 0; va_end(list);        \
            see(#name, path, __builtin_return_address(0));                           \
            return NEXT(name)(path, flags, mode);                                    \
          }
        OPEN(open)
        OPEN(open64)
        #define FOPEN(name)                                                          \
          FILE *name(const char *path, const char *mode) {                           \
            see(#name, path, __builtin_return_address(0));                           \
            return NEXT(name)(path, mode);                                           \
          }
        FOPEN(fopen)
        FOPEN(fopen64)
        void *dlopen(const char *path, int flags) {
          see("dlopen", path, __builtin_return_address(0));
          return NEXT(dlopen)(path, flags);
        }
        """#

      @Test(arguments: ["WAL", "DELETE"])
      func onlySQLiteOpensTheFilesOfAnOpenDatabase(_ mode: String) throws {
        let database = try DatabaseLockTests.database(mode)
        let folder = database.folder
        _ = try folder.file("opens.c", Self.library)
        _ = try folder.file("more.jsonl", "{\"id\":4,\"a\":\"y\"}\n")
        _ = try folder.file(
          "script",
          """
          .bail off
          .watch on
          .set a "y" where id == 1
          .open --write rows.db
          .open --write rows.db?table=t
          .open rows.db?table=none
          .open rows.db-shm
          .read rows.db
          .read link
          .read rows.db-wal
          .plugin ./rows.db
          .plugin ./link
          .merge rows.db
          .merge link
          .merge more.jsonl
          .save rows.db --force
          .save link --force
          .save copy.csv
          .export link --force
          .export rows.db-shm --force
          .export view.csv
          .explain a == "y"
          .tables
          .set a "z" where id == 2

          """)
        _ = try folder.file(
          "requests",
          """
          {"op":"open","source":"rows.db"}
          {"op":"open","source":"rows.db","write":true}
          {"op":"add","item":{"id":5,"a":"w"}}
          {"op":"open","source":"rows.db-shm"}
          {"op":"refresh"}

          """)
        let outcome = try Tool.shell(
          """
          cd \(folder.path); $CC -shared -fPIC -w -o opens.so opens.c -ldl || exit 3
          OPEN_LOG=repl LD_PRELOAD=$PWD/opens.so $Q repl --write rows.db < script > out 2>&1
          OPEN_LOG=pipe LD_PRELOAD=$PWD/opens.so $Q pipe < requests >> out 2>&1
          OPEN_LOG=shot LD_PRELOAD=$PWD/opens.so $Q 'id > 0' rows.db rows.db >> out 2>&1
          cat repl pipe shot
          """)
        let said = try String(contentsOfFile: folder.path + "/out", encoding: .utf8)
        #expect(
          outcome.lines == ["sqlite opens", "sqlite opens", "sqlite opens"], "\(outcome) \(said)")
        #expect(
          try DatabaseLockTests.rows(database) == [[1, "y"], [2, "z"], [4, "y"], [5, "w"]])
      }
    }
  #endif
#endif
