import { discoverTargetSystem } from "#operations/discovery/discover-target-system.ts";
import type { Discovery } from "#operations/discovery/engine/discovery-of.ts";
import { invoke } from "#operations/kernel/invoke.ts";

import { eventually, type Journey } from "./journey.ts";
import { callerOf } from "./service.ts";

/** Returns helpers for the discoveries that an operator runs on one target system of the current journey. */
export function discoveriesOf(journey: () => Journey, targetSystemKey: string) {
  const operator = callerOf({ key: "operator", id: "operator", superuser: true });

  async function discovery(key: string): Promise<Discovery> {
    return (await journey().store.get("requestOperations", key)) as Discovery;
  }

  async function begin(): Promise<string> {
    const { key } = await invoke(discoverTargetSystem, journey().context, operator, { key: targetSystemKey });
    return key;
  }

  async function discover(): Promise<Discovery> {
    const key = await begin();
    return eventually(`discovery ${key} ended`, async () => {
      const row = await discovery(key);
      return row.finishedAt === null ? undefined : row;
    });
  }

  async function waits(key: string): Promise<Discovery> {
    return eventually("a confirmation is asked for", async () => {
      const row = await discovery(key);
      return row.discovery.phase === "confirming" ? row : undefined;
    });
  }

  const names = async (table: "accounts" | "groups") =>
    (await journey().store.select(table, { where: { targetSystemKey } })).map(({ shortId }) => shortId).toSorted();

  /** Returns all rows of the objects of the target, to compare generations. */
  async function generation(): Promise<unknown> {
    const { store } = journey();
    return {
      accounts: await store.select("accounts", { orderBy: [["key", "asc"]] }),
      groups: await store.select("groups", { orderBy: [["key", "asc"]] }),
      attributes: await store.select("accountAttributes", { orderBy: [["key", "asc"]] }),
      memberships: await store.select("groupMemberships", { orderBy: [["key", "asc"]] }),
    };
  }

  return { operator, discovery, begin, discover, waits, names, generation };
}
