import { z } from "zod";

import { keptByOption } from "#domain/discovery/managed-groups.ts";
import { ServiceError } from "#domain/errors.ts";
import { groupsUnmanagedAtOnceMax } from "#domain/limits.ts";

import { optionValue } from "../abilities/option-value.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";

/** Groups that were given back. */
export interface UnmanagedGroups {
  readonly targetSystemKey: string;
  /** Number of groups that are no longer managed. */
  readonly unmanaged: number;
  /** Number of groups that are left for another call. */
  readonly left: number;
}

/**
 * Stops managing groups of a target system that its discoveries took and no request has named since; a page of them, so that it is called
 * again while some are left. The next discovery takes them again if the option is on then.
 * @throws NOT_FOUND, FORBIDDEN, GROUPS_TAKEN_AGAIN
 */
export const unmanageDiscoveredGroups = defineOperation({
  name: "targetSystems.unmanageDiscoveredGroups",
  input: z.strictObject({ key: keyInput }),
  callers: ["user", "engine"],
  policies: policiesOfChange("action", "targetSystems/unmanageDiscoveredGroups"),
  audit: {
    operation: "GRPB",
    describe: ({ key }, output?: UnmanagedGroups) => ({
      targetSystem: key,
      message: output === undefined ? null : `${output.unmanaged} ${output.unmanaged === 1 ? "group" : "groups"}`,
    }),
  },
  async run(context, { key }): Promise<UnmanagedGroups> {
    const { store } = context;
    // A change of the option locks the target system too.
    await lockedRow(context, { table: "targetSystems", key });
    if ((await optionValue(context, key, "automaticallyDiscoverResourcesToLoad")) === true)
      throw new ServiceError("GROUPS_TAKEN_AGAIN", { target: "key" });
    const where = keptByOption(key);
    const rows = await store.select("groups", {
      where,
      orderBy: [["key", "asc"]],
      limit: groupsUnmanagedAtOnceMax,
      forUpdate: true,
    });
    await store.saveAll(
      "groups",
      rows.map((row) => ({ key: row.key, managed: false, managedBy: null })),
    );
    return { targetSystemKey: key, unmanaged: rows.length, left: await store.count("groups", where) };
  },
});
