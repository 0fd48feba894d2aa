internal import FilterEngine

/// A request: an object with an `op`.
struct PipeRequest {
  private let members: FilterObject

  init(_ value: FilterValue) throws(PipeError) {
    guard case .object(let members) = value else {
      throw PipeError(.request, "a request is an object")
    }
    self.members = members
  }

  /// A text that must be there.
  func text(_ key: String) throws(PipeError) -> String {
    guard let value = members[key] else { throw PipeError(.request, "'\(key)' is missing") }
    guard case .string(let text) = value else { throw PipeError(.request, "'\(key)' is a text") }
    return text
  }

  /// `args`, none where it is missing or null.
  var arguments: [FilterValue] {
    get throws(PipeError) {
      switch members["args"] {
      case nil, .null: return []
      case .list(let values): return values
      default: throw PipeError(.request, "'args' is a list")
      }
    }
  }

  /// `variables`, none where it is missing or null.
  var bindings: [String: FilterValue] {
    get throws(PipeError) {
      switch members["variables"] {
      case nil, .null: return [:]
      case .object(let object):
        return Dictionary(object.members.map { ($0.key, $0.value) }) { $1 }
      default: throw PipeError(.request, "'variables' is an object")
      }
    }
  }

  /// `strict`, false where it is missing or null.
  var isStrict: Bool {
    get throws(PipeError) {
      switch members["strict"] {
      case nil, .null: return false
      case .bool(let flag): return flag
      default: throw PipeError(.request, "'strict' is true or false")
      }
    }
  }

  /// `item`, nil where it is missing.
  var item: FilterValue { members["item"] ?? .null }
}
