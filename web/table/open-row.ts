import { useSearchParams } from "react-router";

import { searchWithoutPanel, openParameter, parametersOf, viewOf } from "./table-view.ts";

/** Returns the row that is open beside its list, as the address holds it, with the functions that open another row and close it. */
export function useOpenRow() {
  const [parameters, setParameters] = useSearchParams();
  const open = parameters.get(openParameter) ?? undefined;
  const addressOf = (key: string | undefined) => searchWithoutPanel(parametersOf(viewOf(parameters)), key ?? null);
  return {
    open,
    /** The query of the address that opens a row. */
    searchOf: (key: string) => `?${addressOf(key).toString()}`,
    close: () => setParameters(addressOf(undefined), { replace: true }),
  };
}
