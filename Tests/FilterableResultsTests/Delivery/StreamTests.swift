import Testing

@testable import FilterableResults

/// The mailbox between a controller and a reader of its changes.
@Suite struct StreamTests {
  @Test(arguments: [1, 15, 16, 17, 18, 33, 50])
  func whatWaitsInAMailboxIsReadAsOne(count: Int) async throws {
    let controller = keyed()
    try controller.setItems([])
    var changes: [ResultsChange<Row>] = []
    let observation = controller.observe { changes.append($0) }
    for id in 0..<count { try controller.add(Row(id)) }
    observation.cancel()
    let mailbox = ChangeMailbox<Row>()
    for change in changes { mailbox.put(change) }
    #expect(await mailbox.signal.wait(isolation: nil))
    let change = try #require(mailbox.take())
    #expect(change.old.rowCount == 0 && change.new == controller.snapshot && !change.isReload)
    #expect(change.changeset.insertedItems.count == count && change.changeset.count == count)
    #expect(mailbox.take() == nil)
    mailbox.put(change)
    #expect(await mailbox.signal.wait(isolation: nil))
    mailbox.finish()
    #expect(await mailbox.signal.wait(isolation: nil) == false)
  }
}
