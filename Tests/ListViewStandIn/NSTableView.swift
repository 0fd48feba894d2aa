// Documented by Apple.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

@MainActor open class NSWindow: NSObject {}

@MainActor open class NSView: NSObject {
  open var window: NSWindow? { nil }

  open var visibleRect: NSRect { .zero }

  open func layoutSubtreeIfNeeded() {}

  open func animator() -> Self { self }
}

@MainActor open class NSControl: NSView {}

@MainActor open class NSTableView: NSControl {
  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static var effectFade: AnimationOptions { AnimationOptions(rawValue: 1) }
  }

  weak open var dataSource: (any NSTableViewDataSource)?

  weak open var delegate: (any NSTableViewDelegate)?

  open var numberOfColumns: Int { 0 }

  open var selectedRowIndexes: IndexSet { [] }

  open func selectRowIndexes(_ indexes: IndexSet, byExtendingSelection extend: Bool) {}

  open func noteHeightOfRows(withIndexesChanged indexSet: IndexSet) {}

  open func reloadData() {}

  open func reloadData(forRowIndexes rowIndexes: IndexSet, columnIndexes: IndexSet) {}

  open func beginUpdates() {}

  open func endUpdates() {}

  open func insertRows(
    at indexes: IndexSet, withAnimation animationOptions: NSTableView.AnimationOptions = []
  ) {}

  open func removeRows(
    at indexes: IndexSet, withAnimation animationOptions: NSTableView.AnimationOptions = []
  ) {}

  open func moveRow(at oldIndex: Int, to newIndex: Int) {}
}

@MainActor open class NSOutlineView: NSTableView {}

@MainActor open class NSTableColumn: NSObject {}

@MainActor public protocol NSTableViewDataSource: NSObjectProtocol {
  // All of it is optional, which a protocol without Objective-C says with a default.

  func numberOfRows(in tableView: NSTableView) -> Int
}

extension NSTableViewDataSource {
  public func numberOfRows(in tableView: NSTableView) -> Int { 0 }
}

@MainActor public protocol NSTableViewDelegate: NSObjectProtocol {
  // All of it is optional, which a protocol without Objective-C says with a default.

  func tableView(
    _ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int
  ) -> NSView?
}

extension NSTableViewDelegate {
  public func tableView(
    _ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int
  ) -> NSView? { nil }
}

open class NSAnimationContext: NSObject {
  /// How long the last group of animations took. Views, whose changes these are, are of the main actor.
  nonisolated(unsafe) package private(set) static var lastDuration: TimeInterval?

  open var duration: TimeInterval = 0.25

  open class func runAnimationGroup(
    _ changes: (NSAnimationContext) -> Void, completionHandler: (@Sendable () -> Void)? = nil
  ) {
    let context = NSAnimationContext()
    changes(context)
    lastDuration = context.duration
    completionHandler?()
  }
}
