import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { read } from "./call.ts";
import type { PlugIns } from "./model.ts";

const followedEachMs = 15_000;

/** Query for the plug-ins as the answering process knows them. */
export const plugInsQuery = queryOptions({
  queryKey: ["/v2/nodes", "plugIns"],
  queryFn: ({ signal }) => read<PlugIns>("/v2/nodes/plugIns", signal),
  refetchInterval: whileSomebodyLooks(followedEachMs),
});
