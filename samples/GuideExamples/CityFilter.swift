#if LIST_VIEW_STAND_IN || canImport(SwiftUI)
  import FilterableResultsUI
  #if LIST_VIEW_STAND_IN
    import SwiftUIStandIn
  #else
    import SwiftUI
  #endif

  struct CityFilter: View {
    @State var people: ResultsModel<Person>

    var body: some View {
      List {
        ForEach(people.facets.first?.counts ?? [], id: \.value) { count in
          let city = count.value.converted(to: String.self) ?? "none"
          Toggle("\(city): \(count.count)", isOn: isChosen(count))
        }
      }
    }

    func isChosen(_ city: FacetCount) -> Binding<Bool> {
      Binding(
        get: { city.isInForce },
        set: { isChosen in
          var cities = people.facets.first?.counts.filter(\.isInForce).map(\.value) ?? []
          cities.removeAll { $0 == city.value }
          if isChosen { cities.append(city.value) }
          people.choose(cities, in: 0)
        })
    }
  }
#endif
