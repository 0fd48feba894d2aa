// Documented by Apple.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// What a context of Core Data is made of. Objects are in memory, and predicates and orders are left out.

public final class NSManagedObjectID: NSObject, @unchecked Sendable {}

open class NSManagedObject: NSObject {
  public let objectID = NSManagedObjectID()

  /// An object that a context inserts.
  public init(context: NSManagedObjectContext) {
    super.init()
    context.insert(self)
  }

  public func isKind(of aClass: NSManagedObject.Type) -> Bool {
    sequence(first: type(of: self) as AnyClass, next: _getSuperclass).contains { $0 == aClass }
  }
}

public final class NSFetchRequest<ResultType: NSManagedObject>: NSObject {
  public let entityName: String?

  public var fetchLimit = 0

  public init(entityName: String) { self.entityName = entityName }
}

open class NSManagedObjectContext: NSObject, @unchecked Sendable {
  public enum ConcurrencyType: Sendable {
    case mainQueueConcurrencyType
    case privateQueueConcurrencyType
  }

  public let concurrencyType: ConcurrencyType

  private var objects: [NSManagedObject] = []
  private var changes: [String: Set<NSManagedObject>] = [:]

  /// How many fetches there were.
  package private(set) var fetches = 0

  /// The error of the next fetch.
  package var fault: (any Error)?

  public init(_ concurrencyType: ConcurrencyType) { self.concurrencyType = concurrencyType }

  open func performAndWait<T>(_ block: () throws -> T) rethrows -> T { try block() }

  open func fetch<T: NSManagedObject>(_ request: NSFetchRequest<T>) throws -> [T] {
    fetches += 1
    if let fault { throw fault }
    let all = objects.compactMap { $0 as? T }
    return request.fetchLimit > 0 ? Array(all.prefix(request.fetchLimit)) : all
  }

  open func insert(_ object: NSManagedObject) {
    objects.append(object)
    changes[NSInsertedObjectsKey, default: []].insert(object)
  }

  open func delete(_ object: NSManagedObject) {
    objects.removeAll { $0 === object }
    changes[NSDeletedObjectsKey, default: []].insert(object)
  }

  /// Tells what has changed since the last time, as the end of an event does.
  open func processPendingChanges() {
    guard !changes.isEmpty else { return }
    let told = changes
    changes = [:]
    NotificationCenter.default.post(
      name: .NSManagedObjectContextObjectsDidChange, object: self, userInfo: told)
  }

  open func reset() {
    changes = [:]
    NotificationCenter.default.post(
      name: .NSManagedObjectContextObjectsDidChange, object: self,
      userInfo: [NSInvalidatedAllObjectsKey: objects])
  }

  /// Says that an object has another content.
  package func didUpdate(_ object: NSManagedObject) {
    changes[NSUpdatedObjectsKey, default: []].insert(object)
  }
}

public let NSInsertedObjectsKey = "inserted"
public let NSUpdatedObjectsKey = "updated"
public let NSDeletedObjectsKey = "deleted"
public let NSRefreshedObjectsKey = "refreshed"
public let NSInvalidatedObjectsKey = "invalidated"
public let NSInvalidatedAllObjectsKey = "invalidatedAll"

extension Notification.Name {
  public static let NSManagedObjectContextObjectsDidChange = Notification.Name(
    "NSObjectsChangedInManagingContextNotification")
}
