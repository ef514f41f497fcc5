import { revokedTokensMax } from "#domain/limits.ts";

import type { ServiceContext } from "../../kernel/context.ts";

/** Revoked tokens and sessions, in memory. */
export interface RevokedTokens {
  /** Reports whether a token or its session was revoked. */
  has(jti: string, family: string): Promise<boolean> | boolean;
}

type RevocationContext = Pick<ServiceContext, "store" | "changes">;

/**
 * Makes the set of revoked tokens and sessions. It is read once and then kept current by the change feed, outside of every cache of
 * verified tokens. Only a deletion from the table removes an entry, so a clock that is moved ahead and back makes no revoked token valid
 * again. Beyond `max` entries the database is asked until half of them are gone.
 */
export function createRevokedTokens(
  { store, changes }: RevocationContext,
  max: number = revokedTokensMax,
): RevokedTokens {
  const revoked = new Set<string>();
  let isWhole = true;
  let loading: Promise<void> | undefined;
  let loaded = false;

  function add(identifier: string): void {
    if (revoked.size < max) revoked.add(identifier);
    else isWhole &&= revoked.has(identifier);
  }

  function forget(identifier: string): void {
    revoked.delete(identifier);
    // The entries that did not fit are read now.
    if (!isWhole && revoked.size <= max / 2) loaded = false;
  }

  changes.subscribe({
    tables: ["revokedTokens"],
    onChange: ({ key, operation }) => (operation === "remove" ? forget(key) : add(key)),
  });

  async function load(): Promise<void> {
    // An entry that arrives meanwhile and does not fit resets this.
    isWhole = true;
    loaded = true;
    try {
      const rows = await store.select("revokedTokens", { limit: max + 1 });
      for (const { jti } of rows) add(jti);
    } catch (error) {
      loaded = false;
      throw error;
    }
  }

  const knows = (jti: string, family: string) => revoked.has(jti) || revoked.has(family);

  async function ask(jti: string, family: string): Promise<boolean> {
    if (!loaded) loading ??= load().finally(() => (loading = undefined));
    await loading;
    if (knows(jti, family)) return true;
    if (loaded && isWhole) return false;
    const rows = await Promise.all([store.get("revokedTokens", jti), store.get("revokedTokens", family)]);
    return rows.some((row) => row !== undefined);
  }

  return {
    has(jti, family) {
      if (knows(jti, family)) return true;
      return loaded && loading === undefined && isWhole ? false : ask(jti, family);
    },
  };
}
