import { useCallback, useEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router";

/** How a list is seen: what is looked for, in which order, which page. It stands in the address, so that it can be sent and come back to. */
export interface TableView {
  readonly search: string;
  /** What each filter is set to, by its name. */
  readonly filters: Readonly<Record<string, string>>;
  readonly sort: { readonly by: string; readonly descending: boolean } | undefined;
  /** From 1 on. */
  readonly page: number;
  readonly size: number;
}

/** How many rows a page of a list may have. */
export const pageSizes = [10, 20, 50, 100] as const;
/** As many rows as are on a page until somebody chooses, and about as many as a window shows. */
export const usualSize = 20;
/** The parameter that names the row which is open beside its list; it is no part of the view. */
export const openParameter = "open";
const own = new Set(["q", "sort", "page", "size", openParameter]);

/** The view that an address holds; what does not fit is as if it was not there. */
export function viewOf(parameters: URLSearchParams): TableView {
  const sort = parameters.get("sort") ?? "";
  const size = pageSizes.find((known) => known === Number(parameters.get("size"))) ?? usualSize;
  const page = Math.max(1, Math.trunc(Number(parameters.get("page") ?? 1)) || 1);
  return {
    search: parameters.get("q") ?? "",
    filters: Object.fromEntries([...parameters].filter(([name, value]) => !own.has(name) && value !== "")),
    sort: sort === "" ? undefined : { by: sort.replace(/^-/, ""), descending: sort.startsWith("-") },
    page,
    size,
  };
}

/** The parameters of an address that hold a view; what is as usual is left out. */
export function parametersOf({ search, filters, sort, page, size }: TableView): URLSearchParams {
  const given = {
    ...(search !== "" && { q: search }),
    ...filters,
    ...(sort && { sort: `${sort.descending ? "-" : ""}${sort.by}` }),
    ...(page > 1 && { page: String(page) }),
    ...(size !== usualSize && { size: String(size) }),
  };
  return new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ""));
}

/** What is changed of a view: of the filters those that are named, an empty one being taken away; null = all are. */
export type TableChange = Partial<Omit<TableView, "filters">> & { readonly filters?: TableView["filters"] | null };

/** A view after a change. Whatever changes the rows begins at the first page again. */
export function changedView(view: TableView, { filters, ...changed }: TableChange): TableView {
  return { ...view, page: 1, ...changed, filters: filters === null ? {} : { ...view.filters, ...filters } };
}

/** The parameters of a view with the row that is open beside it; null = none is. */
export function besideOpen(view: URLSearchParams, open: string | null): URLSearchParams {
  return new URLSearchParams(open === null ? [...view] : [...view, [openParameter, open]]);
}

/** The view in the address, and what changes it. */
export function useTableView() {
  const [parameters, setParameters] = useSearchParams();
  const view = useMemo(() => viewOf(parameters), [parameters]);
  // The address follows a moment later: what is changed meanwhile is changed in what was wanted last.
  const wanted = useRef(view);
  useEffect(() => {
    wanted.current = view;
  }, [view]);
  const change = useCallback(
    (changed: TableChange) => {
      wanted.current = changedView(wanted.current, changed);
      // One who goes back comes to the page before, not to each letter that was typed.
      const replace = changed.search !== undefined || changed.filters !== undefined;
      setParameters((current) => besideOpen(parametersOf(wanted.current), current.get(openParameter)), { replace });
    },
    [setParameters],
  );
  return { view, change, parameters };
}
