import Foundation
import TestSupport
import Testing
import ToolTestSupport

@testable import FrcQuery

/// Files that are not files, inputs that do not end, outputs that take nothing.
@Suite(.serialized, .startsProcesses) struct SpecialFileTests {
  /// Runs lines of a session; nothing in it may wait, so that ten minutes mean that something does.
  private func session(_ lines: String, _ preparation: String = ":") throws -> Tool.Outcome {
    let room = try ReplFolder()
    let script = try room.folder.file("script", lines)
    return try Tool.shell(
      "cd \(room.folder.path); export HOME=$PWD; \(preparation); timeout 600 $Q repl < \(script) 2>&1"
    )
  }

  @Test(arguments: [
    ("fifo", "a FIFO"), ("link", "a FIFO"), ("/dev/zero", "a device"), ("/dev/tty", "a device"),
    ("/dev/null", "a device"), (".", "a directory"), ("folder", "a directory"),
    ("zero", "a device"), ("socket", "a socket"),
  ])
  func commandsReadOnlyRegularFiles(_ name: String, _ kind: String) throws {
    let preparation = """
      mkfifo fifo; ln -s fifo link; mkdir folder; ln -s /dev/zero zero
      python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")' 2>&-
      """
    let outcome = try session(
      ".bail off\n.open \(name)\n.open people.json\n.merge \(name)\n.read \(name)\n.save \(name)\n",
      preparation
    )
    if kind == "a socket", outcome.text.contains("No such file") { return }
    let refused = outcome.lines.filter { $0.hasSuffix("\(name): \(kind), not a regular file") }
    #expect(refused.count == 4 || name == "/dev/tty" && refused.count >= 3, "\(outcome)")
    #expect(outcome.status == 2)
  }

  @Test func aPipeThatIsNamedAtTheStartIsRead() throws {
    let rows = Tool.sample("people.json")
    let outcome = try Tool.shell(
      """
      cd $(mktemp -d); mkfifo f
      cat \(rows) > f & echo 'id == 1' | timeout 600 $Q repl f 2>&1
      cat \(rows) > f & timeout 600 $Q --count 'id > 1' f
      timeout 600 $Q --count 'id > 2' /dev/stdin < \(rows)
      cat \(rows) | timeout 600 $Q --count 'id > 3' /dev/stdin
      """)
    #expect(outcome.lines.first == "7 rows, identified by id")
    #expect(outcome.lines.suffix(4) == ["1 of 7 rows", "6", "5", "4"])
  }

  /// Nothing is waited for longer than the request may take.
  @Test(arguments: ["f", "- < f", "/dev/stdin < f"])
  func aPipeWithoutAnythingInItIsWaitedForInTime(_ input: String) throws {
    // The writer of a FIFO that the shell opens writes nothing.
    let outcome = try Tool.shell(
      """
      cd $(mktemp -d); mkfifo f; \(input == "f" ? ":" : "sleep 600 > f & writer=$!")
      timeout 500 $Q --time-limit 0.1 'id == 1' \(input) 2>&1; status=$?
      \(input == "f" ? ":" : "kill $writer"); exit $status
      """)
    #expect(outcome.status == 2 && outcome.text.contains("0.1"), "\(outcome)")
  }

  /// The time ends a wait for further rows in the thread that reads, after rows have come.
  @Test(arguments: ["'a == 1'", "-n 'a == 1'", "--limit 5 'a == 1'", "-c 'a == 1'"])
  func aPipeThatFallsSilentIsWaitedForInTime(_ arguments: String) throws {
    let outcome = try Tool.shell(
      """
      cd $(mktemp -d); mkfifo f; { echo '{"a":1}'; exec sleep 600; } > f & writer=$!
      timeout 500 $Q -i jsonl --time-limit 0.5 \(arguments) - < f 2>&1; status=$?
      kill $writer; exit $status
      """)
    #expect(outcome.status == 2 && outcome.text.contains("0.5"), "\(outcome)")
  }

