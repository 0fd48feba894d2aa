import FilterEngine
import Foundation

extension P21TypedItems {
  /// Arithmetic, functions, two fields, and types that are no machine types.
  static var offerForms: [TypedForm<Offer>] {
    let uuid = Offer.uuids[0]
    let date = Date(timeIntervalSinceReferenceDate: 400_000_000)
    let ten = Decimal(10)
    return [
      TypedForm("id * 2 + 1 > 1000", arithmetic) { items in
        count(items) { $0.id * 2 + 1 > 1000 }
      },
      TypedForm("(id & 7) == 3", arithmetic) { items in
        count(items) { $0.id & 7 == 3 }
      },
      TypedForm("abs(delta) > 3", arithmetic) { items in
        count(items) { abs($0.delta) > 3 }
      },
      TypedForm("length(name) > 8", arithmetic) { items in
        count(items) { $0.name.utf16.count > 8 }
      },
      TypedForm("uppercase(name) == 'WEB-1'", arithmetic) { items in
        count(items) { $0.name.uppercased() == "WEB-1" }
      },
      TypedForm("a > b", otherFields) { items in
        count(items) { $0.a > $0.b }
      },
      TypedForm("cost > price", otherFields) { items in
        count(items) { $0.cost > $0.price }
      },
      TypedForm("name == other", otherFields) { items in
        count(items) { $0.name == $0.other }
      },
      TypedForm("amount > 10", label: "amount > 10 (Decimal)", otherFields) { items in
        count(items) { $0.amount > ten }
      },
      TypedForm("uuid == \(uuid)", label: "uuid == a constant", otherFields) { items in
        count(items) { $0.uuid == uuid }
      },
      TypedForm("date > \(date)", label: "date > a constant", otherFields) { items in
        count(items) { $0.date > date }
      },
    ]
  }
}
