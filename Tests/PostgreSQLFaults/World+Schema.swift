#if PostgreSQL && os(Linux)
  internal import Foundation

  extension World {
    /// Changes the table and restores it, with a pause between both, during which the writers may fail.
    func changeSchema(_ fault: Fault) throws {
      switch fault {
      case .otherColumn:
        try alter("ALTER TABLE entry ADD COLUMN other text DEFAULT 'x'")
        pause(milliseconds: 800)
        try alter("ALTER TABLE entry DROP COLUMN other")
      case .columnType:
        try alter("ALTER TABLE entry ALTER COLUMN touched TYPE text USING touched::text")
        pause(milliseconds: 1_500)
        try alter("ALTER TABLE entry ALTER COLUMN touched TYPE bigint USING touched::bigint")
      case .columnName:
        try alter("ALTER TABLE entry RENAME COLUMN title TO heading")
        pause(milliseconds: 1_500)
        try alter("ALTER TABLE entry RENAME COLUMN heading TO title")
      case .tableName:
        try alter("ALTER TABLE entry RENAME TO away")
        pause(milliseconds: 1_500)
        try alter("ALTER TABLE away RENAME TO entry")
      case .replace, .replaceBare: try replaceTable(hasTriggers: fault == .replace)
      case .revoke:
        try alter("REVOKE SELECT ON entry FROM reader")
        pause(milliseconds: 1_500)
        try alter("GRANT SELECT ON entry TO reader")
      case .uninstall:
        try blindly {
          try World.uninstall(owner, key)
          pause(milliseconds: 1_500)
          try World.install(owner, key)
        }
      default: break
      }
    }

    private func alter(_ statement: String) throws {
      journal.note(statement)
      try administrator.execute(statement)
    }

    /// Replaces the table by a copy of it.
    private func replaceTable(hasTriggers: Bool) throws {
      try blindly {
        try alter(
          """
          BEGIN; LOCK TABLE entry IN ACCESS EXCLUSIVE MODE;
          CREATE TABLE copy (LIKE entry INCLUDING ALL); INSERT INTO copy SELECT * FROM entry;
          DROP TABLE entry; ALTER TABLE copy RENAME TO entry; GRANT SELECT ON entry TO reader;
          COMMIT
          """)
        if !hasTriggers { pause(milliseconds: 1_500) }
        try World.install(owner, key)
      }
    }

    /// Does something during which commits may be reported to nobody. Afterwards the stores must notice by themselves.
    private func blindly(_ body: () throws -> Void) throws {
      caughtUp.setBlind(true)
      try body()
      try rest("after a time without triggers")
      caughtUp.setBlind(false)
    }
  }
#endif
