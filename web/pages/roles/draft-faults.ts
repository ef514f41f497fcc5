const parts = /^(?:draft[./])?(?<place>[^:]+)(?::\d+:\d+)?$/;

/** Returns the error texts of a refused draft by the places within it, divided by points, without lines and columns. */
export function faultsOfDraft(faults: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    [...faults].map(([place, text]) => [(parts.exec(place)?.groups?.["place"] ?? place).replaceAll("/", "."), text]),
  );
}
