import FilterEngine
import Foundation

@testable import FilterJSON
@testable import FrcQuery

/// The ways into the program: one run, the REPL, the pipe and the server of the Model Context Protocol.
extension PolicyRun {
  /// Whether two evaluations of the text are the same.
  private var isSteady: Bool { !text.contains("now") && !text.isUnsteady }

  /// Throws where what is hidden changes what a run writes: rows, notes and errors.
  func checkTool(_ policy: FilterPolicy, _ paths: [[String]]) throws {
    guard !paths.contains([]), isSteady else { return }
    var texts: Set<String> = []
    for secret in [FilterValue.int(1), "SECRET"] {
      let input = try FuzzFile(row(hiding: secret, paths), ending: ".jsonl")
      let output = try FuzzFile([])
      defer {
        input.remove()
        output.remove()
      }
      let descriptor = open(output.path, O_WRONLY | O_APPEND)
      defer { close(descriptor) }
      var surroundings = Surroundings(
        input: -1, output: descriptor, errors: descriptor, environment: [:])
      surroundings.policy = policy
      let status = Program.run(
        [
          "filter", "--policy=read", "--var=k=b", "--output=jsonl", "--errors=json", "--", text,
          input.path,
        ], in: surroundings)
      let written = String(decoding: try output.contents(), as: UTF8.self)
      texts.insert("\(status) " + written.replacingOccurrences(of: input.name, with: "rows"))
    }
    guard texts.count > 1 else { return }
    throw FuzzMismatch("\(text) under \(permitted) writes what is hidden: \(texts)")
  }

  /// Throws where what is hidden changes an answer of the server.
  func checkServer(_ policy: FilterPolicy, _ paths: [[String]]) throws {
    guard !paths.contains([]), isSteady else { return }
    let arguments = #"{"source":"rows","filter":\#(FilterValue.string(text).json)}"#
    var texts: Set<String> = []
    for secret in [FilterValue.int(1), "SECRET"] {
      let input = try FuzzFile(row(hiding: secret, paths), ending: ".jsonl")
      defer { input.remove() }
      let server = try ServedRun(rows: input.path, policy)
      let answers = ["query", "explain"].flatMap { tool in
        server.answers(
          Array(
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","#.utf8)
            + Array(#""arguments":\#(arguments)}}"#.utf8))
      }
      let told = answers.map { String(decoding: $0, as: UTF8.self) }.joined()
      texts.insert(told.replacingOccurrences(of: input.name, with: "rows"))
    }
    guard texts.count > 1 else { return }
    throw FuzzMismatch("\(text) under \(permitted) is served what is hidden: \(texts)")
  }

  /// The row with `secret` in the place of all that is not permitted, in JSON.
  private func row(hiding secret: FilterValue, _ paths: [[String]]) -> [UInt8] {
    JSONWriter().bytes(Self.replacing(content, at: [], outside: paths, by: secret))
  }

  /// Throws where what is hidden changes what the REPL says and the pipe answers.
  func checkSessions(_ policy: FilterPolicy, _ paths: [[String]]) throws {
    guard !paths.contains([]), isSteady, !text.contains("\n"), !text.contains(".timer")
    else { return }
    let policy = try SessionPolicy(policy, .standard, bindings: [:], limits: .standard)
    let key = text.split(separator: " ").first.map(String.init) ?? "a"
    var told: Set<String> = []
    for secret in [FilterValue.int(1), "SECRET"] {
      let row = Self.replacing(content, at: [], outside: paths, by: secret)
      var said = try Self.said(
        [text, ".filter add A \(text)", ".show", ".sort \(key)"], row, policy)
      let pipe = PipeSession(libraries: .standard, policy: policy)
      let filter = FilterValue.string(text).json
      for request in [
        #"{"op":"set","items":[\#(row.json)]}"#, #"{"op":"tree","filter":\#(filter)}"#,
        #"{"op":"filter.add","name":"A","filter":\#(filter)}"#, #"{"op":"snapshot"}"#,
        #"{"op":"value","expression":\#(filter),"item":\#(row.json)}"#,
        #"{"op":"complete","text":\#(filter)}"#,
        #"{"op":"explain","filter":\#(filter),"item":\#(row.json)}"#,
      ] {
        said += String(decoding: pipe.answer(request.utf8), as: UTF8.self) + "\n"
      }
      told.insert(said)
    }
    guard told.count > 1 else { return }
    throw FuzzMismatch("\(text) under \(permitted) tells a session what is hidden: \(told)")
  }

  /// What a session over one row says.
  private static func said(
    _ lines: [String], _ row: FilterValue, _ policy: SessionPolicy
  ) throws -> String {
    let output = try FuzzFile([])
    let input = try FuzzFile(JSONWriter().bytes(row), ending: ".jsonl")
    defer {
      input.remove()
      output.remove()
    }
    let descriptor = open(output.path, O_WRONLY | O_APPEND)
    defer { close(descriptor) }
    let session = Session(
      in: Surroundings(input: -1, output: descriptor, errors: descriptor, environment: [:]),
      isTerminal: false, libraries: .standard, policy: policy)
    var end = ""
    do throws(ToolError) {
      try session.open(input.path)
    } catch {
      end += error.text ?? ""
    }
    for line in lines {
      do throws(ToolError) {
        try session.run(line)
      } catch {
        end += error.text ?? ""
      }
    }
    do throws(ToolError) {
      try session.flush()
    } catch {
      end += error.text ?? ""
    }
    let written = String(decoding: try output.contents(), as: UTF8.self) + end
    return written.replacingOccurrences(of: input.name, with: "rows")
  }
}