  @Test func whatCameThroughAPipeHasNoFileToSaveOrFollow() throws {
    let outcome = try Tool.shell(
      """
      cd $(mktemp -d); mkfifo f; printf '1\\n2\\n' > f &
      cd - >/dev/null; d=$(ls -td ${TMPDIR:-/tmp}/tmp.* | head -n 1); cd $d
      printf '.bail off\\n.remove 1\\n.save\\n.watch on\\n.merge\\n.save g.jsonl\\n' | timeout 600 $Q repl f 2>&1
      cat g.jsonl
      """)
    #expect(outcome.lines.contains { $0.contains(":3: f is not a regular file; name the file") })
    #expect(outcome.lines.contains { $0.contains(":4: f is not a regular file and cannot be fol") })
    #expect(outcome.lines.contains { $0.contains(":5: f is not a regular file; name the file") })
    #expect(outcome.lines.last == "2")
  }

  /// The input of a device may never end; that of a terminal does, and `/dev/null` is empty.
  @Test(arguments: [
    "$Q 'a == 1' /dev/zero", "$Q 'a == 1' < /dev/zero", "$Q 'a == 1' zero",
    "$Q -f /dev/zero x.jsonl",
    "$Q repl /dev/zero < /dev/null", "$Q repl < /dev/zero", "$Q 'a == 1' x.jsonl /dev/zero",
    "$Q -i csv 'a == 1' /dev/urandom", "$Q pipe < /dev/zero",
  ])
  func aDeviceIsNoInput(_ line: String) throws {
    let outcome = try Tool.shell(
      "cd $(mktemp -d); echo '{}' > x.jsonl; ln -s /dev/zero zero; timeout 600 \(line) 2>&1")
    #expect(outcome.status == 2)
    #expect(outcome.text.hasSuffix(": a device, whose input may never end\n"), "\(outcome)")
  }

