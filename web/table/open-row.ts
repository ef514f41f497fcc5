import { useSearchParams } from "react-router";

import { besideOpen, openParameter, parametersOf, viewOf } from "./table-view.ts";

/** The row that is open beside its list, as the address says, what opens another one, and what closes it. */
export function useOpenRow() {
  const [parameters, setParameters] = useSearchParams();
  const open = parameters.get(openParameter) ?? undefined;
  const addressOf = (key: string | undefined) => besideOpen(parametersOf(viewOf(parameters)), key ?? null);
  return {
    open,
    /** The part of the address behind `?` that opens a row. */
    searchOf: (key: string) => `?${addressOf(key).toString()}`,
    close: () => setParameters(addressOf(undefined), { replace: true }),
  };
}
