extension Instance {
  private static let families = ["t1.micro", "m5.large", "c5.xlarge", "r5.large", "g4.xlarge"]
  private static let regions = ["eu-west-1", "us-east-1", "ap-south-1"]
  private static let labels = ["a", "b", "c", "d", "e"]
  private static let people = ["Ada", "Grace", "Barbara", "Edsger", "Alan", "Donald", "Niklaus"]

  /// `count` records, the same in every run.
  static func random(_ count: Int) -> [Instance] {
    var random = SplitMix(seed: 1)
    return (0..<count).map { Instance(id: $0, random: &random) }
  }

  private init(id: Int, random: inout SplitMix) {
    let first = random.below(Self.labels.count)
    let second = (first + 1 + random.below(Self.labels.count - 1)) % Self.labels.count
    self.init(
      id: id, instanceType: Self.families[random.below(Self.families.count)],
      name: Self.name(of: random.below(1_000_000)), age: 20 + random.below(50),
      cost: Double(random.below(100_000)) / 100, region: Self.regions[random.below(3)],
      tags: [Self.labels[first], Self.labels[second]],
      owner: Owner(name: Self.people[random.below(Self.people.count)], team: random.below(10)))
  }

  /// `web-012345-prod`
  private static func name(of number: Int) -> String {
    let digits = String(number)
    return "web-" + String(repeating: "0", count: 6 - digits.count) + digits + "-prod"
  }

  /// `records` with an accent in the name of one in `interval`.
  static func accented(_ records: [Instance], every interval: Int) -> [Instance] {
    var random = SplitMix(seed: 2)
    return records.map { record in
      guard random.below(interval) == 0 else { return record }
      var record = record
      record.name = "wéb-" + record.name.dropFirst(4).dropLast(4) + "pröd"
      return record
    }
  }
}
