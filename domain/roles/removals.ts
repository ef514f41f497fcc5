import { isMuch, needsConfirmation } from "../discovery/losses.ts";
import type { Difference, PersonDifferences } from "./differences.ts";

/** Removals of a run from one target system, from one group, or of one role, and what there is. */
export interface Removals {
  readonly of: "targetSystem" | "group" | "role";
  readonly key: string;
  readonly gone: number;
  readonly known: number;
}

/** Removals of one person from a group or a role are not large, however few it has. */
const emptiedMin = 2;

/** Returns true if a difference takes access or a role away, once it is resolved. */
export function removes({ kind, resolution }: Difference): boolean {
  return resolution === "remove" || (kind === "deficit" && resolution === "removal");
}

/** Removals that are counted, and those before them. */
export interface CountedRemovals extends Removals {
  /** Number of removals of earlier runs that nobody has confirmed and that count together with these. */
  readonly earlier: number;
}

/** Returns the text that identifies what is removed from. */
export function removedFrom({ of, key }: Pick<Removals, "of" | "key">): string {
  return `${of} ${key}`;
}

/** Counts the removals of differences, by what they are removed from; `known` is not known yet. */
export function countRemovals(all: readonly PersonDifferences[]): readonly Omit<Removals, "known">[] {
  const counts = new Map<string, { of: Removals["of"]; key: string; gone: number }>();
  const count = (of: Removals["of"], key: string | null) => {
    if (key === null) return;
    const name = removedFrom({ of, key });
    const counted = counts.get(name) ?? { of, key, gone: 0 };
    counted.gone += 1;
    counts.set(name, counted);
  };
  for (const { differences } of all) {
    for (const difference of differences.filter(removes)) {
      const { kind, thing, roleKey } = difference;
      if (kind !== "surplus" || thing === null) count("role", roleKey);
      else {
        count("targetSystem", thing.targetSystemKey);
        count("group", thing.groupKey);
      }
    }
  }
  return [...counts.values()];
}

/**
 * Returns the removals that a person must confirm, by the rule of discoveries; small ones count together with those before them. A role, a
 * group or a target system of one person may be emptied.
 */
export function largeRemovals(counted: readonly CountedRemovals[]): readonly Removals[] {
  return counted.flatMap(({ earlier, ...one }): readonly Removals[] => {
    if (needsConfirmation(one) && (one.gone >= emptiedMin || one.gone < one.known)) return [one];
    const together = { ...one, gone: one.gone + earlier, known: one.known + earlier };
    return isMuch(together) ? [together] : [];
  });
}
