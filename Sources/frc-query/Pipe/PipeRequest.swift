internal import FilterEngine

/// A request: an object with an `op`, and what that takes.
struct PipeRequest {
  let operation: PipeOperation
  let members: PipeMembers

  init(_ value: FilterValue) throws(PipeError) {
    members = try PipeMembers(value, "a request")
    operation = try PipeOperation(named: try members.text("op"))
    try members.allow(operation.members + ["op", "id"], of: "'\(operation.rawValue)'")
  }
}
