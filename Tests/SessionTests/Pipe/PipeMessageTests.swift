import FilterEngine
import Foundation
import Testing

@testable import FrcQuery

/// The words in which wrong requests are refused.
struct PipeMessageTests {
  private static let items = #"{"op":"set","items":[{"id":1},{"id":2}]}"#

  /// The answers of one session in this process.
  private func answers(_ requests: String...) -> [String] {
    let session = PipeSession(libraries: .standard)
    return requests.map { String(decoding: session.answer(Array($0.utf8)), as: UTF8.self) }
  }

  /// A name from elsewhere stands for what exists, and is no name here.
  @Test func otherNamesStandForWhatExists() throws {
    let operations = Dictionary(Operation.all.map { ($0.name, Set($0.members)) }) { $1 }
    for (name, (operation, member)) in OtherNames.operations {
      #expect(operations[name] == nil, "\(name)")
      let members = try #require(operations[operation], "\(name)")
      #expect(member.map(members.contains) ?? true, "\(name)")
      #expect(answers(#"{"op":"\#(name)"}"#)[0].contains("did you mean '\(operation)'"))
    }
    let known = operations.values.reduce(Set()) { $0.union($1) }
    for (name, members) in OtherNames.members {
      #expect(
        !members.contains(name) && !members.isEmpty && known.isSuperset(of: members), "\(name)")
    }
    // Each suggestion is a member of the operation.
    for (operation, members) in operations {
      for name in Set(OtherNames.members.keys).subtracting(members) {
        let answer = answers(#"{"op":"\#(operation)","\#(name)":1}"#)[0]
        let parts = answer.components(separatedBy: "did you mean '")
        guard parts.count == 2, let suggested = parts[1].components(separatedBy: "'").first else {
          continue
        }
        #expect(members.union(["op", "id"]).contains(suggested), "\(operation): \(answer)")
      }
    }
  }

