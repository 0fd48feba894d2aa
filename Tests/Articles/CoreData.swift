import ListViewGlue
import ListViewStandIn

final class PersonObject: NSManagedObject {
  var number = 0
  var name: String?
  var city: String?
}

final class Container { let viewContext = NSManagedObjectContext(.mainQueueConcurrencyType) }

@MainActor let container = Container()
