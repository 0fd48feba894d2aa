#if LIST_VIEW_STAND_IN || canImport(SwiftUI)
  import FilterableResultsUI
  #if LIST_VIEW_STAND_IN
    import SwiftUIStandIn
  #else
    import SwiftUI
  #endif

  struct PeopleList: View {
    @State var people: ResultsModel<Person>

    var body: some View {
      List {
        ForEach(people.snapshot) { section in
          Section(section.title ?? "Elsewhere") {
            ForEach(section.items, id: \.name) { person in Text(person.name) }
          }
        }
      }
      .searchable(text: $people.searchText)
    }
  }
#endif
