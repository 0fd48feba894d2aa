public import ListViewStandIn

/// The class that the linked files name `NSObject`, with the methods of the Objective-C runtime.
public typealias NSObject = ObjectStandIn
