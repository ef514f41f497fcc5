const namespace = "Gatehouse.REST.Models.v2";

/** The names of actions as `$select` takes them, so that each row says whether they can be taken now. */
export function selectActions(actions: readonly string[]): string {
  return actions.map((action) => `${namespace}.${action}`).join(",");
}

/** Whether an action can be taken on what was read with it, by who has read it, as it stands. */
export function isAdvertised(row: object, action: string): boolean {
  const advertised = (row as Readonly<Record<string, unknown>>)[`#${namespace}.${action}`];
  return advertised !== undefined && advertised !== null;
}
