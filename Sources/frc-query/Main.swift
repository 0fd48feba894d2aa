internal import FrcQuery

@main
enum Main {
  static func main() { Program.main() }
}
