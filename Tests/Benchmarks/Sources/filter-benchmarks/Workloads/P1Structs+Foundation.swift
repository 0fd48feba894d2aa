import Foundation

extension P1Structs {
  /// The same through Foundation's macro.
  @inline(never)
  static func macro(_ items: [Instance]) throws -> Int {
    let predicate = #Predicate<Instance> { $0.instanceType.starts(with: "t1") && $0.age > 30 }
    var count = 0
    for item in items where try predicate.evaluate(item) { count += 1 }
    return count
  }
}
