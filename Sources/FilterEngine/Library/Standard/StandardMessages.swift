/// The methods of `FUNCTION`.
enum StandardMessages {
  static let all: [FilterMethod] = [
    message(
      "uppercaseString", .string, "The string in upper case.",
      "FUNCTION(\"sea\", \"uppercaseString\") == \"SEA\""
    ) { text, _, _ in .string(text.uppercased()) },
    message(
      "lowercaseString", .string, "The string in lower case.",
      "FUNCTION(\"Sea\", \"lowercaseString\") == \"sea\""
    ) { text, _, _ in .string(text.lowercased()) },
    message(
      "capitalizedString", .string, "The string with each word beginning in upper case.",
      "FUNCTION(\"the sea\", \"capitalizedString\") == \"The Sea\""
    ) { text, _, _ in .string(text.capitalizedWords) },
    message(
      "stringByAppendingString:", .string, "The string followed by another one.",
      "FUNCTION(\"sea\", \"stringByAppendingString:\", \"side\") == \"seaside\""
    ) { text, arguments, run throws(EvaluationError) in
      let other = try argument(0, StandardText.string("stringByAppendingString:", arguments[0]))
      return .string(try StandardText.join([text, other], run))
    },
    message(
      "stringByReplacingOccurrencesOfString:withString:", .string,
      "The string with each occurrence of a text replaced, byte for byte.",
      """
      FUNCTION("a-b-c", "stringByReplacingOccurrencesOfString:withString:", "-", "+") == "a+b+c"
      """
    ) { text, arguments, run throws(EvaluationError) in
      let name = "stringByReplacingOccurrencesOfString:withString:"
      let target = try argument(0, StandardText.string(name, arguments[0]))
      return .string(
        try StandardText.replace(
          text, target, argument(1, StandardText.string(name, arguments[1])), run)
      )
    },
    message(
      "componentsSeparatedByString:", .list, "The list of the parts between separators.",
      "FUNCTION(\"a,b\", \"componentsSeparatedByString:\", \",\") == {\"a\", \"b\"}"
    ) { text, arguments, run throws(EvaluationError) in
      let separator = try argument(
        0, StandardText.string("componentsSeparatedByString:", arguments[0]))
      try run.make(bytes: text.utf8.count)
      return .list(try StandardText.split(text, by: separator, run).map { .string($0) })
    },
    message(
      "substringFromIndex:", .string, "The string from a position on, counted in UTF-16 units.",
      "FUNCTION(\"seaside\", \"substringFromIndex:\", 3) == \"side\""
    ) { text, arguments, run throws(EvaluationError) in
      .string(try argument(0, StandardText.cut("substringFromIndex:", text, at: arguments[0]).tail))
    },
    message(
      "substringToIndex:", .string, "The string up to a position, counted in UTF-16 units.",
      "FUNCTION(\"seaside\", \"substringToIndex:\", 3) == \"sea\""
    ) { text, arguments, run throws(EvaluationError) in
      .string(try argument(0, StandardText.cut("substringToIndex:", text, at: arguments[0]).head))
    },
    FilterMethod(
      "objectAtIndex:",
      documentation: FilterDocumentation(
        "The element of a list at an index, counted from 0.",
        example: "FUNCTION({4, 5, 6}, \"objectAtIndex:\", 1) == 5")
    ) { receiver, arguments, _ throws(EvaluationError) in
      guard case .list = receiver else { throw refusal("objectAtIndex:", [.list], receiver) }
      return try argument(0, receiver.element(at: arguments[0]))
    },
    FilterMethod(
      "objectForKey:",
      documentation: FilterDocumentation(
        "The value of an object's key, nil where it has none.",
        // A filter has no literal for objects.
        example: "FUNCTION(nil, \"objectForKey:\", \"paris\") == nil")
    ) { receiver, arguments, _ throws(EvaluationError) in
      guard receiver.kind == .object else { throw refusal("objectForKey:", [.object], receiver) }
      return try argument(0, receiver.element(at: arguments[0]))
    },
    FilterMethod(
      "containsObject:", result: .boolean,
      documentation: FilterDocumentation(
        "Whether an equal value is among the elements of a list or a set.",
        example: "FUNCTION({4, 5}, \"containsObject:\", 5) == TRUE")
    ) { receiver, arguments, run throws(EvaluationError) in
      switch receiver {
      case .list(let values):
        return .bool(try run.contains(values.elements, arguments[0]))
      case .set(let set):
        try run.visit(arguments[0])
        return .bool(set.contains(arguments[0]))
      default: throw refusal("containsObject:", [.list, .set], receiver)
      }
    },
  ]

  /// A message to strings.
  @inline(never)
  private static func message(
    _ selector: String, _ result: FilterKind, _ summary: String, _ example: String,
    _ body:
      @escaping @Sendable (String, [FilterValue], EvaluationContext) throws(EvaluationError) ->
      FilterValue
  ) -> FilterMethod {
    FilterMethod(
      selector, result: result, documentation: FilterDocumentation(summary, example: example)
    ) { receiver, arguments, run throws(EvaluationError) in
      guard case .string(let text) = receiver else { throw refusal(selector, [.string], receiver) }
      return try body(text, arguments, run)
    }
  }

  @inline(never)
  private static func refusal(
    _ selector: String, _ receivers: [FilterKind], _ value: FilterValue
  ) -> EvaluationError {
    EvaluationError(
      .wrongReceiver(selector: selector, expected: receivers, found: value.kind)
    ).about(.receiver)
  }

  /// The result of `value`. Its errors get the argument at `index` as their part.
  private static func argument<Value>(
    _ index: Int, _ value: @autoclosure () throws(EvaluationError) -> Value
  ) throws(EvaluationError) -> Value {
    do throws(EvaluationError) {
      return try value()
    } catch {
      throw error.about(.argument(index))
    }
  }
}
