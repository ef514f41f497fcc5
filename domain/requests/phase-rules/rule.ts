import type { Expression } from "../../query/bound-query.ts";

/** Share of the people who are asked, in whole per cent from 1 to 100. */
export interface Percentage {
  readonly percent: number;
}

/** Number of answers needed: a fixed one, or a share of those who are asked, which is at least one of them. */
export type Threshold = number | Percentage;

/** People by the words of a rule; the phase finds them when it opens. */
export type People =
  | { readonly kind: "user" | "class" | "plugin"; readonly name: string }
  | { readonly kind: "manager"; readonly levels: number }
  | { readonly kind: "groupOwners" | "requester" | "recipient" };

/** Condition over the facts of the request, as it was written and as it is evaluated. */
export interface Condition {
  readonly text: string;
  readonly expression: Expression;
}

/** Part that applies only if its condition holds; otherwise it counts as absent. */
export interface When {
  readonly kind: "when";
  readonly condition: Condition;
  readonly part: Part;
}

/** Part that needs the approval of every part in it; people in it must all approve, at least one of them. */
export interface All {
  readonly kind: "all";
  readonly of: readonly Part[];
}

/** Part that needs a number of approvals from its people and rules together. */
export interface Any {
  readonly kind: "any";
  readonly threshold: Threshold;
  readonly of: readonly Part[];
}

/**
 * Restriction besides the approvals. `veto`: one denial denies. `maxDenials`: that many denials deny. `inputRequired`: its people must
 * have answered. `not`: its people count nowhere in the `all` in which it stands, neither for themselves nor for others.
 */
export type Guard =
  | { readonly kind: "veto" | "inputRequired" | "not"; readonly of: readonly People[] }
  | { readonly kind: "maxDenials"; readonly threshold: Threshold; readonly of: readonly People[] };

/** A part of a rule. */
export type Part = All | Any | When | Guard | People;

/** Rule of a phase, which says when it is approved and when it is denied. */
export type Rule = All | Any | When;

/** Roles of the words of a rule. */
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

/** Returns true if a part names people. */
export function isPeople(part: Part): part is People {
  return partRoles[part.kind] === "people";
}

/** Returns true if a part is a rule and can stand alone. */
export function isRule(part: Part): part is Rule {
  return partRoles[part.kind] === "rule";
}

/** Returns the arguments of a word, in their order. */
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

/** Returns the number that a threshold means for a group of this size. */
export function thresholdOf(threshold: Threshold, size: number): number {
  return typeof threshold === "number" ? threshold : Math.max(1, Math.ceil((threshold.percent * size) / 100));
}
