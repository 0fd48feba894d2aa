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
  /// The methods that a data source leaves to another object, by the beginnings of their names.
  struct ForwardedMethods {
    private let prefix: String
    private weak var target: DataSourceObject?

    /// All methods whose names begin with `prefix`, as far as `target` has them.
    init(_ prefix: String, to target: DataSourceObject?) {
      self.prefix = prefix
      self.target = target
    }

    /// The object that has a method, nil for none.
    func target(for selector: Selector?) -> DataSourceObject? {
      guard let selector, let target, "\(selector)".hasPrefix(prefix), target.responds(to: selector)
      else { return nil }
      return target
    }
  }
#endif
