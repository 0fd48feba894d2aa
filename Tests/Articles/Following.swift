// swift-format-ignore-file: NeverUseForceTry

import FilterSQL
import FilterableResultsPostgres

let tickets = try! SQLTable<Ticket>("ticket", key: ["id"], columns: [.integer("id")]) { _ in
  Ticket()
}

let owners = try! SQLTable<Owner>("owner", key: ["id"], columns: [.integer("id")]) { _ in Owner() }

let open = FilterPredicate<Ticket>.true

let store = try! unopenedStore()

func unopenedStore() throws -> PostgresStore { throw CancellationError() }

func showBanner(_ text: String) {}

func hideBanner() {}
