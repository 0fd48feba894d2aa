/// Something that went wrong in a random session, with what repeats it.
package struct SessionFailure: Error, CustomStringConvertible {
  /// What repeats the session, as text.
  let origin: String
  let step: Int
  let reason: String

  package var description: String {
    "\(reason)\n  step \(step) of \(origin)"
  }
}
