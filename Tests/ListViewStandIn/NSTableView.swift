// Documented by Apple.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

@MainActor open class NSWindow: NSObject {}

@MainActor open class NSView: NSObject {
  open var window: NSWindow? { nil }

  open var visibleRect: NSRect { .zero }

  open func layoutSubtreeIfNeeded() {}
}

@MainActor open class NSControl: NSView {}

@MainActor open class NSTableView: NSControl {
  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static var effectFade: AnimationOptions { AnimationOptions(rawValue: 1) }
  }

  open var numberOfColumns: Int { 0 }

  open func rows(in rect: NSRect) -> NSRange { NSRange(location: 0, length: 0) }

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
