import { useSearchParams } from "react-router";

import { besideOpen, openParameter, parametersOf, viewOf } from "./table-view.ts";

/** The row that is open beside its list, as the address says, and what opens another one or, without a key, none. */
export function useOpenRow() {
  const [parameters, setParameters] = useSearchParams();
  const open = parameters.get(openParameter) ?? undefined;
  const addressOf = (key: string | undefined) => besideOpen(parametersOf(viewOf(parameters)), key ?? null);
  return {
    open,
    /** The part of the address behind `?` that opens a row. */
    searchOf: (key: string) => `?${addressOf(key).toString()}`,
    // One who goes back leaves what is open, and not each row that was gone through.
    change: (key: string | undefined) => {
      if (key !== open) setParameters(addressOf(key), { replace: open !== undefined });
    },
  };
}
