import type { SessionDoor, SessionEnd } from "#domain/audit/session-door.ts";
import { batchRowsMax } from "#domain/limits.ts";

import type { Database } from "./database.ts";
import { currentModule } from "./module-scope.ts";

/** The header of a session that begins. */
export interface SessionHeader {
  /** The value of `sessid` in the audit: the family of the session's refresh tokens, or a guid of its own. */
  readonly sessid: string;
  readonly door: SessionDoor;
  /** The user who signed in; null where a client acts for itself. */
  readonly userKey: string | null;
  readonly clientId: string | null;
  readonly ip: string | null;
  readonly startedAt: number;
  /** When the user proved who they are, where that was before. */
  readonly provedAt?: number;
  /** When it ends by itself, milliseconds UTC; null = never. */
  readonly expiresAt: number | null;
}

/** What of a session's header says whose it is, and whether it goes on. */
export interface SessionState {
  readonly door: SessionDoor | null;
  /** The key of the user who signed in, or the id of the client that acts for itself. */
  readonly actor: string | null;
  /** The application that signed the user in, or that acts for itself; null = none. */
  readonly clientId: string | null;
  readonly startedAt: number;
  /** When the user last proved who they are; null = not since it began. */
  readonly provedAt: number | null;
  /** Milliseconds UTC; null = it has not ended. */
  readonly endedAt: number | null;
  /** When it ends by itself, milliseconds UTC; null = never. */
  readonly expiresAt: number | null;
}

/** The headers of sessions: written here when they begin and end, counted from the audit rows by the audit's keeper. */
export interface Sessions {
  /** Adds a header in the current transaction. */
  start(session: SessionHeader): Promise<void>;
  /** How a session stands; undefined where none has the key. */
  stateOf(sessid: string): Promise<SessionState | undefined>;
  /** Notes in the current transaction that the user of a session has proved anew who they are. */
  prove(sessid: string, provedAt: number): Promise<void>;
  /** Some of the sessions that go on in which a user has signed in for a client; those that end are not among the next ones. */
  openOf(userKey: string, clientId: string, now: number): Promise<readonly string[]>;
  /** Marks a session as ended in the current transaction, unless it is unknown or has ended; one that expires needs none. */
  end(sessid: string, reason: SessionEnd, endedAt: number): Promise<void>;
  /** Marks those as ended in the current transaction in which a user has signed in and which have not ended; what clients do for themselves goes on. */
  endAllOf(userKey: string, reason: SessionEnd, endedAt: number): Promise<void>;
  /** The same of all users who are disabled. */
  endAllOfDisabled(reason: SessionEnd, endedAt: number): Promise<void>;
  /** Ends every session that is open, in the current transaction; gives their number. */
  endEvery(reason: SessionEnd, endedAt: number): Promise<number>;
  /** Marks sessions whose time is over as ended when it was; gives how many, a bounded number at once. */
  expire(now: number): Promise<number>;
}

const startText =
  "INSERT INTO `sessionLogs` (`key`, `door`, `startedAt`, `provedAt`, `lastAt`, `expiresAt`, `node`, `module`, `actor`, `clientId`, `ip`, " +
  "`entries`, `failures`, `lastUpdatedModule`, `lastUpdatedNode`, `version`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?, 1)";
const stateText =
  "SELECT `door`, `actor`, `clientId`, `startedAt`, `provedAt`, `endedAt`, `expiresAt` FROM `sessionLogs` WHERE `key` = ?";
const proveText =
  "UPDATE `sessionLogs` SET `provedAt` = ?, `version` = `version` + 1 WHERE `key` = ? AND `endedAt` IS NULL";
const endText =
  "UPDATE `sessionLogs` SET `endedAt` = ?, `endReason` = ?, `version` = `version` + 1 WHERE `key` = ? AND `endedAt` IS NULL";
const endAllText = (actor: string) =>
  `UPDATE \`sessionLogs\` SET \`endedAt\` = ?, \`endReason\` = ?, \`version\` = \`version\` + 1 WHERE \`actor\` ${actor} AND \`endedAt\` IS NULL ` +
  "AND `door` <> ? AND (`expiresAt` IS NULL OR `expiresAt` > ?)";
const endAllOfText = endAllText("= ?");
const endAllOfDisabledText = endAllText("IN (SELECT u.`key` FROM `users` u WHERE u.`disabled` = 1)");
const endEveryText =
  "UPDATE `sessionLogs` SET `endedAt` = ?, `endReason` = ?, `version` = `version` + 1 WHERE `endedAt` IS NULL " +
  "AND (`expiresAt` IS NULL OR `expiresAt` > ?)";
const openText =
  "SELECT `key` FROM `sessionLogs` WHERE `actor` = ? AND `endedAt` IS NULL AND `clientId` = ? AND `door` <> ? " +
  `AND (\`expiresAt\` IS NULL OR \`expiresAt\` > ?) LIMIT ${batchRowsMax}`;
const own = "clientCredentials" satisfies SessionDoor;

/** Makes the headers of sessions of a database. */
export function createSessions(database: Database, node: string): Sessions {
  return {
    async start({ sessid, door, userKey, clientId, ip, startedAt, provedAt = null, expiresAt }) {
      const module = currentModule();
      const actor = userKey ?? clientId;
      await database.write(startText, [
        sessid,
        door,
        startedAt,
        provedAt,
        startedAt,
        expiresAt,
        node,
        module,
        actor,
        clientId,
        ip,
        module,
        node,
      ]);
    },
    async stateOf(sessid) {
      const [row] = await database.read(stateText, [sessid]);
      return row as SessionState | undefined;
    },
    async prove(sessid, provedAt) {
      await database.write(proveText, [provedAt, sessid]);
    },
    async openOf(userKey, clientId, now) {
      const rows = await database.read(openText, [userKey, clientId, own, now]);
      return rows.map((row) => String(row["key"]));
    },
    async end(sessid, reason, endedAt) {
      await database.write(endText, [endedAt, reason, sessid]);
    },
    async endAllOf(userKey, reason, endedAt) {
      await database.write(endAllOfText, [endedAt, reason, userKey, own, endedAt]);
    },
    async endAllOfDisabled(reason, endedAt) {
      await database.write(endAllOfDisabledText, [endedAt, reason, own, endedAt]);
    },
    endEvery: (reason, endedAt) => database.write(endEveryText, [endedAt, reason, endedAt]),
    async expire(now) {
      const over = await database.read(
        "SELECT `key`, `expiresAt` FROM `sessionLogs` WHERE `expiresAt` <= ? AND `endedAt` IS NULL " +
          `ORDER BY \`expiresAt\` LIMIT ${batchRowsMax}`,
        [now],
      );
      if (over.length === 0) return 0;
      return database.transactions.run(async () => {
        for (const row of over) {
          await database.write(endText, [
            row["expiresAt"] as number,
            "expired" satisfies SessionEnd,
            row["key"] as string,
          ]);
        }
        return over.length;
      });
    },
  };
}
