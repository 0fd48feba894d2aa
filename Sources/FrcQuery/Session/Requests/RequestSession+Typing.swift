internal import FilterEngine
internal import FilterSyntax
internal import FilterableResults

extension Command {
  /// Requests of an editor while a filter is typed.
  static let typing: [Command] = [
    Command(operations: [
      Operation(
        "tokens", ["text"],
        """
        {"op":"tokens","text":"age"}
        {"tokens":[{"kind":"key","offset":0,"length":3,"utf16Offset":0,
          "utf16Length":3}]}
        """
      ) { session, members throws(ToolError) in
        .tokens(session.tokens(of: try members.text("text")))
      },
      Operation(
        "complete", ["text", "offset", "keys", "schema", "limit", "strict"],
        """
        {"op":"complete","text":"a","offset":1,"keys":{"age":"number"},"limit":1}
        {"replace":{"offset":0,"length":1},"items":[{"text":"age","kind":"key",
          "detail":"number"}]}
        """
      ) { session, members throws(ToolError) in .members(try session.completions(members)) },
    ])
  ]
}

extension RequestSession {
  /// The tokens of any text.
  fileprivate func tokens(of text: String) -> FilterTokens {
    FilterTokens(text, options: SyntaxOptions(vocabulary: libraries.vocabulary))
  }

  /// The completions at an offset, with the keys of a request or those of the loaded rows.
  fileprivate func completions(
    _ members: RequestMembers
  ) throws(ToolError) -> [(String, FilterValue)] {
    let text = try members.text("text")
    let offset = try members.optionalCount("offset") ?? text.utf8.count
    let completion = try completion(members)
    let list = completion.completions(
      in: text, at: offset, limit: try members.optionalCount("limit") ?? 50
    ) { key, prefix in
      members.isGiven("keys") || members.isGiven("schema")
        ? [] : controller.frequentValues(of: key, beginningWith: prefix)
    }
    let range = FilterValue.jsonObject([
      ("offset", .int(Int64(list.range.lowerBound))), ("length", .int(Int64(list.range.count))),
    ])
    return [("replace", range), ("items", .list(FilterList(list.items.map(\.json))))]
  }

  /// The number of loaded rows that are read for their keys.
  private static let sampleSize = 200

  private func completion(
    _ members: RequestMembers
  ) throws(ToolError) -> FilterCompletion<FilterValue> {
    let options = try members.options(libraries, nil, policy)
    if members.isGiven("schema") {
      let document = try members.value("schema")
      do throws(KeySchema.Mistake) {
        return FilterCompletion(
          keySchema: try KeySchema(
            jsonSchema: document, policy: policy?.texts, readsFormats: false), options)
      } catch {
        throw .request("'schema': \(error.description)")
      }
    }
    guard members.isGiven("keys") else {
      let rows = controller.items?.prefix(Self.sampleSize) ?? []
      return FilterCompletion(sample: rows.map(store.value), options: options)
    }
    guard case .object(let object) = try members.value("keys") else {
      throw .request("'keys' must be an object of key paths and kinds")
    }
    var keys: [String: FilterKind?] = [:]
    for (path, value) in object.members { keys[path] = .some(try kind(value, of: path)) }
    do throws(SyntaxError) {
      return try FilterCompletion(keys: keys, options: options)
    } catch {
      throw .refused(error)
    }
  }

  private func kind(_ value: FilterValue, of path: String) throws(ToolError) -> FilterKind? {
    switch value {
    case .null: return nil
    case .string(let name):
      if let kind = FilterKind(rawValue: name) ?? FilterKind(word: name) { return kind }
      let nearest = EditDistance.nearest(to: name, in: FilterKind.allCases.map(\.rawValue))
      throw .unknown("there is no kind", name, nearest: nearest, .invalidMember)
    default: throw .request("the kind of the key '\(path)' must be a text or null")
    }
  }
}

extension FilterCompletions.Item {
  fileprivate var json: FilterValue {
    var members: [(key: String, value: FilterValue)] = [
      ("text", .string(text)), ("kind", .string(kind.rawValue)), ("detail", .string(detail)),
    ]
    if let documentation {
      members.append(("summary", .string(documentation.summary)))
      members.append(("example", .string(documentation.example)))
    }
    return .jsonObject(members)
  }
}
