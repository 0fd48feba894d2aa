internal import FrcQuery

@main
enum Main {
  static func main() {
    ToolProcess.begin()
    ToolProcess.end(Program.run(ToolProcess.arguments, in: ToolProcess.surroundings))
  }
}
