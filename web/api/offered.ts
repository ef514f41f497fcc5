const namespace = "Gatehouse.REST.Models.v2";

/** What a read selects: all of a row, and whether its reader can take the actions now. */
export function withActions(actions: readonly string[]): string {
  return ["*", ...actions.map((name) => `${namespace}.${name}`)].join(",");
}

/** Whether the service has said of a row that its reader can take the action now. */
export function isOffered(row: object, action: string): boolean {
  return Object.hasOwn(row, `#${namespace}.${action}`);
}
