import type { TargetAttributes } from "../../api/model.ts";

/** An attribute that an operation sets. */
export interface AskedChange {
  readonly name: string;
  /** Current values; undefined if they are not known, or the object does not exist yet. */
  readonly before: readonly string[] | undefined;
  readonly after: readonly string[];
}

/** Returns the values of an attribute as texts. */
export const textsOf = (values: unknown): readonly string[] =>
  values === null || values === undefined ? [] : [values].flat().map(String);

/** Returns the attributes that an operation sets, with their current values where these are known. */
export function askedChanges(
  asked: TargetAttributes | null,
  now: TargetAttributes | null | undefined,
): readonly AskedChange[] {
  return Object.entries(asked ?? {}).map(([name, values]) => ({
    name,
    before: now === null || now === undefined ? undefined : textsOf(valuesIn(now, name)),
    after: textsOf(values),
  }));
}

// Target systems match attribute names without regard to case; some have two attributes that differ only in case.
function valuesIn(now: TargetAttributes, name: string): unknown {
  if (Object.hasOwn(now, name)) return now[name];
  return Object.entries(now).find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1];
}
