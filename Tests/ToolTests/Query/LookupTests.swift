import TestSupport
import Testing
import ToolTestSupport

/// `--lookup`, which finds rows of another file by a key.
struct LookupTests {
  private static let customers = "cid,name,country,level\n1,Ann,NO,3\n2,Bo,SE,\nx7,Cy,NO,10\n"

  private static let orders = """
    {"id":1,"cid":1,"sum":50}
    {"id":2,"cid":2.0,"sum":7}
    {"id":3,"cid":"x7","sum":9}
    {"id":4,"cid":"1","sum":11}
    {"id":5,"cid":9,"sum":1}
    {"id":6}

    """

  @Test(
    arguments: [
      (["customers.country == 'NO'", "-r", "--select", "id"], "1\n3\n4\n"),
      (["customers == nil", "-r", "--select", "id"], "5\n6\n"),
      (["customers.country == 'XX'"], ""),
      (["customers.level > 3", "-r", "--select", "id"], "3\n"),
      (
        ["sum > 10", "--select", "id,who=customers.name,customers.level"],
        """
        {"id":1,"who":"Ann","customers.level":3}
        {"id":4,"who":"Ann","customers.level":3}

        """
      ),
      (["TRUE", "--sort", "customers.name:desc", "-r", "--select", "id"], "3\n2\n1\n4\n5\n6\n"),
      (
        ["TRUE", "--count-by", "customers.country", "-o", "csv"],
        "customers.country,count\nNO,3\n,2\nSE,1\n"
      ),
      (["TRUE", "--unique", "customers.country", "-r", "--select", "id"], "1\n2\n5\n"),
      (["id == 1", "-o", "jsonl"], "{\"id\":1,\"cid\":1,\"sum\":50}\n"),
    ] as [([String], String)])
  func aRowIsFound(_ arguments: [String], _ expected: String) throws {
    let folder = try Folder()
    let file = try folder.file("customers.csv", Self.customers)
    let outcome = try Tool.run(
      arguments + ["--lookup", "cid=\(file):cid"], input: Self.orders)
    #expect(outcome.text == expected && outcome.errors == "", "\(outcome)")
    let named = try Tool.run(
      arguments.map { $0.replacing("customers", with: "c") } + ["--lookup", "c:cid=\(file):cid"],
      input: Self.orders)
    #expect(named.text == expected.replacing("customers", with: "c"), "\(named)")
  }

  @Test func cellsFindRowsOfJSON() throws {
    let folder = try Folder()
    let file = try folder.file(
      "owners.v2.jsonl", "{\"k\":7,\"n\":\"a\"}\n{\"k\":\"x\",\"n\":\"b\"}\n")
    let outcome = try Tool.run(
      "TRUE", "-i", "csv", "--lookup", "owner=\(file):k", "--select", "id,owners.n", "-o", "csv",
      input: "id,owner\n1,7\n2,8\n")
    #expect(outcome.text == "id,owners.n\n1,a\n2,\n", "\(outcome)")
  }

  /// A cell is the text or the number that the key of a document is, whatever its column holds elsewhere.
  @Test(arguments: ["1\n2\n01\n", "1\n2\nx\n", "1\n2\n"])
  func cellsFindTextsAndNumbers(_ cells: String) throws {
    let folder = try Folder()
    let file = try folder.file(
      "r.jsonl",
      """
      {"id":1,"v":"a"}
      {"id":"2","v":"b"}
      {"id":2,"v":"c"}

      """)
    for arguments in [["r.v != nil"], ["TRUE", "--sort", "r.v"]] {
      let outcome = try Tool.run(
        arguments + ["-i", "csv", "--lookup", "n=\(file):id", "-r", "--select", "r.v"],
        input: "n\n" + cells)
      #expect(outcome.text.split(separator: "\n").contains("a"), "\(outcome)")
      #expect(outcome.text.split(separator: "\n").contains("b"), "\(outcome)")
      #expect(!outcome.text.contains("c"), "\(outcome)")
    }
  }

