/// Something that went wrong in a random session, with what repeats it.
package struct SessionFailure: Error, CustomStringConvertible {
  let seed: UInt64
  let step: Int
  let reason: String

  package var description: String {
    "\(reason)\n  step \(step) of FRC_SEED=\(seed) FRC_ROUNDS=1"
  }
}
