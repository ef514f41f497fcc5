import { queryOptions } from "@tanstack/react-query";

import { address } from "./odata.ts";
import { withActions } from "./offered.ts";
import { pathOf } from "./path.ts";
import { read } from "./read.ts";

/** Path of the set of blocks of password resets. */
export const passwordBlocksPath = pathOf("passwordBlocks");

/** Filters of blocks by their states, in words of $filter. */
export const blockStates = {
  open: "liftedAt eq null and (endsAt eq null or endsAt gt now())",
  over: "liftedAt eq null and endsAt le now()",
  lifted: "liftedAt ne null",
} as const;

/** Parts of a block that pages read: all of them, and whether the reader can lift it. */
export const blockSelect = withActions(["lift"]);

/** Returns the query for the blocks of a user that hold, or will hold. */
export function blocksOfUserQuery(userKey: string) {
  const filter = `userKey eq ${userKey} and ${blockStates.open}`;
  const options = { filter, orderby: "createdAt desc,key", top: 20, count: true, select: blockSelect };
  return queryOptions({
    queryKey: [passwordBlocksPath, "ofUser", userKey],
    queryFn: ({ signal }) => read(address(passwordBlocksPath, options), signal),
  });
}
