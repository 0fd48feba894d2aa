// swift-format-ignore-file: NeverUseForceTry

import FilterSQL
import FilterableResultsPostgres

let people = try! SQLTable<Person>("person", key: ["id"], columns: [.integer("id")]) { _ in Person()
}

let adults = FilterPredicate<Person>.true
