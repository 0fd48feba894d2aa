internal import ArgumentParser
internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

/// The policy of a command.
struct PolicyOptions: ParsableArguments {
  @Option(
    name: .customLong("policy"), parsing: .unconditional,
    help: ArgumentHelp(
      "Permit only the keys, functions, operators and limits that the JSON of a file lists; other keys do not exist.",
      valueName: "file"),
    completion: .file())
  var file: String?

  /// The policy for filters that use these libraries; nil without the option.
  func policy(
    _ libraries: FilterLibraries, in surroundings: Surroundings
  ) throws(ToolError) -> FilterPolicy? {
    guard let file else { return nil }
    return try Self.read(file, libraries, in: surroundings)
  }

  /// The policy in a file.
  static func read(
    _ file: String, _ libraries: FilterLibraries, in surroundings: Surroundings
  ) throws(ToolError) -> FilterPolicy {
    let source = try surroundings.source(file)
    let bytes = try source.readAll()
    let mark = ArraySlice.byteOrderMark
    let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    let value: FilterValue
    do throws(JSONError) {
      value = try JSONReader(refusingRepeatedMembers: true).read(text)
    } catch {
      throw .message("\(source.name): \(error.description)")
    }
    do throws(PolicyForm.Mistake) {
      return try PolicyForm(libraries).policy(value)
    } catch {
      throw .message("\(source.name): \(error.description)")
    }
  }
}

extension KeyColumn {
  /// The column of a text under a policy. Of what the text can mean, only what the policy permits is left.
  func permitted(
    by policy: FilterPolicy?, _ libraries: FilterLibraries
  ) throws(ToolError) -> KeyColumn {
    guard let policy else { return self }
    return try choosing { expression throws(ToolError) in
      do throws(SyntaxError) {
        _ = try FilterExpression<FilterValue>(
          // The description is Foundation's, in which the key `a-b` reads as a difference of two others.
          text: expression.syntax.sourceText,
          options: FilterOptions(libraries: libraries, policy: policy))
      } catch {
        throw ToolError.syntax(error)
      }
    }
  }
}
