const namespace = "Gatehouse.REST.Models.v2";

/** Returns the `$select` of a row with all its fields and the availability of the actions for the reader. */
export function withActions(actions: readonly string[]): string {
  return ["*", ...actions.map((name) => `${namespace}.${name}`)].join(",");
}

/** Reports whether the service has offered the action of a row to the reader. */
export function isOffered(row: object, action: string): boolean {
  return Object.hasOwn(row, `#${namespace}.${action}`);
}
