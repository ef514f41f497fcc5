import { formatKey, isGuid } from "#api/odata/key.ts";
import type { FoundGroup } from "#operations/groups/find-group.ts";

import { CliError } from "../cli-error.ts";
import { quotedText } from "../entity-path.ts";
import { readRows } from "./read-rows.ts";
import type { StandIns } from "./stand-in.ts";

/** Stand-ins for groups. */
export const groupStandIns: StandIns = {
  "groups.find": async (
    { rest },
    { name, targetSystemKey }: { name: string; targetSystemKey?: string },
  ): Promise<FoundGroup> => {
    const names = ["shortId", "longId", "stableId"].map((one) => `${one} eq ${quotedText(name)}`);
    const called = [...names, ...(isGuid(name) ? [`key eq ${formatKey(name)}`] : [])].join(" or ");
    const filter =
      targetSystemKey === undefined ? called : `targetSystemKey eq ${quotedText(targetSystemKey)} and (${called})`;
    const options = { filter, select: "key,targetSystemKey,shortId", top: 2 };
    const [group, other] = await readRows(rest, { set: "groups" }, options);
    if (other !== undefined)
      throw new CliError(`Several groups are called '${name}'. Add --target, or give the key of one.`);
    if (group === undefined)
      throw new CliError(`No group is called '${name}', or you may not see it. Look it up under /v2/groups.`);
    return group as unknown as FoundGroup;
  },
};
