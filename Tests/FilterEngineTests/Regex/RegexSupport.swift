@testable import FilterEngine

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
}

func regexOutcome(
  _ pattern: String, _ text: String, options: String = "", usesShortcuts: Bool = true
) -> RegexOutcome {
  do throws(EvaluationError) {
    let expression = try RegularExpression(
      pattern, caseInsensitive: options.contains("c"), diacriticInsensitive: options.contains("d"),
      usesShortcuts: usesShortcuts)
    return regexOutcome(expression, text)
  } catch {
    return .failure(error.message)
  }
}

func regexOutcome(_ expression: RegularExpression, _ text: String) -> RegexOutcome {
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
