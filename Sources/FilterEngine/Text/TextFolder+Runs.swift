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

  /// Sorts a run of marks canonically: stable, by combining class. O(n log n), because a text can consist of
  /// marks.
  @inline(never)
  private mutating func orderRun() {
    runNeedsWork = false
    var marks: [(key: Int, bytes: [UInt8], kind: UInt8)] = []
    var place = runStart
    while place < count {
      let entry = UnicodeData.entry(output, place, count)
      let bytes = Array(UnsafeBufferPointer(start: output + place, count: entry.length))
      let kind = hasBreaks ? breaks[place] : 0
      marks.append((Int(entry.combiningClass) << 48 | place, bytes, kind))
      if hasBreaks { breaks[place] = 0 }
      place += entry.length
    }
    marks.sort { $0.key < $1.key }
    place = runStart
    for mark in marks {
      for (offset, byte) in mark.bytes.enumerated() { output[place + offset] = byte }
      if hasBreaks { breaks[place] = mark.kind }
      place += mark.bytes.count
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
