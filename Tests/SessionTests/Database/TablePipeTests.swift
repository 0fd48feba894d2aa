#if SQLite
  import FilterSQLite
  import Foundation
  import Testing
  import ToolTestSupport

  /// The requests of the pipe for tables.
  struct TablePipeTests {
    private let database: DatabaseFile

    init() throws { database = try DatabaseFile.people() }

    private var open: String { #"{"op":"open","source":"\#(database.path)"}"# }
    private var openForEdits: String { String(open.dropLast()) + #","write":true}"# }

    @Test func aTableIsOpenedAndDescribed() throws {
      try expect(
        open ~> reload,
        #"{"op":"tables"}"# ~> #"{"tables":[{"table":"person","kind":"table"}]}"#,
        #"{"op":"filter.add","name":"A","filter":"age > 40"}"#
          ~> changes(#""deleted":[[0,3],[0,2],[0,0]]"#),
        ask ~> flat(#"{"id":2,"name":"Alan","age":41,"city":"London","score":null}"#))
      let answers = try converse([open, #"{"op":"schema"}"#, #"{"op":"sql","filter":"age > 3"}"#])
      #expect(answers[1].contains(#"{"key":"city","type":"TEXT","nil":"","index":"index"}"#))
      #expect(answers[2].hasPrefix(#"{"sql":"SELECT \"id\""#))
    }

    @Test func onlySomeRowsAreRead() throws {
      let filtered = String(open.dropLast()) + #","filter":"age > %@","args":[30]}"#
      try expect(
        filtered ~> reload,
        ask
          ~> flat(
            #"{"id":1,"name":"Ada","age":36,"city":"London","score":1.5},"#
              + #"{"id":2,"name":"Alan","age":41,"city":"London","score":null}"#))
      let answers = try converse([String(open.dropLast()) + #","limit":3}"#, ask])
      #expect(answers[0].contains("more than 3 rows; 'filter' reads fewer, 'limit' allows more"))
      #expect(answers[1] == #"{"sections":null}"#)
    }

    @Test func editsAreWritten() throws {
      try expect(
        openForEdits ~> reload,
        #"{"op":"remove","key":1}"# ~> changes(#""deleted":[[0,0]]"#),
        #"{"op":"add","item":{"id":9,"name":"New"}}"# ~> changes(#""inserted":[[0,3]]"#),
        #"{"op":"begin"}"# ~> nothing,
        #"{"op":"remove","key":2}"# ~> nothing,
        #"{"op":"rollback"}"# ~> nothing)
      let answers = try converse([open, ask])
      #expect(answers[1].contains(#"{"id":9,"name":"New","age":null,"city":null,"score":null}"#))
      #expect(answers[1].contains(#"{"id":2,"#))
      #expect(!answers[1].contains(#"{"id":1,"#))
    }

    @Test func whatATableCannotDoIsRefused() throws {
      for (lines, message) in [
        ([open, #"{"op":"remove","key":1}"#], "opened read-only"),
        ([openForEdits, #"{"op":"remove","at":[0,0]}"#], "no position"),
        ([openForEdits, #"{"op":"configure","identity":"name"}"#], "identified by its key"),
        ([openForEdits, #"{"op":"add","item":{"id":9,"nome":"x"}}"#], "did you mean 'name'?"),
        ([String(open.dropLast()) + #","filter":"agee > 3"}"#], "no key 'agee'"),
        (
          [open, #"{"op":"sql","filter":"agee > 3"}"#],
          #""code":"unknown-key","line":1,"column":1,"utf16Offset":0,"utf16Length":4"#
        ),
        ([#"{"op":"refresh"}"#], "no table is open"),
        (
          [#"{"op":"open","source":"\#(Tool.sample("people.json"))","write":true}"#],
          "'write' is for files with tables"
        ),
        ([String(open.dropLast()) + #","rows":"r"}"#], "--rows is for files of rows"),
        ([#"{"op":"open","source":"/nowhere.db"}"#], "No such file"),
      ] {
        let answers = try converse(lines)
        #expect(answers.last?.hasPrefix(#"{"error":{"kind":"#) == true)
        #expect(answers.last?.contains(message) == true, "\(answers.last ?? "")")
      }
    }

    @Test func editsNeedAKeyOfOneColumn() throws {
      let database = try DatabaseFile(
        "CREATE TABLE t (a, b, PRIMARY KEY (a, b)); INSERT INTO t VALUES (1, 2)")
      let open = #"{"op":"open","source":"\#(database.path)"}"#
      let answers = try converse([open, ask, String(open.dropLast()) + #","write":true}"#])
      #expect(answers[1] == flat(#"{"a":1,"b":2}"#))
      #expect(answers[2].contains("rows of 't' have no key of one column"))
    }

    @Test func commitsOfOthersAreReadByRefresh() throws {
      let session = try PipedSession()
      #expect(try session.answer(openForEdits) == reload)
      try database.write { try $0.execute("UPDATE person SET age = 99 WHERE id = 2") }
      #expect(
        try session.answer(#"{"op":"remove","key":2}"#).contains("changed by another program"))
      #expect(
        try session.answer(#"{"op":"refresh"}"#) == changes(#""updated":[[[0,1],[0,1]]]"#))
      #expect(try session.answer(#"{"op":"refresh"}"#) == nothing)
      #expect(try session.answer(#"{"op":"remove","key":2}"#) == changes(#""deleted":[[0,1]]"#))
      #expect(try session.answer(set(1, 2)).hasPrefix(#"{"changes":[{"deleted""#))
      #expect(try session.answer(#"{"op":"refresh"}"#).contains("no table is open"))
    }
  }
#endif
