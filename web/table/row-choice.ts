/** Returns the selection after rows were selected or cleared; rows of other pages stay as they are. */
export function withRows<Row>(
  chosen: ReadonlyMap<string, Row>,
  rows: ReadonlyMap<string, Row>,
  areChosen: boolean,
): ReadonlyMap<string, Row> {
  return areChosen ? new Map([...chosen, ...rows]) : new Map([...chosen].filter(([key]) => !rows.has(key)));
}
