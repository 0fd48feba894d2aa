#if LIST_VIEW_STAND_IN
  public import ListViewStandIn
#elseif canImport(UIKit) && !os(watchOS)
  public import UIKit
#endif

#if LIST_VIEW_STAND_IN
  /// The class of objects that answer whether they have a method.
  public typealias DataSourceObject = ObjectStandIn
#elseif canImport(UIKit) && !os(watchOS)
  /// The class of objects that answer whether they have a method.
  public typealias DataSourceObject = NSObject
#endif

#if LIST_VIEW_STAND_IN || (canImport(UIKit) && !os(watchOS))
  /// A data source that leaves methods that it does not have to another object.
  ///
  /// The Objective-C runtime forwards the calls.
  @MainActor
  public class ForwardingDataSource: DataSourceObject {
    /// The object that has the methods of a data source, or of prefetching, which this one leaves out. Set it
    /// before the data source of the view: the view asks then which methods there are.
    public var next: DataSourceObject? {
      didSet { forwarded = ForwardedMethods(prefix: forwarded.prefix, target: next) }
    }

    // The runtime asks on the main thread, from methods that are not isolated.
    nonisolated(unsafe) private var forwarded: ForwardedMethods

    /// A data source that forwards the methods whose names begin with `prefix`.
    init(forwarding prefix: String) {
      forwarded = ForwardedMethods(prefix: prefix, target: nil)
      super.init()
    }

    /// Whether this object or ``next`` has a method.
    public nonisolated override func responds(to aSelector: Selector!) -> Bool {
      super.responds(to: aSelector) || forwarded.target(for: aSelector) != nil
    }

    /// The object that has a method which this one leaves out.
    public nonisolated override func forwardingTarget(for aSelector: Selector!) -> Any? {
      forwarded.target(for: aSelector) ?? super.forwardingTarget(for: aSelector)
    }
  }

  /// The methods that a data source leaves to another object, by the beginnings of their names.
  private struct ForwardedMethods {
    let prefix: String
    weak var target: DataSourceObject?

    /// The object that has a method, nil for none.
    func target(for selector: Selector?) -> DataSourceObject? {
      guard let selector, let target, "\(selector)".hasPrefix(prefix), target.responds(to: selector)
      else { return nil }
      return target
    }
  }
#endif
