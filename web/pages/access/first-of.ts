import type { UseQueryResult } from "@tanstack/react-query";

/** Returns the first rows of a list, with the number of all. */
export function firstOf<Row>({ data, error }: UseQueryResult<readonly Row[]>, most = Infinity) {
  if (data === undefined) return { data, error };
  return { data: { value: data.slice(0, most), "@odata.count": data.length }, error };
}
