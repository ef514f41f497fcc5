import { revokedTokensMax } from "#domain/limits.ts";
import { gt } from "#domain/query/condition.ts";

import type { ServiceContext } from "../../context.ts";

/** The revoked tokens and sessions, in memory. */
export interface RevokedTokens {
  /** Whether a token or its session was revoked. */
  has(jti: string, family: string): Promise<boolean> | boolean;
}

type RevocationContext = Pick<ServiceContext, "store" | "clock" | "changes">;

const purgeMs = 60_000;

/**
 * Makes the set of what was revoked and has not expired by itself. It is read once and then kept by the feed of changes; it
 * stands outside of every cache of verified tokens. Beyond `max` entries the database is asked until they have expired.
 */
export function createRevokedTokens(
  { store, clock, changes }: RevocationContext,
  max: number = revokedTokensMax,
): RevokedTokens {
  const expiries = new Map<string, number>();
  let incompleteUntil = 0;
  let purgeAt = 0;
  let loading: Promise<void> | undefined;
  let loaded = false;

  function add(identifier: string, expiresAt: number): void {
    const nowMs = clock.now();
    if (nowMs >= purgeAt || expiries.size >= max) purge(nowMs);
    if (expiries.size < max || expiries.has(identifier)) expiries.set(identifier, expiresAt);
    else incompleteUntil = Math.max(incompleteUntil, expiresAt);
  }

  function purge(nowMs: number): void {
    purgeAt = nowMs + purgeMs;
    for (const [identifier, expiresAt] of expiries) if (expiresAt <= nowMs) expiries.delete(identifier);
  }

  changes.subscribe({
    tables: ["revokedTokens"],
    onChange({ key, operation, data }) {
      if (operation !== "remove" && typeof data["expiresAt"] === "number") add(key, data["expiresAt"]);
    },
  });

  async function load(): Promise<void> {
    const rows = await store.select("revokedTokens", {
      where: gt("expiresAt", clock.now()),
      limit: max + 1,
    });
    for (const { jti, expiresAt } of rows) add(jti, expiresAt);
    // Which ones the limit has cut off is not known, so the latest possible end counts.
    if (rows.length > max) incompleteUntil = Math.max(incompleteUntil, await latestExpiry());
    loaded = true;
  }

  async function latestExpiry(): Promise<number> {
    const [last] = await store.select("revokedTokens", { orderBy: [["expiresAt", "desc"]], limit: 1 });
    return last?.expiresAt ?? 0;
  }

  const known = (jti: string, family: string) => expiries.has(jti) || expiries.has(family);

  async function ask(jti: string, family: string): Promise<boolean> {
    if (!loaded) {
      loading ??= load().finally(() => (loading = undefined));
      await loading;
    }
    if (known(jti, family)) return true;
    if (clock.now() >= incompleteUntil) return false;
    const rows = await Promise.all([store.get("revokedTokens", jti), store.get("revokedTokens", family)]);
    return rows.some((row) => row !== undefined);
  }

  return {
    has(jti, family) {
      const nowMs = clock.now();
      if (nowMs >= purgeAt) purge(nowMs);
      if (!loaded || nowMs < incompleteUntil) return ask(jti, family);
      return known(jti, family);
    },
  };
}
