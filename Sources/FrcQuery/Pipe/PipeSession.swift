internal import FilterEngine
internal import FilterJSON
internal import FilterableResults

/// Requests in, answers out.
final class PipeSession {
  private let session: RequestSession
  private var reader = JSONReader(tagged: true)
  private let writer = JSONWriter(style: .tagged)

  /// The most bytes of a request for which the reader keeps its memory.
  private static let mostKept = 1 << 20

  /// The limits hold for each request.
  init(
    libraries: FilterLibraries, limits: EvaluationLimits = .standard,
    lockTimeout: Double = Query.usualLockTimeout, policy: SessionPolicy? = nil
  ) {
    session = RequestSession(
      libraries: libraries, limits: limits, lockTimeout: lockTimeout, policy: policy)
  }

  /// The answer to one line, without a line end.
  func answer(_ line: some Collection<UInt8>) -> [UInt8] {
    let line = ContiguousArray(line)
    session.begin()
    defer { if line.count > Self.mostKept { reader = JSONReader(tagged: true) } }
    let outcome = Result { () throws(ToolError) in
      let request = try line.withUnsafeBytes(read).get()
      return try Operation.answer(request.value, session, items: request.items)
    }
    var bytes: [UInt8] = [UInt8(ascii: "{")]
    // The id is echoed as it was written, even where a value of the request is bad.
    if let range = line.withUnsafeBytes({ reader.range(ofPath: ["id"], in: $0) }) {
      bytes.append(contentsOf: #""id":"#.utf8)
      bytes.append(contentsOf: JSONText.minified(line[range]))
      bytes.append(UInt8(ascii: ","))
    }
    switch outcome {
    case .success(let answer):
      let start = bytes.count
      do throws(EvaluationError) {
        try answer.write(to: &bytes, writer, session.run)
      } catch {
        bytes.removeLast(bytes.count - start)
        answer.write(insteadOf: error, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
        return bytes
      }
    case .failure(let error): error.write(to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
    if case .success(let answer) = outcome, answer.hasChecksum { Self.appendChecksum(to: &bytes) }
    return bytes
  }

  /// Adds a last member with the checksum of the object as it is without this member.
  private static func appendChecksum(to bytes: inout [UInt8]) {
    let digits = String(FNVHash.hash(bytes), radix: 16)
    bytes.removeLast()
    let zeros = String(repeating: "0", count: 16 - digits.count)
    bytes.append(contentsOf: #","checksum":"\#(zeros)\#(digits)"}"#.utf8)
  }

  /// A request; rows that it lists are texts, so that their values are not in memory together.
  private typealias ReadRequest = (value: FilterValue, items: [OpenRow]?)

  private func read(_ line: UnsafeRawBufferPointer) -> Result<ReadRequest, ToolError> {
    do throws(JSONError) {
      // A policy permits parts of values.
      guard session.policy == nil else { return .success((try reader.read(line), nil)) }
      var texts = RowTextBuilder()
      let value = try reader.read(line, elementsOf: RequestMembers.itemsKey) { item in
        session.add(item, to: &texts)
      }
      return .success((value, texts.isEmpty ? nil : session.rows(of: &texts)))
    } catch {
      switch error.reason {
      case .badTag: return .failure(.refused(.invalidValue, error.description))
      case .numberTooLarge:
        return .failure(.refused(.invalidValue, "\(error.description) (byte \(error.offset))"))
      default:
        return .failure(.refused(.invalidJSON, "\(error.description) (byte \(error.offset))"))
      }
    }
  }
}
