#if LIST_VIEW_STAND_IN
  public import FilterableResults
  public import ListViewStandIn
#elseif canImport(UIKit)
  public import FilterableResults
  public import UIKit
#elseif canImport(AppKit)
  public import AppKit
  public import FilterableResults
#endif

#if LIST_VIEW_STAND_IN || canImport(UIKit) || canImport(AppKit)
  extension ItemPath {
    /// The path as UIKit and AppKit write it.
    public var indexPath: IndexPath { [section, item] }

    /// A path of a section and a row or item; nil for any other.
    public init?(_ path: IndexPath) {
      guard path.count == 2 else { return nil }
      self.init(section: path[0], item: path[1])
    }
  }
#endif
