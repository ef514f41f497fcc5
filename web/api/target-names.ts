import { queryOptions } from "@tanstack/react-query";

import { read } from "./call.ts";
import type { TargetSystem } from "./model.ts";
import { address, type Page } from "./odata.ts";

const keptForMs = 60_000;

/** The target systems that there are, by their ids. */
export const targetNamesQuery = queryOptions({
  queryKey: ["/v2/targetSystems", "names"],
  queryFn: ({ signal }) =>
    read<Page<Pick<TargetSystem, "id" | "description">>>(
      address("/v2/targetSystems", { select: "id,description", orderby: "id", top: 500 }),
      signal,
    ),
  staleTime: keptForMs,
});
