internal import EssentialFoundation

/// A machine type whose values are numbers of a lane.
protocol LaneSource: BitwiseCopyable, Sendable {
  associatedtype Lane: BitwiseCopyable & Sendable

  /// The number; any value if it does not fit.
  var lane: Lane { get }

  /// Whether the lane holds the number exactly.
  var fitsLane: Bool { get }
}

extension LaneSource where Self: FixedWidthInteger {
  @inline(__always) var lane: Int64 { Int64(truncatingIfNeeded: self) }
  @inline(__always) var fitsLane: Bool { true }
}

extension Int8: LaneSource {}
extension Int16: LaneSource {}
extension Int32: LaneSource {}
extension Int64: LaneSource {}
extension UInt8: LaneSource {}
extension UInt16: LaneSource {}
extension UInt32: LaneSource {}
extension UInt64: LaneSource {
  @inline(__always) var fitsLane: Bool { self <= UInt64(Int64.max) }
}

extension Bool: LaneSource {
  @inline(__always) var lane: Int64 { self ? 1 : 0 }
  @inline(__always) var fitsLane: Bool { true }
}

extension Double: LaneSource {
  @inline(__always) var lane: Double { self }
  @inline(__always) var fitsLane: Bool { true }
}

extension Float: LaneSource {
  @inline(__always) var lane: Double { Double(self) }
  @inline(__always) var fitsLane: Bool { true }
}

/// A date, by its seconds since the reference date.
struct DateLane: LaneSource {
  let seconds: Double

  @inline(__always) var lane: Double { seconds }
  @inline(__always) var fitsLane: Bool { true }
}
