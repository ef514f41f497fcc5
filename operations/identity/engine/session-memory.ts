import { LRUCache } from "lru-cache";

import { keyedSessionsMax, sessionUseNotedMs } from "#domain/session-limits.ts";
import type { CommittedChange } from "#store/changes/change-feed.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";

/** What is known of a session; when it was used and when it was revoked comes in as it becomes known. */
export type KnownSession = Readonly<Omit<Row<"keyedSessions">, "lastUsedAt" | "revokedAt">> & {
  /** When this process last saw it used, or another one said so. */
  usedAt: number;
  /** Up to when others know of its use. */
  notedAt: number;
  revokedAt: number | null;
};

/** The sessions that are known by a secret, in memory, by the hash of the secret. */
export interface SessionMemory {
  /** The session of a secret; undefined where there is none. The database is asked for those not seen before. */
  of(secretHash: string): Promise<KnownSession | undefined> | KnownSession;
  /** The same as the database has it now: another process may have used it a moment ago. */
  again(secretHash: string): Promise<KnownSession | undefined>;
  /** Remembers a use; true once in a while, when others are to be told. */
  used(session: KnownSession): boolean;
}

type MemoryContext = Pick<ServiceContext, "store" | "clock" | "changes">;

/** Makes the memory of a process; changes that others commit come in by the feed. */
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
    // Secrets that nobody was given are not remembered: whoever tries many fills nothing.
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

/** Whether a change of sessions is worth telling other processes of at once: that one was used is not. */
export function concernsSessions({ operation, data }: CommittedChange): boolean {
  return operation === "remove" || (operation !== "insert" && "revokedAt" in data);
}

function noteUse(session: KnownSession, usedAt: number): void {
  session.usedAt = Math.max(session.usedAt, usedAt);
  session.notedAt = Math.max(session.notedAt, usedAt);
}
