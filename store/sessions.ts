import type { SessionDoor, SessionEnd } from "#domain/audit/session-door.ts";
import { batchRowsMax } from "#domain/limits.ts";

import type { Database } from "./database.ts";
import { currentModule } from "./module-scope.ts";

/** The header of a session that begins. */
export interface SessionHeader {
  /** Value of `sessid` in the audit: the family of the session's refresh tokens, or a guid of its own. */
  readonly sessid: string;
  readonly door: SessionDoor;
  /** Key of the user who signed in; null if a client acts for itself. */
  readonly userKey: string | null;
  readonly clientId: string | null;
  readonly ip: string | null;
  readonly startedAt: number;
  /** Time when the user authenticated, if that was before the start. */
  readonly provedAt?: number;
  /** Time when the session expires, milliseconds UTC; null = never. */
  readonly expiresAt: number | null;
}

/** Owner and state of a session, from its header. */
export interface SessionState {
  readonly door: SessionDoor | null;
  /** Key of the user who signed in, or ID of the client that acts for itself. */
  readonly actor: string | null;
  /** Application that signed the user in, or that acts for itself; null = none. */
  readonly clientId: string | null;
  readonly startedAt: number;
  /** Time when the user last authenticated again; null = not since the start. */
  readonly provedAt: number | null;
  /** Time of the end, milliseconds UTC; null = it has not ended. */
  readonly endedAt: number | null;
  /** Time when the session expires, milliseconds UTC; null = never. */
  readonly expiresAt: number | null;
}

/** Headers of sessions: written here when sessions begin and end, counted from the audit rows by the audit's keeper. */
export interface Sessions {
  /** Adds a header in the current transaction. */
  start(session: SessionHeader): Promise<void>;
  /** Returns the state of a session; undefined if none has the key. */
  stateOf(sessid: string): Promise<SessionState | undefined>;
  /** Records in the current transaction that the user of a session has authenticated again. */
  prove(sessid: string, provedAt: number): Promise<void>;
  /**
   * Returns some of the open sessions in which a user has signed in for a client; sessions that are ended then are not among the next ones.
   */
  openOf(userKey: string, clientId: string, now: number): Promise<readonly string[]>;
  /** Marks a session as ended in the current transaction, unless it is unknown or has ended; a session that expires needs no mark. */
  end(sessid: string, reason: SessionEnd, endedAt: number): Promise<void>;
  /**
   * Marks the open sessions in which a user has signed in as ended, in the current transaction; sessions of clients that act for themselves
   * continue.
   */
  endAllOf(userKey: string, reason: SessionEnd, endedAt: number): Promise<void>;
  /** Ends the sessions of all users who are disabled, in the same way. */
  endAllOfDisabled(reason: SessionEnd, endedAt: number): Promise<void>;
  /** Ends every open session in the current transaction; returns their number. */
  endEvery(reason: SessionEnd, endedAt: number): Promise<number>;
  /** Marks expired sessions as ended at their expiry, a bounded number at once; returns their number. */
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
