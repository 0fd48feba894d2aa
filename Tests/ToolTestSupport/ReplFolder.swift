import Foundation

/// A folder with the files that sessions use, in which they run.
package struct ReplFolder {
  package let folder: Folder

  package init() throws {
    folder = try Folder()
    _ = try folder.file(
      "people.json", try Data(contentsOf: URL(fileURLWithPath: Tool.sample("people.json"))))
    _ = try folder.file(
      "more.jsonl",
      #"{"id":3,"name":"Grace","age":86,"city":"Arlington"}"# + "\n"
        + #"{"id":8,"name":"Emmy","age":53,"city":"Göttingen"}"# + "\n")
    _ = try folder.file("numbers.csv", "code,name\nAAA,First\nBBB,\nCCC,Third\n")
    _ = try folder.file(
      "odd.jsonl",
      ##"{"size":3,"a b":1,"#d":7,"o":{"in":2}}"## + "\n"
        + ##"{"size":1,"a b":2,"#d":8,"o":{"in":1}}"##)
    _ = try folder.file("scalars.jsonl", "3\n\"x\"\n1.50\n3\n")
    _ = try folder.file("bad.jsonl", "{\"id\":1}\n\n{\"id\":2,}\n")
    _ = try folder.file("empty.jsonl", "\n")
    _ = try folder.file("inner.frc", "#! frc-query repl\n.mode table\n\nSELF >\n.show\n")
    _ = try folder.file("endless.frc", ".read endless.frc\n")
  }

  /// Runs lines as a script, output and errors in the order in which they came.
  package func session(_ script: String, file: String?) throws -> Tool.Outcome {
    try Tool.run(
      ["repl"] + (file.map { [$0] } ?? []), input: script, joined: true, in: folder.path)
  }
}
