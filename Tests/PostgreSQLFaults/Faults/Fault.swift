#if PostgreSQL && os(Linux)
  /// A disturbance of a world.
  enum Fault: String, CaseIterable {
    /// The server ends without a word and starts again.
    case crash
    /// The server ends its connections and starts again.
    case restart
    /// The server is away for a while.
    case outage
    /// Some connections are ended by the server.
    case terminateSome
    /// All connections are ended by the server.
    case terminateAll
    /// All processes of the server stop for a while.
    case freeze
    /// Some processes of the server stop for a while.
    case freezeSome

    /// All connections are cut.
    case cutAll
    /// A connection is cut.
    case cutOne
    /// Connections are cut after some bytes.
    case cutWithin
    /// One direction of all connections is closed.
    case halfClose
    /// Bytes arrive late.
    case delay
    /// Bytes wait for so long that the server seems to be away.
    case hold
    /// Bytes are lost, and then the connections.
    case lose
    /// No connections are made for a while, and all are cut.
    case refuse
    /// The same while nothing but the writers changes: one difference must follow.
    case absence

    /// The network interface is down for a while.
    case interfaceDown

    /// Another session keeps the server from forgetting many notifications.
    case busyQueue

    /// A column that is not read appears and disappears.
    case otherColumn
    /// A column gets another type, and its own again.
    case columnType
    /// A column gets another name, and its own again.
    case columnName
    /// The table gets another name, and its own again.
    case tableName
    /// Another table takes the name, with triggers.
    case replace
    /// Another table takes the name, without triggers.
    case replaceBare

    /// The right to read is taken away for a while.
    case revoke
    /// The triggers are removed and installed again.
    case uninstall

    /// The faults of a world; nil for an unknown name.
    static func all(of world: String) -> [Fault]? {
      let server: [Fault] = [
        .crash, .restart, .outage, .terminateSome, .terminateAll, .freeze, .freezeSome,
      ]
      let network: [Fault] = [
        .cutAll, .cutOne, .cutWithin, .halfClose, .delay, .hold, .lose, .refuse, .absence,
      ]
      let schema: [Fault] = [
        .otherColumn, .columnType, .columnName, .tableName, .replace, .replaceBare, .revoke,
        .uninstall,
      ]
      return switch world {
      case "calm": []
      case "server": server
      case "network": network
      case "interface": [.interfaceDown]
      case "schema": schema
      case "queue": [.busyQueue]
      case "all": server + network + schema + [.interfaceDown, .busyQueue]
      default: nil
      }
    }

    /// The names of worlds.
    static let worlds = ["all", "calm", "server", "network", "interface", "schema", "queue"]
  }
#endif
