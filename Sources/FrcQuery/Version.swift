/// The version of the program and of the package. README and the manual page say the same.
enum Version {
  static let text = "0.3.0-dev"
}
