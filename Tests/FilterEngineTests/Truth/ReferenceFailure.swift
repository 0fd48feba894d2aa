import FilterEngine

/// An answer of the reference, or the family of its error.
enum ReferenceOutcome: Equatable, CustomStringConvertible {
  case answer(Bool)
  case failure(EvaluationError.Kind)

  var isFailure: Bool {
    if case .failure = self { true } else { false }
  }

  /// Whether both answer the same, or neither answers.
  func agrees(with other: ReferenceOutcome) -> Bool {
    isFailure ? other.isFailure : self == other
  }

  var description: String {
    switch self {
    case .answer(let answer): "\(answer)"
    case .failure(let kind): "error (\(kind))"
    }
  }
}

/// Why the reference has no value.
struct ReferenceFailure: Error {
  let kind: EvaluationError.Kind

  init(_ kind: EvaluationError.Kind) { self.kind = kind }
}
