internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

/// Requests in, answers out.
final class PipeSession {
  private let libraries: FilterLibraries
  private let reader = JSONReader(tagged: true)
  private let plainReader = JSONReader()
  private let writer = JSONWriter(style: .tagged)

  init(libraries: FilterLibraries) { self.libraries = libraries }

  /// The answer to one line, without a line end.
  func answer(_ line: some Collection<UInt8>) -> [UInt8] {
    var members: [(key: String, value: FilterValue)] = []
    do throws(PipeError) {
      // The id is echoed as it came, even where a value of the request is bad.
      let plain = try read(line, plainReader)
      if case .object(let object) = plain, let id = object["id"] { members.append(("id", id)) }
      members += try answer(PipeRequest(try read(line, reader)))
    } catch {
      members += error.members
    }
    return writer.bytes(.object(FilterObject(members)))
  }

  private func read(
    _ line: some Collection<UInt8>, _ reader: JSONReader
  ) throws(PipeError) -> FilterValue {
    do throws(JSONError) {
      return try reader.read(line)
    } catch {
      if case .badTag = error.reason { throw PipeError(.data, error.description) }
      throw PipeError(.request, "\(error.description) (byte \(error.offset))")
    }
  }

  private func answer(
    _ request: PipeRequest
  ) throws(PipeError) -> [(key: String, value: FilterValue)] {
    switch try request.text("op") {
    case "evaluate": [("result", .bool(try evaluate(request)))]
    case "value": [("value", try value(request))]
    case "format": [("format", .string(try format(request)))]
    case let name: throw PipeError(.request, "no op '\(name)' in this version")
    }
  }

  private func evaluate(_ request: PipeRequest) throws(PipeError) -> Bool {
    let predicate = try predicate(request)
    let bindings = try request.bindings
    do throws(EvaluationError) {
      return try predicate.matches(request.item, bindings: bindings)
    } catch {
      throw PipeError(error)
    }
  }

  private func format(_ request: PipeRequest) throws(PipeError) -> String {
    _ = try request.bindings
    return try predicate(request).syntax.description
  }

  private func value(_ request: PipeRequest) throws(PipeError) -> FilterValue {
    let text = try request.text("expression")
    let arguments = try request.arguments
    let isStrict = try request.isStrict
    let bindings = try request.bindings
    let expression: FilterExpression<FilterValue>
    do throws(SyntaxError) {
      expression = try FilterExpression(
        text: text, arguments: arguments, libraries: libraries, strict: isStrict)
    } catch {
      throw PipeError(error)
    }
    do throws(EvaluationError) {
      return try expression.value(of: request.item, bindings: bindings)
    } catch {
      throw PipeError(error)
    }
  }

  private func predicate(_ request: PipeRequest) throws(PipeError) -> FilterPredicate<FilterValue> {
    let text = try request.text("filter")
    let arguments = try request.arguments
    let isStrict = try request.isStrict
    do throws(SyntaxError) {
      return try FilterPredicate(
        text: text, arguments: arguments, libraries: libraries, strict: isStrict)
    } catch {
      throw PipeError(error)
    }
  }
}