  private static let refused: [(members: String, message: String)] = [
    (#""op":"add""#, "'item' is missing"), (#""op":1"#, "'op' must be a text"),
    (#""item":1"#, "'op' is missing"),
    (#""op":null"#, "'op' must be a text"),
    (#""op":"adds""#, "there is no op 'adds', did you mean 'add'?"),
    (#""op":"zzzzzzzz""#, "there is no op 'zzzzzzzz'"),
    (#""op":"count""#, "there is no op 'count', did you mean 'configure' with 'facets'?"),
    (#""op":"delete","key":1"#, "there is no op 'delete', did you mean 'remove'?"),
    (#""op":"open","file":"a.json""#, "'open' has no member 'file', did you mean 'source'?"),
    (
      #""op":"evaluate","where":"a == 1""#,
      "'evaluate' has no member 'where', did you mean 'filter'?"
    ),
    (#""op":"snapshot","where":"a == 1""#, "'snapshot' has no member 'where'"),
    (#""op":"add","item":1,"at":[0,0]"#, "'add' has no member 'at'"),
    (#""op":"add","itm":1"#, "'add' has no member 'itm', did you mean 'item'?"),
    (#""op":"section.move","form":1"#, "'section.move' has no member 'form', did you mean 'from'?"),
    (#""op":"add","item":1,"section":"0""#, "'section' must be a whole number"),
    (#""op":"add","item":1,"section":1.0"#, "'section' must be a whole number"),
    (#""op":"insert","item":1"#, "'at' is missing"),
    (#""op":"insert","at":[0,0]"#, "'item' is missing"),
    (#""op":"insert","item":1,"at":null"#, "'at' must be [section, item]"),
    (#""op":"insert","item":1,"at":[0]"#, "'at' must be [section, item]"),
    (#""op":"insert","item":1,"at":[0,0,0]"#, "'at' must be [section, item]"),
    (#""op":"insert","item":1,"at":[0,"0"]"#, "'at' must be [section, item]"),
    (#""op":"insert","item":1,"at":["0",0]"#, "'at' must be [section, item]"),
    (#""op":"insert","item":1,"at":0"#, "'at' must be [section, item]"),
    (#""op":"remove""#, "'key' or 'at' is missing"),
    (#""op":"remove","at":null"#, "'key' or 'at' is missing"),
    (#""op":"remove","key":1,"at":[0,0]"#, "'key' and 'at' exclude each other"),
    (#""op":"replace","at":[0,0]"#, "'item' is missing"),
    (#""op":"replace","item":1,"at":[0]"#, "'at' must be [section, item]"),
    (#""op":"move","from":[0,0]"#, "'to' is missing"),
    (#""op":"move","to":[0,0]"#, "'from' is missing"),
    (#""op":"set""#, "'items' is missing"), (#""op":"set","items":1"#, "'items' must be a list"),
    (#""op":"set","sections":1"#, "'sections' must be a list"),
    (#""op":"set","items":null,"sections":null"#, "'items' and 'sections' exclude each other"),
    (#""op":"set","sections":[1]"#, "a section must be an object"),
    (#""op":"set","sections":[{"name":"A"}]"#, "'items' is missing"),
    (
      #""op":"set","sections":[{"nme":"A","items":[]}]"#,
      "a section has no member 'nme', did you mean 'name'?"
    ),
    (#""op":"merge""#, "'items' is missing"),
    (#""op":"merge","items":null"#, "'items' must be a list"),
    (#""op":"merge","items":[],"sorted":1"#, "'sorted' must be true or false"),
    (#""op":"section.add","name":"A","items":1"#, "'items' must be a list"),
    (#""op":"section.insert","name":"A""#, "'at' is missing"),
    (#""op":"section.insert","at":"0""#, "'at' must be a whole number"),
    (#""op":"section.remove""#, "'at' is missing"),
    (#""op":"section.remove","at":0.5"#, "'at' must be a whole number"),
    (#""op":"section.replace","at":0"#, "'items' is missing"),
    (#""op":"section.replace","items":[]"#, "'at' is missing"),
    (#""op":"section.move","from":0"#, "'to' is missing"),
    (#""op":"section.move","to":0"#, "'from' is missing"),
    (#""op":"why""#, "'key' is missing"),
    (#""op":"snapshot","key":1"#, "'snapshot' has no member 'key'"),
    (#""op":"snapshot","from":-1"#, "'from' must not be negative"),
    (#""op":"snapshot","count":"5""#, "'count' must be a whole number"),
    (#""op":"snapshot","checksum":1"#, "'checksum' must be true or false"),
    (#""op":"configure","rows":1"#, "'rows' must be true or false"),
    (#""op":"filter.remove""#, "'name' or 'group' is missing"),
    (#""op":"filter.remove","name":null,"group":null"#, "'name' or 'group' is missing"),
    (#""op":"filter.remove","name":1"#, "'name' must be a text"),
    (#""op":"filter.add","name":"a""#, "'filter' is missing"),
    (#""op":"filter.add","filter":"a""#, "'name' is missing"),
    (#""op":"filter.add","name":"a","group":1,"filter":"a""#, "'group' must be a text"),
    (#""op":"filter.add","name":"a","filter":"a","args":1"#, "'args' must be a list"),
    (#""op":"filter.add","name":"a","filter":"a","variables":[]"#, "'variables' must be an object"),
    (#""op":"filter.add","name":"a","filter":"a","strict":0"#, "'strict' must be true or false"),
    (#""op":"filter.replaceAll""#, "'filters' is missing"),
    (#""op":"filter.replaceAll","filters":[1]"#, "a filter must be an object"),
    (#""op":"filter.replaceAll","filters":[{"op":"x"}]"#, "a filter has no member 'op'"),
    (#""op":"filter.replaceAll","filters":[{"name":"a"}]"#, "'filter' is missing"),
    (#""op":"evaluate","filter":1"#, "'filter' must be a text"),
    (#""op":"value""#, "'expression' is missing"),
    (#""op":"configure","identity":1"#, "'identity' must be a text"),
    (#""op":"configure","identity":"""#, "'identity' is empty"),
    (#""op":"configure","section":"""#, "'section' is empty"),
    (#""op":"configure","sort":"id""#, "'sort' must be a list"),
    (#""op":"configure","sort":[1]"#, "a sort key must be an object"),
    (#""op":"configure","sort":[{}]"#, "'key' is missing"),
    (#""op":"configure","sort":[{"key":""}]"#, "'key' is empty"),
    (#""op":"configure","sort":[{"key":"a","up":true}]"#, "a sort key has no member 'up'"),
    (#""op":"configure","sort":[{"key":"a","ascending":1}]"#, "'ascending' must be true or false"),
    (#""op":"configure","sort":[{"key":"a","options":1}]"#, "'options' must be a text"),
    (
      #""op":"configure","sort":[{"key":"a","options":"x"}]"#,
      "'options' must be letters of cdnl, or numeric"
    ),
    (
      #""op":"configure","sectionOrder":"up""#,
      "'sectionOrder' must be first, ascending or descending"
    ),
    (#""op":"configure","sectionOrder":1"#, "'sectionOrder' must be a text"),
    (
      #""op":"configure","emptySections":"keeep""#,
      "'emptySections' must be drop or keep, did you mean 'keep'?"
    ),
    (
      #""op":"configure","duplicates":"lst""#,
      "'duplicates' must be first, last or refuse, did you mean 'last'?"
    ),
  ]

  @Test func aWrongRequestIsToldWhy() {
    for (members, message) in Self.refused {
      let error = #""error":{"kind":"request","message":"\#(message)","code":""#
      let found = answers(Self.items, "{\(members)}", "{\"id\":7,\(members)}")
      #expect(found[1].hasPrefix("{" + error), "\(members)")
      #expect(found[2].hasPrefix("{\"id\":7," + error), "\(members)")
    }
  }

  @Test func whatIsNoObjectIsNoRequest() {
    for line in ["1", "[]", "null", "\"op\"", "true"] {
      #expect(
        answers(line) == [
          #"{"error":{"kind":"request","message":"a request must be an object","code":"invalid-request"}}"#
        ])
    }
    #expect(
      answers("", "{", #"{"op":"add","item":{"$date":true}}"#, #"{"op":"add","item":1e999}"#) == [
        #"{"error":{"kind":"request","message":"no value (byte 0)","code":"invalid-json"}}"#,
        #"{"error":{"kind":"request","message":"the text ends before the value does (byte 1)","code":"invalid-json"}}"#,
        #"{"error":{"kind":"data","message":"invalid value for $date","code":"invalid-value"}}"#,
        #"{"error":{"kind":"data","message":"a number is too large (byte 19)","code":"invalid-value"}}"#,
      ])
  }

  /// A long name is cut, and errors about a filter say where and what to do.
  @Test func errorsSayNoMoreThanIsOfUse() {
    let name = String(repeating: "x", count: 100)
    #expect(
      answers(#"{"op":"\#(name)"}"#)
        == [
          #"{"error":{"kind":"request","message":"there is no op '\#(name.prefix(80))'","code":"unknown-op"}}"#
        ])
    #expect(
      answers(#"{"op":"format","filter":"é CONTAIN 2"}"#) == [
        #"{"error":{"kind":"syntax","message":"there is no operator 'CONTAIN', did you mean 'CONTAINS'?","code":"unknown-operator","line":1,"column":3,"utf16Offset":2,"utf16Length":7,"fix":{"offset":3,"length":7,"replacement":"CONTAINS"},"offset":3,"length":7}}"#
      ])
    #expect(
      answers(#"{"op":"value","expression":"1 +\n 1 / a","item":{"a":0}}"#) == [
        #"{"error":{"kind":"evaluation","message":"1 / 0: division by zero","code":"division-by-zero","line":2,"column":2,"utf16Offset":5,"utf16Length":5,"offset":5,"length":5}}"#
      ])
  }
}
