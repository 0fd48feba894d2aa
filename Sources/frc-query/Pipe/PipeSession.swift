internal import FilterEngine
internal import FilterJSON

/// Requests in, answers out.
final class PipeSession {
  private let language: PipeLanguage
  private let results: PipeResults
  private let reader = JSONReader(tagged: true)
  private let writer = JSONWriter(style: .tagged)

  /// The limits hold for each request.
  init(libraries: FilterLibraries, limits: EvaluationLimits = .standard) {
    language = PipeLanguage(libraries: libraries, limits: limits)
    results = PipeResults(libraries: libraries, limits: limits)
  }

  /// The answer to one line, without a line end.
  func answer(_ line: some Collection<UInt8>) -> [UInt8] {
    let line = ContiguousArray(line)
    let outcome = Result { () throws(PipeError) in
      try answer(PipeRequest(try line.withUnsafeBytes(read).get()))
    }
    var bytes: [UInt8] = [UInt8(ascii: "{")]
    // The id is echoed as it was written, even where a value of the request is bad.
    if let range = line.withUnsafeBytes({ reader.range(ofPath: ["id"], in: $0) }) {
      bytes.append(contentsOf: #""id":"#.utf8)
      bytes.append(contentsOf: JSONText.minified(line[range]))
      bytes.append(UInt8(ascii: ","))
    }
    switch outcome {
    case .success(let answer): answer.write(to: &bytes, writer)
    case .failure(let error): error.write(to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  private func read(_ line: UnsafeRawBufferPointer) -> Result<FilterValue, PipeError> {
    do throws(JSONError) {
      return .success(try reader.read(line))
    } catch {
      switch error.reason {
      case .badTag: return .failure(PipeError(.data, error.description))
      case .numberTooLarge:
        return .failure(PipeError(.data, "\(error.description) (byte \(error.offset))"))
      default:
        return .failure(PipeError(.request, "\(error.description) (byte \(error.offset))"))
      }
    }
  }

  private func answer(_ request: PipeRequest) throws(PipeError) -> PipeAnswer {
    let members = request.members
    switch request.operation {
    case .evaluate: return .member("result", .bool(try language.evaluate(members)))
    case .value: return .member("value", try language.value(members))
    case .format: return .member("format", .string(try language.format(members)))
    case .snapshot: return .snapshot(results.snapshot)
    case .why: return .member("hiddenBy", try results.why(members))
    default: return .changes(try results.edit(request))
    }
  }
}
