import { z } from "zod";

import { allOf, eq, ge, ne } from "#domain/query/condition.ts";
import { discoveryCode } from "#domain/requests/named-codes.ts";
import type { EnforcementKind } from "#domain/roles/differences.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";

type RunState = Row<"enforcementRuns">["state"];

/** State of the nightly order since its beginning. */
export interface NightlyState {
  /** Keys of the target systems that have not been discovered since. */
  readonly left: readonly string[];
  /** Number of discoveries that are under way; one that waits for a confirmation is not. */
  readonly underWay: number;
  /** States of the nightly runs; null if there is none yet. */
  readonly runs: Readonly<Record<EnforcementKind, RunState | null>>;
}

/** Returns how far the nightly order has come since a time. */
export const nightlyState = defineOperation({
  name: "enforcement.nightlyState",
  kind: "read",
  input: z.strictObject({ sinceMs: z.int() }),
  callers: ["engine"],
  audit: { operation: "ENST", when: "refusalOnly" },
  async run(context, { sinceMs }): Promise<NightlyState> {
    const { store } = context;
    const targets = await store.select("targetSystems", {
      where: allOf(eq("enabled", true), eq("mode", "automatic"), ne("type", null)),
      orderBy: [["id", "asc"]],
    });
    const discoveries = await store.select("requestOperations", {
      where: allOf(eq("code", discoveryCode), ge("createdAt", sinceMs)),
    });
    const begun = new Set(discoveries.map(({ targetSystemKey }) => targetSystemKey));
    const underWay = discoveries.filter(
      ({ finishedAt, discovery }) => finishedAt === null && discovery?.phase !== "confirming",
    );
    return {
      left: targets.map(({ id }) => id).filter((id) => !begun.has(id)),
      underWay: underWay.length,
      runs: {
        autores: await latest(context, "autores", sinceMs),
        rbacenforce: await latest(context, "rbacenforce", sinceMs),
      },
    };
  },
});

async function latest(
  { store }: Pick<CallContext, "store">,
  kind: EnforcementKind,
  sinceMs: number,
): Promise<RunState | null> {
  const [run] = await store.select("enforcementRuns", {
    where: allOf(eq("kind", kind), eq("reason", "nightly"), ge("createdAt", sinceMs)),
    orderBy: [["createdAt", "desc"]],
    limit: 1,
  });
  return run?.state ?? null;
}
