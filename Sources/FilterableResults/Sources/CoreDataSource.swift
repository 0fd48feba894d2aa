#if LIST_VIEW_STAND_IN
  public import FilterEngine
  public import FilterableResults
  public import ListViewStandIn
#elseif canImport(CoreData)
  public import CoreData
  public import FilterEngine
#endif

#if LIST_VIEW_STAND_IN || canImport(CoreData)
  /// The objects of a Core Data fetch request, each as an item, now and after each change of their context.
  ///
  /// ```swift
  /// let request = NSFetchRequest<PersonObject>(entityName: "Person")
  /// let people = CoreDataSource(request, in: container.viewContext) { object in
  ///   Person(id: object.number, name: object.name ?? "", city: object.city)
  /// }
  /// results.follow(people) { error in print(error) }
  /// ```
  ///
  /// Items are values, because an object that changes does not keep its previous state. An item is created again when its
  /// object is inserted, updated, refreshed or invalidated. For items with values of related objects, name the types of
  /// these.
  ///
  /// Changes of a context of the main queue, such as a container's `viewContext`, are shown synchronously, those of
  /// another queue asynchronously. Saves of other contexts are included if `automaticallyMergesChangesFromParent` is true.
  @MainActor
  public final class CoreDataSource<Object: NSManagedObject, Item: Filterable>:
    @MainActor ResultsSource
  {
    /// The objects to fetch and their order. Setting the request notifies the followers; after a change of its properties
    /// call `followers.contentsDidChange()`.
    public var request: NSFetchRequest<Object> { didSet { followers.contentsDidChange() } }

    /// The controllers that follow the source.
    public let followers = ResultsFollowers<Item>()

    private let context: NSManagedObjectContext
    private let makeItem: (Object) -> Item
    private var items: [NSManagedObjectID: Item] = [:]
    private var observation: ContextObservation?

    /// Creates a source of the objects of a request.
    ///
    /// - Parameters:
    ///   - request: The objects to fetch and their order.
    ///   - context: The context of the objects.
    ///   - related: The types of other objects that `item` reads. A change of one of them creates all items again.
    ///   - item: Converts an object to an item.
    public init(
      _ request: NSFetchRequest<Object>, in context: NSManagedObjectContext,
      related: [NSManagedObject.Type] = [], item: @escaping (Object) -> Item
    ) {
      self.request = request
      self.context = context
      makeItem = item
      observation = ContextObservation(of: context, Object.self, related) { [weak self] changed in
        self?.contextDidChange(changed)
      }
    }

    /// The items of the request.
    ///
    /// - Throws: The error of the fetch.
    /// - Complexity: One fetch, and a call of `item` for each object that is new or has changed.
    public func contents() throws -> ResultsContents<Item> {
      try context.performAndWait {
        var next: [NSManagedObjectID: Item] = [:]
        let fetched = try context.fetch(request).map { object in
          let item = items[object.objectID] ?? makeItem(object)
          next[object.objectID] = item
          return item
        }
        items = next
        return .items(fetched)
      }
    }

    private func contextDidChange(_ changed: ChangedObjects) {
      switch changed {
      case .all: items = [:]
      case .some(let objects):
        if objects.isEmpty { return }
        for object in objects { items[object] = nil }
      }
      followers.contentsDidChange()
    }
  }

  /// The objects of a type that have changed in a context.
  enum ChangedObjects: Sendable {
    case some(Set<NSManagedObjectID>)
    case all

    /// Objects of the types `related` change all objects.
    init(
      _ notification: Notification, _ kind: NSManagedObject.Type,
      _ related: [NSManagedObject.Type]
    ) {
      let information = notification.userInfo ?? [:]
      guard information[NSInvalidatedAllObjectsKey] == nil else {
        self = .all
        return
      }
      let keys = [
        NSInsertedObjectsKey, NSUpdatedObjectsKey, NSRefreshedObjectsKey, NSDeletedObjectsKey,
        NSInvalidatedObjectsKey,
      ]
      var changed: Set<NSManagedObjectID> = []
      for key in keys {
        let objects = information[key] as? Set<NSManagedObject> ?? []
        if objects.contains(where: { object in related.contains { object.isKind(of: $0) } }) {
          self = .all
          return
        }
        changed.formUnion(objects.lazy.filter { $0.isKind(of: kind) }.map(\.objectID))
      }
      self = .some(changed)
    }
  }

  /// An observation of a context, which ends when it is released.
  private final class ContextObservation {
    private let token: any NSObjectProtocol

    init(
      of context: NSManagedObjectContext, _ kind: NSManagedObject.Type,
      _ related: [NSManagedObject.Type],
      didChange: @escaping @MainActor (ChangedObjects) -> Void
    ) {
      let isOnMainActor = context.concurrencyType == .mainQueueConcurrencyType
      token = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
      ) { notification in
        let changed = ChangedObjects(notification, kind, related)
        if isOnMainActor {
          MainActor.assumeIsolated { didChange(changed) }
        } else {
          Task { @MainActor in didChange(changed) }
        }
      }
    }

    deinit { NotificationCenter.default.removeObserver(token) }
  }
#endif
