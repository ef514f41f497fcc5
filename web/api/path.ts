import type { Reads } from "./calls.ts";
import { literal, type Path } from "./odata.ts";

/** Keys of an address, in their order: one for each `()`. */
export type Keys<Name extends string> = Name extends `${string}()${infer Rest}`
  ? readonly [string, ...Keys<Rest>]
  : readonly [];

/** Returns the path of what can be read. Cache keys begin with it, so that a change finds what shows its set. */
export function pathOf<Name extends keyof Reads>(name: Name, ...keys: Keys<Name>): Path<Reads[Name]> {
  return filled(name, keys) as Path<Reads[Name]>;
}

/** Returns an address with its keys in the place of `()`. */
export function filled(name: string, keys: readonly string[]): string {
  const left = [...keys];
  return `/v2/${name.replaceAll("()", () => `(${encodeURIComponent(literal(left.shift() ?? ""))})`)}`;
}

declare module "@tanstack/react-query" {
  interface Register {
    queryKey: readonly [Path, ...unknown[]];
  }
}