  @Test func anEmptyDeviceIsAnInput() throws {
    #expect(
      try Tool.shell("$Q -c 'a == 1' /dev/null; $Q -c 'a == 1' < /dev/null").lines == ["0", "0"])
    let outcome = try Tool.shell("$Q repl /dev/null < /dev/null 2>&1")
    #expect(outcome.lines == ["0 rows, identified by row number"] && outcome.status == 0)
  }

  /// A file that is too large for the REPL is refused before it is read, into memory that it does not fit.
  @Test(
    .disabled(if: AddressSanitizer.isOn, "it takes addresses of its own"),
    arguments: ["large.csv", "large.json", "large.jsonl", "large.tsv", "large"])
  func aLargeFileIsNotRead(_ name: String) throws {
    let outcome = try session(
      ".bail off\n.open \(name)\n.open people.json\n.merge \(name)\n",
      "truncate -s 10G \(name); ulimit -v 4000000; echo | $Q repl \(name) 2>&1")
    #expect(outcome.lines.count == 4, "\(outcome)")
    #expect(outcome.lines.count { $0.hasSuffix("\(name): 4 GiB or more") } == 3, "\(outcome)")
  }

  @Test func aLongHistoryIsNotRead() throws {
    let room = try ReplFolder()
    _ = try Tool.shell("truncate -s 65M \(room.folder.path)/h")
    #expect(HistoryFile(path: room.folder.path + "/h").lines() == [])
  }

  @Test func aHistoryThatIsNoFileIsNotWaitedFor() throws {
    let room = try ReplFolder()
    for make in ["mkfifo", "ln -s /dev/zero", "mkdir"] {
      _ = try Tool.shell("rm -rf \(room.folder.path)/h; \(make) \(room.folder.path)/h")
      let history = HistoryFile(path: room.folder.path + "/h")
      #expect(history.lines() == [])
      history.append("x")
      #expect(history.lines() == [])
    }
  }

  // MARK: - Lines without an end

  @Test func aLineLongerThanTheLimitIsAnError() throws {
    let folder = try Folder()
    let zeros = try folder.file("zeros", [UInt8](repeating: 0, count: 1_500_000))
    let message = "\(zeros): a line, record or element is longer than 1000000 bytes"
    func source(_ path: String? = nil) throws -> ByteSource {
      try ByteSource(path: path ?? zeros, lineLimit: 1_000_000)
    }
    #expect(throws: ToolError.message(message)) { try source().nextLine() }
    #expect(throws: ToolError.message(message)) { try source().nextLines() }
    #expect(throws: ToolError.message(message)) {
      try DelimitedReader(try source(), separator: UInt8(ascii: ",")).next()
    }
    let quoted = try source(
      try folder.file("x.csv", "\"" + String(repeating: "x\n", count: 600_000)))
    #expect(throws: ToolError.self) {
      try DelimitedReader(quoted, separator: UInt8(ascii: ",")).next()
    }
    let fields = try source(try folder.file("y.csv", String(repeating: ",", count: 1_100_000)))
    #expect(throws: ToolError.self) {
      try DelimitedReader(fields, separator: UInt8(ascii: ",")).next()
    }
  }

  @Test func aLongLineOfAFileInBlocksIsAnError() throws {
    let folder = try Folder()
    let file = try folder.file("x.jsonl", String(repeating: " ", count: 300_000) + "\n1\n")
    let source = try ByteSource(path: file)
    let blocks = FileBlocks(
      name: "x", descriptor: source.descriptor, extent: try #require(source.extent), size: 1000,
      lineLimit: 50_000)
    var buffer: [UInt8] = []
    #expect(throws: ToolError.message("x: a line, record or element is longer than 50000 bytes")) {
      try blocks.read(0, into: &buffer)
    }
    #expect(try blocks.read(5, into: &buffer).isEmpty)
  }

  // MARK: - Descriptors

  @Test func aClosedStandardInputIsEmptyAndNotTheDataFile() throws {
    let room = try ReplFolder()
    _ = try room.folder.file("lines.jsonl", "{\"id\":1}\n{\"id\":2}\n")
    let outcome = try Tool.shell("cd \(room.folder.path); $Q repl lines.jsonl <&- 2>&1; echo $?")
    #expect(outcome.lines == ["2 rows, identified by id", "0"])
    #expect(try Tool.shell("$Q TRUEPREDICATE <&- 2>&1; echo $?").lines == ["1"])
  }

  @Test func aClosedOutputIsNotAFileThatIsOpenedLater() throws {
    let room = try ReplFolder()
    let outcome = try Tool.shell(
      """
      cd \(room.folder.path); cp people.json kept.json
      echo '.add 5' | $Q repl people.json >&-; echo $?
      echo '.none' | $Q repl people.json 2>&- > /dev/null; echo $?
      echo '.save saved.json' | $Q repl people.json >&- 2>&-; echo $?
      $Q --help >&- 2>&-; echo $?
      cmp people.json kept.json && echo same
      """)
    #expect(outcome.lines == ["2", "2", "0", "2", "same"])
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [
      "--help", "--version", "help", "help repl", "repl --help", "functions", "functions sqrt",
      "manual", "completions bash", "check 'a = 1'", "--explain 'a = 1'", "a==1 x.jsonl",
      "--count a==1 x.jsonl", "-o csv a==1 x.jsonl", "-o json a==1 x.jsonl",
      "-o table a==1 x.jsonl",
      "repl x.jsonl < script", "pipe < x.jsonl",
    ])
  func aFullDiskIsAnErrorOfEveryOutput(_ arguments: String) throws {
    let room = try ReplFolder()
    _ = try room.folder.file("x.jsonl", "{\"a\":1}\n")
    _ = try room.folder.file("script", "a == 1\n")
    let outcome = try Tool.shell("cd \(room.folder.path); $Q \(arguments) > /dev/full")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("output: No space left on device"), "\(outcome)")
  }
}
