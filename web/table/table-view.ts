import { useCallback, useEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router";

/** View of a list: its search, its filters, its order and its page. The address holds it, so that users can share it and return to it. */
export interface TableView {
  readonly search: string;
  /** Values of the filters by their names. */
  readonly filters: Readonly<Record<string, string>>;
  readonly sort: { readonly by: string; readonly descending: boolean } | undefined;
  /** Number of the page, from 1. */
  readonly page: number;
  readonly size: number;
}

/** Page sizes that the user may select. */
export const pageSizes = [10, 20, 50, 100] as const;
/** Default page size, about as many rows as a window shows. */
export const usualSize = 20;
/** Name of the parameter for the row that is open beside its list; it is not part of the view. */
export const openParameter = "open";
const own = new Set(["q", "sort", "page", "size", openParameter]);

/** Returns the parameters of one list by their names without its prefix. Those of a list without a prefix have no dot in their names. */
function ownParameters(parameters: URLSearchParams, prefix: string): URLSearchParams {
  const start = startOf(prefix);
  const names = [...parameters].filter(([name]) => isOf(name, prefix));
  return new URLSearchParams(names.map(([name, value]) => [name.slice(start.length), value]));
}

const startOf = (prefix: string) => (prefix === "" ? "" : `${prefix}.`);
const isOf = (name: string, prefix: string) => (prefix === "" ? !name.includes(".") : name.startsWith(startOf(prefix)));

/** Reads the view of the list with a prefix from the parameters of an address; invalid values count as absent. */
export function viewOf(all: URLSearchParams, prefix = ""): TableView {
  const parameters = ownParameters(all, prefix);
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

/** Returns the parameters of an address that hold a view; default values are left out. */
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

/** Returns the parameters of an address with another view of the list with a prefix. Those of other lists, and of the open row, stay. */
export function parametersWith(current: URLSearchParams, view: TableView, prefix: string): URLSearchParams {
  const start = startOf(prefix);
  return new URLSearchParams([
    ...[...parametersOf(view)].map(([name, value]) => [start + name, value] as [string, string]),
    ...[...current].filter(([name]) => name === openParameter || !isOf(name, prefix)),
  ]);
}

/** Change of a view. Only the named filters change; an empty value clears one, and null clears all. */
export type TableChange = Partial<Omit<TableView, "filters">> & { readonly filters?: TableView["filters"] | null };

/** Applies a change to a view. A change of the rows starts at the first page again. */
export function changedView(view: TableView, { filters, ...changed }: TableChange): TableView {
  return { ...view, page: 1, ...changed, filters: filters === null ? {} : { ...view.filters, ...filters } };
}

/** Adds the row that is open beside a list to the parameters of its view; null adds none. */
export function searchWithoutPanel(view: URLSearchParams, open: string | null): URLSearchParams {
  return new URLSearchParams(open === null ? [...view] : [...view, [openParameter, open]]);
}

/** Reads the view of the list with a prefix from the address, and returns it with the function that changes it. */
export function useTableView(prefix = "") {
  const [parameters, setParameters] = useSearchParams();
  const view = useMemo(() => viewOf(parameters, prefix), [parameters, prefix]);
  // The address follows a moment later, so a change applies to the view that was wanted last.
  const wanted = useRef(view);
  useEffect(() => {
    wanted.current = view;
  }, [view]);
  const change = useCallback(
    (changed: TableChange) => {
      wanted.current = changedView(wanted.current, changed);
      // "Back" returns to the previous page, not to each typed letter.
      const replace = changed.search !== undefined || changed.filters !== undefined;
      setParameters((current) => parametersWith(current, wanted.current, prefix), { replace });
    },
    [setParameters, prefix],
  );
  return { view, change, parameters };
}
