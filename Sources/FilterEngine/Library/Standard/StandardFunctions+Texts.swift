extension StandardFunctions {
  /// Functions of strings that Foundation lacks, or has only as messages.
  static let moreTexts: [FilterFunction] = [
    total(
      "replace:", [.string, .string, .string], .string,
      "The string with each occurrence of a text replaced, byte for byte.",
      "replace(\"a-b-c\", \"-\", \"+\") == \"a+b+c\""
    ) { arguments, run throws(EvaluationError) in
      let texts = try StandardText.strings("replace", arguments)
      return .string(try StandardText.replace(texts[0], texts[1], texts[2], run))
    },
    total(
      "split:", [.string, .string], .list, "The list of the parts of a string between separators.",
      "split(\"a,b\", \",\") == {\"a\", \"b\"}"
    ) { arguments, run throws(EvaluationError) in
      let texts = try StandardText.strings("split", arguments)
      try run.make(bytes: texts[0].utf8.count)
      return .list(try StandardText.split(texts[0], by: texts[1], run).map { .string($0) })
    },
    total(
      "substring:", [.string, .number, .number], .string,
      "A part of a string: its first position from 0, and at most so many UTF-16 units.",
      "substring(\"seaside\", 3, 2) == \"si\""
    ) { arguments, _ throws(EvaluationError) in
      let text = try StandardText.string("substring", arguments[0])
      let start = try FilterArithmetic.int64("substring", arguments[1])
      let count = try arguments.count < 3 ? nil : FilterArithmetic.int64("substring", arguments[2])
      return .string(StandardText.part(of: text, from: start, count: count))
    },
    total(
      "concat:", [.string], .string, "The strings one after the other.",
      "concat(\"sea\", \"-\", \"side\") == \"sea-side\""
    ) { arguments, run throws(EvaluationError) in
      let texts = try StandardText.strings("concat", arguments)
      try run.spend(texts.count)
      return .string(try StandardText.join(texts, run))
    },
    total(
      "trim:", [.string], .string, "The string without white space and line ends around it.",
      "trim(\" sea side \") == \"sea side\""
    ) { arguments, _ throws(EvaluationError) in
      .string(StandardText.trimmed(try StandardText.string("trim", arguments[0])))
    },
    total(
      "capture:", [.string, .string, .number], .string,
      "The part of a string that a pattern finds first: of a group, or 0 for the whole.",
      "capture(\"id=42;\", \"id=([0-9]+)\", 1) == \"42\"", captured(with: nil)
    ).searching { pattern in total(captured(with: pattern)) },
    total(
      "cidr:", [.string, .string], .boolean,
      "Whether a string is an address of IPv4 or IPv6 in a network.",
      "cidr(\"10.1.2.3\", \"10.0.0.0/8\")", isAddress(in: nil)
    ).reading { arguments in
      guard case .string(let text)? = arguments[1] else {
        return FilterFunction.Constants(body: total(isAddress(in: nil)))
      }
      let network = Result { () throws(EvaluationError) in try Self.network(text) }
      var constants = FilterFunction.Constants(body: total(isAddress(in: network)))
      if case .failure(let error) = network { constants.failure = (1, error) }
      return constants
    },
    total(
      "version:", [.string], .string,
      "A text that stands for a version, and is less than that of each later version.",
      "version(\"1.9\") < version(\"v1.10\")"
    ) { arguments, _ throws(EvaluationError) in
      let key = VersionKey(try StandardText.string("version", arguments[0]))
      return key.map { .string(String(decoding: $0.text, as: UTF8.self)) } ?? .null
    },
  ]

  /// Whether a text is an address in a network.
  private static func isAddress(
    in constant: Result<IPNetwork, EvaluationError>?
  ) -> FilterFunction.Body {
    { arguments, _ throws(EvaluationError) in
      let texts = try StandardText.strings("cidr", arguments)
      let network = if let constant { try constant.get() } else { try Self.network(texts[1]) }
      return .bool(IPAddress(texts[0]).map(network.contains) ?? false)
    }
  }

  private static func network(_ text: String) throws(EvaluationError) -> IPNetwork {
    if let network = IPNetwork(text) { return network }
    let shown = FilterValue.string(text).clipped
    throw EvaluationError(
      .custom(.unknownName, "\(shown) is not a network, such as 10.0.0.0/8 or fd00::/8"))
  }

  /// No pattern has so many groups.
  private static let farthestGroup = Int64(PatternLimits.maximumLength)

  /// The part of a text that a pattern finds; nil where it finds none, or the pattern has no such group.
  private static func captured(with constant: CompiledPattern?) -> FilterFunction.Body {
    { arguments, run throws(EvaluationError) in
      let texts = try StandardText.strings("capture", Array(arguments[..<2]))
      let group = try FilterArithmetic.int64("capture", arguments[2])
      let expression =
        if let constant { try constant.get() } else {
          try run.patterns.expression(texts[1], [], searches: true, run)
        }
      try run.spend(1 + texts[0].utf8.count / RegexScratch.bytesOfStep)
      var text = texts[0]
      // `withUTF8` rethrows errors without their type.
      let part = text.withUTF8 { bytes in
        Result { () throws(EvaluationError) -> String? in
          let range = try expression.range(
            ofGroup: Int(clamping: min(group, farthestGroup)), in: bytes, isASCII: bytes.isASCII,
            run.regexScratch)
          return range.map { String(decoding: bytes[$0], as: UTF8.self) }
        }
      }
      return try part.get().map { .string($0) } ?? .null
    }
  }
}
