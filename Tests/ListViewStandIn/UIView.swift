// Documented by Apple.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported public import Foundation

// The classes of UIKit and AppKit that list views conform with, declared as Apple declares them and
// without a body, so that the conformances are compiled where neither framework is.

@MainActor open class UIView: NSObject {
  open var window: UIWindow? { nil }

  open func layoutIfNeeded() {}
}

@MainActor open class UIWindow: UIView {}

@MainActor open class UIScrollView: UIView {}