  /// Messages have the names of rows of other files as they are written.
  @Test(
    arguments: [
      (
        ["customers == 'NO'"],
        "'customers' is an object: compare one of its keys, such as customers.cid"
      ),
      (["customers.name + 1 > 3"], "write number(customers.name)"),
      (
        ["customers.name == 'Cy'", "--why"],
        "✗ customers.name == \"Cy\"    customers.name is \"Ann\""
      ),
      (["customers.name == 'Cy'", "--explain"], "customers.name == \"Cy\"    --"),
    ] as [([String], String)])
  func messagesHaveWrittenNames(_ arguments: [String], _ expected: String) throws {
    let folder = try Folder()
    let file = try folder.file("customers.csv", Self.customers)
    let outcome = try Tool.run(
      arguments + ["--lookup", "cid=\(file):cid"], input: Self.orders)
    let texts = outcome.text + outcome.errors
    #expect(texts.contains(expected) && !texts.contains("lookup "), "\(outcome)")
  }

  /// A field that no row of the other file has is noted, whether or not rows match.
  @Test(
    arguments: [
      (["customers.nmae == 'Ann'"], "customers.nmae", ", did you mean 'customers.name'?"),
      (["customers.nmae == nil", "-c"], "customers.nmae", ", did you mean 'customers.name'?"),
      (
        ["TRUE", "-c", "--select", "customers.nmae"], "customers.nmae",
        ", did you mean 'customers.name'?"
      ),
      (["TRUE", "--sort", "customers.zzzzzzzzzzzz", "-c"], "customers.zzzzzzzzzzzz", ""),
      (["TRUE", "--count-by", "customers.name", "-o", "csv"], nil, ""),
      (["customers.level > 3", "-c"], nil, ""), (["customers == nil", "-c"], nil, ""),
    ] as [([String], String?, String)])
  func anUnknownFieldIsNoted(_ arguments: [String], _ key: String?, _ question: String) throws {
    let folder = try Folder()
    let file = try folder.file("customers.csv", Self.customers)
    let lookup = ["--lookup", "cid=\(file):cid"]
    let expected = key.map { "note: no row has a value for '\($0)'\(question)\n" } ?? ""
    let outcome = try Tool.run(arguments + lookup, input: Self.orders)
    #expect(outcome.errors == expected, "\(outcome)")
    #expect(try Tool.run(arguments + lookup + ["-q"], input: Self.orders).errors == "")
  }

  /// A lookup does not hide a key of the rows.
  @Test(arguments: [
    ("a.jsonl", Self.orders), ("a.csv", "id,sum,cid\n1,2,1\n"),
    ("a.json", #"[{"cid":1},{"cid":2,"sum":null}]"#),
  ])
  func aNameOfAKeyIsAnError(_ name: String, _ text: String) throws {
    let folder = try Folder()
    let file = try folder.file("customers.csv", Self.customers)
    let input = try folder.file(name, text)
    let outcome = try Tool.run("TRUE", input, "--lookup", "sum:cid=\(file):cid")
    #expect(
      outcome.errors
        == "frc-query: the rows have a key 'sum', as the lookup is named: write --lookup "
        + "NAME:FIELD=FILE:KEY\n", "\(outcome)")
    #expect(outcome.status == 2 && outcome.text == "")
    let other = try Tool.run("TRUE", input, "-c", "--lookup", "total:cid=\(file):cid")
    #expect(other.status == 0 && other.errors == "", "\(other)")
  }

  @Test(
    arguments: [
      ("cid", "frc-query: 'cid' is not a lookup: write --lookup FIELD=FILE:KEY\n"),
      ("cid=F", "frc-query: 'cid=F' is not a lookup: write --lookup FIELD=FILE:KEY\n"),
      ("cid=/no/such.csv:cid", "frc-query: /no/such.csv: No such file or directory\n"),
      ("cid=F:nmae", "frc-query: F: row 1 has no nmae\n"),
      (
        "cid=F:country",
        "frc-query: F: more than one row has the country \"NO\", such as row 3\n"
      ),
    ])
  func aWrongLookupIsAnError(_ lookup: String, _ expected: String) throws {
    let folder = try Folder()
    // The colon of a path is none before a key.
    let file = try folder.file("customers.csv", Self.customers)
    func named(_ text: String) -> String {
      text.hasPrefix("frc-query: 'cid") || text == "cid=F"
        ? text : text.replacing("F:", with: file + ":")
    }
    let outcome = try Tool.run("TRUE", "--lookup", named(lookup), input: Self.orders)
    #expect(outcome.errors == named(expected) && outcome.status == 2, "\(outcome)")
  }
}
