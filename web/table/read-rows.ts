import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { address, allOf, type ReadOptions, searchWords } from "../api/odata.ts";
import { read } from "../api/read.ts";
import { whileSomebodyLooks } from "../base/active-person.ts";
import type { TableFilter, TableSource } from "./table-column.ts";
import type { TableView } from "./table-view.ts";

const refreshedEachMs = 15_000;

/** Returns the options of a read for the view of a list. */
export function optionsOf<Row>(source: TableSource<Row>, view: TableView): ReadOptions {
  const conditions = (source.filters ?? []).map((filter) => conditionOf(filter, view.filters[filter.name] ?? ""));
  const sorted = source.columns.find(({ name, sortBy }) => name === view.sort?.by && sortBy !== undefined);
  const chosen =
    sorted?.sortBy === undefined ? source.usualOrder : `${sorted.sortBy}${view.sort?.descending ? " desc" : ""}`;
  return {
    filter: allOf([source.where, ...conditions]),
    search: source.isSearched === false ? undefined : searchWords(view.search),
    // Without a total order, pages repeat some rows and skip others.
    orderby: chosen.split(" ")[0] === source.keyProperty ? chosen : `${chosen},${source.keyProperty}`,
    select: source.select,
    expand: source.expand,
  };
}

function conditionOf(filter: TableFilter, given: string): string | undefined {
  if ("choices" in filter) return filter.choices.find(({ value }) => value === given)?.where;
  return given === "" ? undefined : filter.where(given);
}

/** Reads the current page of a list, together with the address of the read. The previous page is shown until the new one has arrived. */
export function useRows<Row>(source: TableSource<Row>, view: TableView) {
  const options = {
    ...optionsOf(source, view),
    top: view.size,
    skip: view.page === 1 ? undefined : (view.page - 1) * view.size,
    count: true,
  };
  const path = address(source.path, options);
  return useQuery({
    queryKey: [source.path, path],
    queryFn: async ({ signal }) => ({ ...(await read(path, signal)), path }),
    placeholderData: keepPreviousData,
    refetchInterval: whileSomebodyLooks(source.followedEachMs ?? refreshedEachMs),
  });
}
