import type { TargetAttributes } from "../../api/model.ts";

/** An attribute that an operation sets. */
export interface AskedChange {
  readonly name: string;
  /** What it is now; undefined where that is not known, or there is nothing yet. */
  readonly before: readonly string[] | undefined;
  readonly after: readonly string[];
}

/** The values of an attribute as texts. */
export const textsOf = (values: unknown): readonly string[] =>
  values === null || values === undefined ? [] : [values].flat().map(String);

/** What an operation makes of attributes, beside what they are now where that is known. */
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

// Target systems know an attribute by its name in capitals, too; some have two that differ in nothing else.
function valuesIn(now: TargetAttributes, name: string): unknown {
  if (Object.hasOwn(now, name)) return now[name];
  return Object.entries(now).find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1];
}
