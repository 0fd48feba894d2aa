// Documented by Apple.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported public import Foundation

// The classes of UIKit and AppKit for list views, declared as Apple declares them, so that code that uses
// them is compiled and tested on systems without these frameworks.

/// The name of a method, as Objective-C has it.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  public let description: String

  public init(_ str: String) { description = str }

  public init(stringLiteral value: String) { description = value }
}

/// What `NSObject` has of the Objective-C runtime, where there is one.
@MainActor open class ObjectStandIn: NSObject {
  public override init() { super.init() }

  nonisolated open func responds(to aSelector: Selector!) -> Bool { false }

  nonisolated open func forwardingTarget(for aSelector: Selector!) -> Any? { nil }
}

@MainActor open class UIView: NSObject {
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
    public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
  }

  /// Whether changes are made without animation at this moment.
  package static var isWithoutAnimation = false

  package private(set) var subviews: [UIView] = []

  open var window: UIWindow? { nil }

  open var frame = CGRect.zero

  open var bounds: CGRect { frame }

  open var autoresizingMask: AutoresizingMask = []

  open func addSubview(_ view: UIView) { subviews.append(view) }

  /// Whether the view has to be laid out.
  package private(set) var needsLayout = false

  open func setNeedsLayout() { needsLayout = true }

  open func layoutIfNeeded() {}

  open class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
    isWithoutAnimation = true
    actionsWithoutAnimation()
    isWithoutAnimation = false
  }
}

@MainActor open class UIWindow: UIView {}

public struct UIEdgeInsets: Equatable, Sendable {
  public var top: CGFloat = 0
  public var left: CGFloat = 0
  public var bottom: CGFloat = 0
  public var right: CGFloat = 0

  public init() {}
}

@MainActor open class UIScrollView: UIView {
  open var adjustedContentInset: UIEdgeInsets { UIEdgeInsets() }

  open var refreshControl: UIRefreshControl?

  /// The parts that had to become visible.
  package private(set) var shownParts: [CGRect] = []

  open func scrollRectToVisible(_ rect: CGRect, animated: Bool) { shownParts.append(rect) }
}

@MainActor open class UILabel: UIView {
  open var text: String?
}
