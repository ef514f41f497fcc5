import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";

/** When a target system is discovered by itself. */
export interface DiscoverySchedule {
  readonly targetSystemKey: string;
  /** Five fields of cron, in UTC. */
  readonly cron: string;
}

/** Whether a target system is discovered by a schedule of its own. */
export function hasSchedule({ enabled, mode, listSchedule }: Row<"targetSystems">): boolean {
  return enabled && mode === "automatic" && listSchedule !== null;
}

/** The schedules of all target systems that have one and are discovered automatically. */
export const listSchedules = defineOperation({
  name: "discovery.listSchedules",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "DSLS", when: "never" },
  async run({ store }): Promise<DiscoverySchedule[]> {
    const rows = await store.select("targetSystems", {
      where: { enabled: true, mode: "automatic" },
      orderBy: [["id", "asc"]],
    });
    return rows.flatMap(({ id, listSchedule }) =>
      listSchedule === null ? [] : [{ targetSystemKey: id, cron: listSchedule }],
    );
  },
});
