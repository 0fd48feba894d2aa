// Documented by Apple.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// What a publisher of Combine is made of.

public protocol Cancellable {
  func cancel()
}

public protocol Subscription: Cancellable, AnyObject {
  func request(_ demand: Subscribers.Demand)
}

public enum Subscribers {
  public struct Demand: Equatable, Comparable, Sendable {
    // Nil stands for no limit.
    private let count: Int?

    public static let unlimited = Demand(count: nil)
    public static let none = Demand(count: 0)

    public static func max(_ value: Int) -> Demand { Demand(count: value) }

    public static func += (lhs: inout Demand, rhs: Demand) {
      guard let left = lhs.count, let right = rhs.count else { return lhs = .unlimited }
      lhs = .max(left + right)
    }

    public static func -= (lhs: inout Demand, rhs: Int) {
      if let left = lhs.count { lhs = .max(left - rhs) }
    }

    public static func < (lhs: Demand, rhs: Demand) -> Bool {
      guard let left = lhs.count else { return false }
      return rhs.count.map { left < $0 } ?? true
    }
  }
}

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

public protocol Subscriber<Input, Failure> {
  associatedtype Input
  associatedtype Failure: Error

  func receive(subscription: any Subscription)

  func receive(_ input: Input) -> Subscribers.Demand
}
