internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

// What is known of a predicate, for programs.
extension CheckCommand {
  /// An object about a predicate on a line, in the form of answers of the pipe.
  static func answer(
    about text: String, _ arguments: [FilterValue], knowing known: [String: FilterValue]?,
    _ options: FilterOptions, _ schema: KeySchema?
  ) -> (line: [UInt8], isError: Bool) {
    var bytes: [UInt8] = []
    do throws(ToolError) {
      let (predicate, notes) = try checked(text, arguments, options, schema)
      let answer =
        if let known {
          try Answer.residual(
            of: predicate, knowing: known, in: text,
            hasAlways: options.policy?.always.isEmpty == false)
        } else {
          try description(of: predicate, options, schema)
        }
      try write(answer, to: &bytes)
      if known == nil {
        bytes.appendMember("notes")
        bytes.appendList(notes.map { $0.diagnostic(in: text) }) {
          ToolError.write(note: $0.message, $0, to: &$1)
        }
      }
      return ([UInt8(ascii: "{")] + bytes + Array("}\n".utf8), false)
    } catch {
      bytes = [UInt8(ascii: "{")]
      error.write(to: &bytes)
      return (bytes + Array("}\n".utf8), true)
    }
  }

  private static func checked(
    _ text: String, _ arguments: [FilterValue], _ options: FilterOptions, _ schema: KeySchema?
  ) throws(ToolError) -> (FilterPredicate<FilterValue>, [FilterNote]) {
    do throws(SyntaxError) {
      return try predicate(of: text, arguments, options, schema)
    } catch {
      throw .refused(error)
    }
  }

  /// The members of an answer that describe a predicate, without the filter that a policy joins to it.
  private static func description(
    of predicate: FilterPredicate<FilterValue>, _ options: FilterOptions, _ schema: KeySchema?
  ) throws(ToolError) -> Answer {
    let policy = options.policy
    do throws(SyntaxError) {
      let asked = try FilterPredicate<FilterValue>(
        predicate.asked, options: FilterOptions(libraries: options.libraries, rules: options.rules))
      let keys = asked.syntax.usedKeyPaths.map { path in
        let kind = policy?.kind(ofKeyPath: path) ?? schema?.kind(ofKeyPath: path)
        return (key: path, value: kind.map { FilterValue.string($0.word) } ?? .null)
      }
      let cost = (policy ?? .unrestricted).estimatedSteps(of: asked)
      return .members(
        Answer.format(of: asked.syntax, options) + [
          ("tree", try asked.treeData()),
          ("keys", .object(FilterObject(keys))), ("cost", cost.map { .int(Int64($0)) } ?? .null),
        ])
    } catch {
      throw .refused(error)
    }
  }

  private static func write(_ answer: Answer, to bytes: inout [UInt8]) throws(ToolError) {
    do throws(EvaluationError) {
      try answer.write(
        to: &bytes, JSONWriter(style: .tagged), EvaluationContext(of: .standard.beginning()))
    } catch {
      throw .refused(error)
    }
  }
}
