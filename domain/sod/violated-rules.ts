import { nameOfItem, type SodItem, type SodRule } from "./sod-rule.ts";

/** Access of a person, with all that their roles contain. */
export interface SodAccess {
  /** Access that the person has. */
  readonly held: readonly SodItem[];
  /** Access for which other requests of the person ask. */
  readonly asked: readonly SodItem[];
  /** Access that is to be given now. */
  readonly given: readonly SodItem[];
}

/** Reason for which a person hits a part of a rule: they have the item, another request asks for it, or it is given now. */
export type SodHitReason = keyof SodAccess;

/** Item by which a person hits a part of a rule. */
export interface SodHit extends SodItem {
  /** Number of the part, from 1. */
  readonly part: number;
  readonly because: SodHitReason;
}

/** Rule that a person violates or would violate, with the items by which they hit its parts. */
export interface SodViolation {
  readonly ruleKey: string;
  readonly hits: readonly SodHit[];
}

/**
 * Returns the rules that a person would violate by what is given, with what they have and have asked for. A rule that names nothing of what
 * is new to the person is left out: what only keeps access is never stopped.
 */
export function violatedBy(rules: readonly SodRule[], access: SodAccess): readonly SodViolation[] {
  const held = new Set(access.held.map(nameOfItem));
  const given = new Set(access.given.map(nameOfItem).filter((name) => !held.has(name)));
  const asked = new Set(access.asked.map(nameOfItem));
  const reasonOf = (name: string): SodHitReason | undefined => {
    if (held.has(name)) return "held";
    if (given.has(name)) return "given";
    return asked.has(name) ? "asked" : undefined;
  };
  return rules.flatMap((rule) => {
    const hits = hitsOf(rule, reasonOf);
    const isCaused = hits.some(({ because }) => because === "given");
    return isCaused && countParts(hits) >= rule.atLeast ? [{ ruleKey: rule.key, hits }] : [];
  });
}

function hitsOf({ parts }: SodRule, reasonOf: (name: string) => SodHitReason | undefined): readonly SodHit[] {
  return parts.flatMap(({ items }, index) =>
    items.flatMap(({ itemType, itemKey }) => {
      const because = reasonOf(nameOfItem({ itemType, itemKey }));
      return because === undefined ? [] : [{ itemType, itemKey, part: index + 1, because }];
    }),
  );
}

function countParts(hits: readonly SodHit[]): number {
  return new Set(hits.map(({ part }) => part)).size;
}
