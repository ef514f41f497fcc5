import type { Changes } from "./calls.ts";

const namespace = "Gatehouse.REST.Models.v2";

/** Name of an action on a row. */
type ActionName = NameIn<keyof Changes>;
type NameIn<Name> = Name extends `POST ${string}()/${infer Action}` ? Action : never;

/** Returns the `$select` of a row with all its fields and the availability of the actions for the reader. */
export function withActions(actions: readonly ActionName[]): string {
  return ["*", ...actions.map((name) => `${namespace}.${name}`)].join(",");
}

/** Reports whether the service has offered the action of a row to the reader. */
export function isOffered(row: object, action: ActionName): boolean {
  return Object.hasOwn(row, `#${namespace}.${action}`);
}
