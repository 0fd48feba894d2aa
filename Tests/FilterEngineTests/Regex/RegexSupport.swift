import FoundationRegex

@testable import FilterEngine

/// The libraries that match regular expressions; both read the same language.
enum RegexLibrary: CaseIterable, Sendable {
  /// The one that the product uses here
  case own
  case foundation

  private var backend: RegexBackend {
    switch self {
    case .own: RegexBackend.current
    case .foundation: .portable(FoundationProgram.self)
    }
  }

  /// Whether ICU matches, which nests less deep.
  var isICU: Bool {
    if case .portable = backend { true } else { false }
  }

  func compile(
    _ pattern: String, options: String = "", usesShortcuts: Bool = true
  ) throws(EvaluationError) -> any RegularExpression {
    let source = try RegexSource(
      pattern, caseInsensitive: options.contains("c"), diacriticInsensitive: options.contains("d"))
    return try RegexBackend.compile(source, usesShortcuts: usesShortcuts, by: backend)
  }
}

/// What a pattern says of a text: its answer, or the message of its error.
enum RegexOutcome: Equatable, CustomStringConvertible {
  case answer(Bool)
  case failure(String)

  var description: String {
    switch self {
    case .answer(let answer): "\(answer)"
    case .failure(let message): message
    }
  }

  var message: String? {
    if case .failure(let message) = self { message } else { nil }
  }

  /// Whether a match was begun and given up.
  var isSurrender: Bool {
    if case .failure(let message) = self { message.contains(" gave up: ") } else { false }
  }
}

func regexOutcome(
  _ pattern: String, _ text: String, options: String = "", usesShortcuts: Bool = true,
  by library: RegexLibrary = .own
) -> RegexOutcome {
  do throws(EvaluationError) {
    return regexOutcome(
      try library.compile(pattern, options: options, usesShortcuts: usesShortcuts), text)
  } catch {
    return .failure(error.message)
  }
}

func regexOutcome(_ expression: any RegularExpression, _ text: String) -> RegexOutcome {
  let scratch = RegexScratch()
  let bytes = Array(text.utf8)
  let isASCII = bytes.allSatisfy { $0 < 0x80 }
  do throws(EvaluationError) {
    let answer = try bytes.withUnsafeBufferPointer { (buffer) throws(EvaluationError) -> Bool in
      let tested = expression.test(buffer, isASCII: isASCII, scratch)
      let answer = try expression.matches(buffer, isASCII: isASCII, scratch)
      // What takes long has no quick answer.
      precondition(tested == -1 || tested == (answer ? 1 : 0))
      return answer
    }
    return .answer(answer)
  } catch {
    return .failure(error.message)
  }
}
