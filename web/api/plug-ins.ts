import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { pathOf } from "./path.ts";
import { read } from "./read.ts";

const followedEachMs = 15_000;

/** Query for the plug-ins as the answering process knows them. */
export const plugInsQuery = queryOptions({
  queryKey: [pathOf("nodes"), "plugIns"],
  queryFn: ({ signal }) => read(pathOf("nodes/plugIns"), signal),
  refetchInterval: whileSomebodyLooks(followedEachMs),
});
