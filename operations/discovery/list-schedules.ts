import { allOf, eq, ne } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { isLeading } from "../kernel/leading-node.ts";

/** Schedule of a target system's discovery. */
export interface DiscoverySchedule {
  readonly targetSystemKey: string;
  /** Schedule in five fields of cron, in UTC. */
  readonly cron: string;
}

/** Reports whether a target system has its own discovery schedule. */
export function hasSchedule({ enabled, mode, type, listSchedule }: Row<"targetSystems">): boolean {
  return enabled && type !== null && mode === "automatic" && listSchedule !== null;
}

/**
 * Lists the schedules of all target systems that have one and are discovered automatically. Of several nodes one has them, so that each
 * target system is discovered once.
 */
export const listSchedules = defineOperation({
  name: "discovery.listSchedules",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "DSLS", when: "never" },
  async run(context): Promise<DiscoverySchedule[]> {
    if (!(await isLeading(context))) return [];
    const { store } = context;
    const rows = await store.select("targetSystems", {
      where: allOf(eq("enabled", true), eq("mode", "automatic"), ne("type", null)),
      orderBy: [["id", "asc"]],
    });
    return rows.flatMap(({ id, listSchedule }) =>
      listSchedule === null ? [] : [{ targetSystemKey: id, cron: listSchedule }],
    );
  },
});
