import FilterSQL

let predicate = FilterPredicate<Person>.true
