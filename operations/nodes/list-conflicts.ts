import { z } from "zod";

import { conflictStates } from "#domain/conflict-states.ts";
import { allOf, always, eq, noneOf } from "#domain/query/condition.ts";
import { shownConflict, type ShownConflict } from "#domain/replication/conflict-values.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { isOpenConflict } from "./engine/open-conflict.ts";

const listedMax = 200;

/** A conflict as commands list it. */
export interface ListedConflict extends ShownConflict {
  readonly rowName: string | null;
}

interface Listed {
  readonly conflicts: readonly ListedConflict[];
  /** True if there are more than are listed. */
  readonly more: boolean;
}

const conditions = {
  open: isOpenConflict,
  accepted: allOf(noneOf(isOpenConflict), eq("settled", "accepted")),
  reverted: allOf(noneOf(isOpenConflict), eq("settled", "reverted")),
} as const;

/** Returns conflicts of a state, or the one with an ID: those that were lost last come first. */
export const listConflicts = defineOperation<
  { state?: (typeof conflictStates)[number] | undefined; key?: string | undefined },
  Listed
>({
  name: "replicationConflicts.list",
  kind: "read",
  input: z.strictObject({ state: z.enum(conflictStates).optional(), key: keyInput.optional() }),
  callers: ["engine"],
  audit: { operation: "NDLS", when: "refusalOnly" },
  async run(context, { state, key }) {
    const rows = await context.store.select("replicationConflicts", {
      where: allOf(state === undefined ? always : conditions[state], key === undefined ? always : eq("id", key)),
      orderBy: [
        ["lostStamp", "desc"],
        ["id", "asc"],
      ],
      limit: listedMax + 1,
    });
    const shown = rows.slice(0, listedMax);
    const named = await context.tables.attach("replicationConflict", context, shown, ["rowName"]);
    const conflicts = shown.map((row, at) => ({
      ...shownConflict(row),
      rowName: (named[at]?.["rowName"] ?? null) as string | null,
    }));
    return { conflicts, more: rows.length > listedMax };
  },
});
