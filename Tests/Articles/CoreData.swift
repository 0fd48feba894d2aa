import ListViewGlue
import ListViewStandIn

final class PersonObject: NSManagedObject {
  var number = 0
  var name: String?
  var city: String?
}

final class Container { let viewContext = NSManagedObjectContext(.mainQueueConcurrencyType) }

@MainActor let container = Container()

final class TeamObject: NSManagedObject {
  var number = 0
  var name: String?
  var people: [PersonObject] = []
}

struct Team: Filterable {
  var id: Int
  var name: String
  var members: [Person]
  static let filterFields = FilterFields<Team>(
    FilterField("id", \.id), FilterField("name", \.name), FilterField("members", \.members))
}
