import Foundation

/// The numbers of a search screen by loops over all rows, one for each facet and one for the aggregates.
struct OrderCounts {
  var candidates = Array(repeating: 0, count: Order.ages.count)
  var cities: [String: Int] = [:]
  var ranges = Array(repeating: 0, count: Order.bounds.count + 1)
  var all = Totals()
  var sections = Array(repeating: Totals(), count: 100)

  /// The aggregates of rows.
  struct Totals {
    var count = 0
    var sum = ExactPartials()
    var due: Date?
    var owners: Set<String> = []

    mutating func add(_ order: Order) {
      count += 1
      sum.add(order.price)
      if due.map({ order.due < $0 }) ?? true { due = order.due }
      owners.insert(order.owner)
    }
  }

  @inline(never)
  init(_ orders: [Order], age: Int) {
    for order in orders where order.name.utf8.contains(57) {
      for place in Order.ages.indices where order.age > Order.ages[place] { candidates[place] += 1 }
    }
    for order in orders where order.age > age && order.name.utf8.contains(57) {
      cities[order.city, default: 0] += 1
    }
    for order in orders where order.age > age && order.name.utf8.contains(57) {
      ranges[Order.bounds.firstIndex { order.price < $0 } ?? Order.bounds.count] += 1
    }
    for order in orders where order.age > age && order.name.utf8.contains(57) {
      all.add(order)
      sections[order.band].add(order)
    }
  }
}

/// An exact sum as a list of partial sums that do not overlap, after Shewchuk.
struct ExactPartials {
  private var partials: [Double] = []

  mutating func add(_ value: Double) {
    var value = value
    var kept = 0
    for partial in partials {
      let (large, small) =
        value.magnitude < partial.magnitude ? (partial, value) : (value, partial)
      let high = large + small
      let low = small - (high - large)
      if low != 0 {
        partials[kept] = low
        kept += 1
      }
      value = high
    }
    partials.removeSubrange(kept...)
    partials.append(value)
  }

  var sum: Double { partials.reduce(0, +) }
}
