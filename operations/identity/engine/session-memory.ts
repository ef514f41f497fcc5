import { LRUCache } from "lru-cache";

import { keyedSessionsMax, sessionUseNotedMs } from "#domain/session-limits.ts";
import type { CommittedChange } from "#store/changes/change-feed.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";

/** Cached facts of a session; the times of its use and revocation are updated as they become known. */
export type KnownSession = Readonly<Omit<Row<"keyedSessions">, "lastUsedAt" | "revokedAt">> & {
  /** Time of the last use known to this process, its own or another's. */
  usedAt: number;
  /** Time of the last use known to other processes. */
  notedAt: number;
  revokedAt: number | null;
};

/** Sessions known by a secret, in memory, by the hash of the secret. */
export interface SessionMemory {
  /** Returns the session of a secret; undefined if there is none. The database is asked for unknown ones. */
  of(secretHash: string): Promise<KnownSession | undefined> | KnownSession;
  /** Reads the session from the database again: another process may have used it a moment ago. */
  again(secretHash: string): Promise<KnownSession | undefined>;
  /** Records a use; returns true now and then, when other processes need to know. */
  used(session: KnownSession): boolean;
}

type MemoryContext = Pick<ServiceContext, "store" | "clock" | "changes">;

/** Makes the memory of a process; the change feed brings the commits of others. */
export function createSessionMemory(
  { store, clock, changes }: MemoryContext,
  max: number = keyedSessionsMax,
): SessionMemory {
  const hashes = new Map<string, string>();
  const known = new LRUCache<string, KnownSession>({
    max,
    dispose: ({ key }, _hash, reason) => {
      if (reason !== "set") hashes.delete(key);
    },
  });

  function onChange({ key, operation, data }: CommittedChange): void {
    const hash = hashes.get(key);
    const session = hash === undefined ? undefined : known.peek(hash);
    if (session === undefined || hash === undefined) return;
    if (operation === "remove") known.delete(hash);
    const { lastUsedAt, revokedAt } = data;
    if (typeof lastUsedAt === "number") noteUse(session, lastUsedAt);
    if (typeof revokedAt === "number") session.revokedAt = revokedAt;
  }

  changes.subscribe({ tables: ["keyedSessions"], onChange });

  async function read(secretHash: string): Promise<KnownSession | undefined> {
    const [row] = await store.select("keyedSessions", { where: { secretHash }, limit: 1 });
    // Unknown secrets are not cached, so trying many fills nothing.
    if (row === undefined) return undefined;
    const { lastUsedAt, ...rest } = row;
    const session = { ...rest, usedAt: lastUsedAt, notedAt: lastUsedAt };
    hashes.set(row.key, secretHash);
    known.set(secretHash, session);
    return session;
  }

  return {
    of: (secretHash) => known.get(secretHash) ?? read(secretHash),
    again: read,
    used(session) {
      const nowMs = clock.now();
      session.usedAt = Math.max(session.usedAt, nowMs);
      if (nowMs - session.notedAt < sessionUseNotedMs) return false;
      session.notedAt = nowMs;
      return true;
    },
  };
}

/** Reports whether other processes must learn of a change of sessions at once; a use is no such change. */
export function concernsSessions({ operation, data }: CommittedChange): boolean {
  return operation === "remove" || (operation !== "insert" && "revokedAt" in data);
}

function noteUse(session: KnownSession, usedAt: number): void {
  session.usedAt = Math.max(session.usedAt, usedAt);
  session.notedAt = Math.max(session.notedAt, usedAt);
}
