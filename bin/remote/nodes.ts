import type { ListedConflict } from "#operations/nodes/list-conflicts.ts";

import { quotedText } from "../entity-path.ts";
import { readRows } from "./read-rows.ts";
import type { StandIns } from "./stand-in.ts";

const listedMax = 200;

interface ConflictsInput {
  readonly state?: string;
  readonly key?: string;
}

/** Stand-ins for the nodes of the installation. */
export const nodeStandIns: StandIns = {
  "replicationConflicts.list": async ({ rest }, { state, key }: ConflictsInput) => {
    const filter = key === undefined ? state && `state eq ${quotedText(state)}` : `id eq ${key}`;
    const options = { filter, orderby: "lostStamp desc,id", top: listedMax + 1 };
    const rows = (await readRows(rest, { set: "replicationConflicts" }, options)) as readonly unknown[];
    return { conflicts: rows.slice(0, listedMax) as ListedConflict[], more: rows.length > listedMax };
  },
};
