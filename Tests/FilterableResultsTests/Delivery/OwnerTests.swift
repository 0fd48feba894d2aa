import FilterableResults
import Testing

/// Observations that end with their owners.
@Suite struct OwnerTests {
  private final class Owner {}

  /// Another thread can release the owner at any time. A release by the callback itself is the same, and always at the
  /// same point.
  @Test(arguments: [true, false])
  func anOwnerThatIsReleasedDuringACallLivesToItsEnd(isBefore: Bool) throws {
    let controller = keyed()
    try controller.setItems(rows(1))
    var owner: Owner? = Owner()
    weak let kept = owner
    var wasAlive: [Bool] = []
    let release = {
      owner = nil
      wasAlive.append(kept != nil)
    }
    controller.observe(for: owner, willChange: isBefore ? { _ in release() } : nil) { _ in
      release()
    }
    try controller.add(Row(2))
    // Nothing is called after the end of the owner, not even the second callback of the same change.
    #expect(wasAlive == [true] && kept == nil)
    controller.remove(key: 1)
    #expect(wasAlive == [true])
  }

  @Test func theFirstCallRetainsItsOwnerToo() throws {
    let controller = keyed()
    try controller.setItems(rows(1))
    var owner: Owner? = Owner()
    weak let kept = owner
    var wasAlive: [Bool] = []
    controller.observe(for: owner, sendingCurrent: true) { _ in
      owner = nil
      wasAlive.append(kept != nil)
    }
    controller.reload()
    #expect(wasAlive == [true] && kept == nil)
  }
}
