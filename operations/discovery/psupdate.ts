import { z } from "zod";

import { listedObjects } from "#domain/discovery/discovery.ts";
import { noImports } from "#domain/discovery/import-rules.ts";
import { allOf, eq, ne } from "#domain/query/condition.ts";

import { chosenProxy } from "../abilities/serving-proxy.ts";
import { defineOperation } from "../kernel/define-operation.ts";

/** A target system that the nightly run discovers, and the proxy that will list it. */
export interface Discoverable {
  readonly id: string;
  readonly proxy: string;
}

/** Lists the target systems that the nightly run discovers: those with a connector that are enabled and automatic. */
export const listDiscoverable = defineOperation({
  name: "targetSystems.listDiscoverable",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "DSLT", when: "never" },
  async run(context): Promise<Discoverable[]> {
    const rows = await context.store.select("targetSystems", {
      where: allOf(eq("enabled", true), eq("mode", "automatic"), ne("type", null)),
      orderBy: [["id", "asc"]],
    });
    const found: Discoverable[] = [];
    for (const row of rows) found.push({ id: row.id, proxy: await chosenProxy(context, row) });
    return found;
  },
});

/** Returns the state of a discovery, for a caller that waits for it. */
export const discoveryOutcome = defineOperation({
  name: "discovery.outcome",
  kind: "read",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "DSOC", when: "never" },
  async run({ store }, { key }) {
    const row = await store.get("requestOperations", key);
    const discovery = row?.discovery ?? { phase: "ended", listed: 0, imported: noImports };
    const { phase, imported = noImports } = discovery;
    return {
      phase,
      listed: listedObjects(discovery),
      imported,
      result: row?.result ?? null,
      message: row?.errorMessage ?? null,
    };
  },
});
