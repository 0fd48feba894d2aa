/// A place of a source file where a fault can be put.
struct Site: Sendable {
  /// A kind of mistake.
  enum Kind: String {
    /// `<` in the place of `<=`, `==` in that of `!=`.
    case comparison
    /// A condition that is taken for its opposite.
    case condition
    /// An operand of `&&` or `||` that is left out.
    case operand
    /// `+ 1` or `- 1` that is left out.
    case offByOne = "off by one"
    /// `true` in the place of `false` as an argument or a result.
    case truth
    /// `min` in the place of `max`.
    case extreme
    /// A call whose result nothing takes, or an assignment, that is left out.
    case statement
  }

  let kind: Kind

  /// The path in the package.
  let path: String

  /// The line, counted from 1.
  let line: Int

  /// The bytes of the file that are replaced. They do not go over the end of the line.
  let range: Range<Int>

  /// The bytes as they are.
  let original: String

  /// The code that takes their place: as it was unless the switch is on, whose condition is given.
  let faulty: @Sendable (_ isOn: String) -> String

  /// What stays the same when lines go in or out above it.
  var identity: String { "\(path) | \(kind.rawValue) | \(original)" }
}
