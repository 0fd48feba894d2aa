extension TextFolder {
  // MARK: - Breaks

  mutating func startBreaks() {
    guard !hasBreaks else { return }
    hasBreaks = true
    breaks.update(repeating: 0, count: capacity)
  }

  /// Notes that all scalars from `first` on but the first have this `kind` of break before them.
  mutating func noteBreaks(after first: Int, _ kind: UInt8) {
    startBreaks()
    guard first < count else { return }
    for place in first + 1..<count where output[place] & 0xC0 != 0x80 { breaks[place] |= kind }
  }

  // MARK: - Runs of marks

  /// Sorts the marks after the last starter, if they are not in order.
  @inline(__always)
  mutating func endRun() {
    if runNeedsWork { orderRun() }
    lastClass = 0
  }

  /// Sorts a run of marks canonically: stable, by combining class. O(n), because a text can consist of marks.
  @inline(never)
  private mutating func orderRun() {
    runNeedsWork = false
    let run = runStart..<count
    // The first place of each class among the sorted marks.
    var places = [Int](repeating: 0, count: 257)
    var place = run.lowerBound
    while place < run.upperBound {
      let entry = UnicodeData.entry(output, place, count)
      places[Int(entry.combiningClass) + 1] += entry.length
      place += entry.length
    }
    for index in 1...256 { places[index] += places[index - 1] }
    let bytes = Array(UnsafeBufferPointer(start: output + run.lowerBound, count: run.count))
    let kinds =
      hasBreaks ? Array(UnsafeBufferPointer(start: breaks + run.lowerBound, count: run.count)) : []
    place = run.lowerBound
    bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      while place < run.upperBound {
        let from = place - run.lowerBound
        let entry = UnicodeData.entry(base, from, bytes.count)
        let to = run.lowerBound + places[Int(entry.combiningClass)]
        places[Int(entry.combiningClass)] += entry.length
        for offset in 0..<entry.length {
          output[to + offset] = bytes[from + offset]
          if hasBreaks { breaks[to + offset] = offset == 0 ? kinds[from] : 0 }
        }
        place += entry.length
      }
    }
    if folding.foldsCase { foldIotaSubscripts() }
    runStart = count
  }

  /// Folds `U+0345` to `ι` after sorting. It is last, because its class is the highest.
  ///
  /// A break records that it was a mark, so that no match begins or ends before it.
  private mutating func foldIotaSubscripts() {
    var place = count - 2
    while place >= runStart, output[place] == 0xCD, output[place + 1] == 0x85 {
      startBreaks()
      output[place] = 0xCE
      output[place + 1] = 0xB9
      breaks[place] |= Self.inFolding
      place -= 2
    }
  }
}
