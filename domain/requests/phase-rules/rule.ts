import type { Expression } from "../../query/bound-query.ts";

/** A share of those who are asked, in whole per cent from 1 to 100. */
export interface Percentage {
  readonly percent: number;
}

/** How many it takes: a number, or a share of those who are asked, which is one of them at least. */
export type Threshold = number | Percentage;

/** People by the words of a rule; who they are is found when the phase opens. */
export type People =
  | { readonly kind: "user" | "class" | "plugin"; readonly name: string }
  | { readonly kind: "manager"; readonly levels: number }
  | { readonly kind: "groupOwners" | "requester" | "recipient" };

/** A condition over the facts of the request, as it was written and as it is evaluated. */
export interface Condition {
  readonly text: string;
  readonly expression: Expression;
}

/** A part that speaks only where its condition holds; where it does not, it is as if it were not written. */
export interface When {
  readonly kind: "when";
  readonly condition: Condition;
  readonly part: Part;
}

/** Every part must be approved; people among them all approve, and are one at least. */
export interface All {
  readonly kind: "all";
  readonly of: readonly Part[];
}

/** So many of the people and rules together must approve. */
export interface Any {
  readonly kind: "any";
  readonly threshold: Threshold;
  readonly of: readonly Part[];
}

/**
 * What holds beside the approvals: `veto`, one denial denies; `maxDenials`, so many deny; `inputRequired`, they must have answered;
 * `not`, they count nowhere in the `all` in which it stands, neither for themselves nor for others.
 */
export type Guard =
  | { readonly kind: "veto" | "inputRequired" | "not"; readonly of: readonly People[] }
  | { readonly kind: "maxDenials"; readonly threshold: Threshold; readonly of: readonly People[] };

/** A part of a rule. */
export type Part = All | Any | When | Guard | People;

/** The rule of a phase: when it is approved, and when it is denied. */
export type Rule = All | Any | When;

/** What each word of a rule is. */
export const partRoles = {
  all: "rule",
  any: "rule",
  when: "rule",
  veto: "guard",
  maxDenials: "guard",
  inputRequired: "guard",
  not: "guard",
  user: "people",
  class: "people",
  plugin: "people",
  manager: "people",
  groupOwners: "people",
  requester: "people",
  recipient: "people",
} as const satisfies Readonly<Record<Part["kind"], "rule" | "guard" | "people">>;

/** Whether a part names people. */
export function isPeople(part: Part): part is People {
  return partRoles[part.kind] === "people";
}

/** Whether a part is a rule and can stand alone. */
export function isRule(part: Part): part is Rule {
  return partRoles[part.kind] === "rule";
}

/** What stands in the brackets of a word, in its order. */
export function argumentsOf(part: Part): readonly (Threshold | string | Part)[] {
  switch (part.kind) {
    case "any":
    case "maxDenials":
      return [part.threshold, ...part.of];
    case "when":
      return [part.condition.text, part.part];
    case "user":
    case "class":
    case "plugin":
      return [part.name];
    case "manager":
      return part.levels === 1 ? [] : [part.levels];
    default:
      return "of" in part ? part.of : [];
  }
}

/** How many a threshold means of so many. */
export function thresholdOf(threshold: Threshold, size: number): number {
  return typeof threshold === "number" ? threshold : Math.max(1, Math.ceil((threshold.percent * size) / 100));
}
