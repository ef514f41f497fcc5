import { type Guard, isPeople, type Part, type People, type Rule, type Threshold } from "./rule.ts";

/** Returns the name by which people know those that a word of a rule means. */
export type NameOf = (people: People) => string;

/** Returns a rule in words for people who do not write rules; conditions are not spelled out. */
export function ruleWords(rule: Rule, nameOf: NameOf): string {
  const words = clausesOf(rule, nameOf).join("; ");
  return words === "" ? "Nobody has to approve." : `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}.`;
}

const guards: Readonly<Record<Guard["kind"], string>> = {
  veto: "denied by any denial of",
  maxDenials: "denied by",
  inputRequired: "nothing before the answer of",
  not: "without a say",
};

function clausesOf(part: Part, nameOf: NameOf): readonly string[] {
  if (isPeople(part)) return [`the approval of ${nameOf(part)}`];
  switch (part.kind) {
    case "all":
      return part.of.flatMap((one) => clausesOf(one, nameOf));
    case "any":
      return [
        `${quantity(part.threshold, "approval")} of: ${part.of.map((one) => itemOf(one, nameOf)).join(", ") || "nobody"}`,
      ];
    case "when":
      return [`under a condition (${clausesOf(part.part, nameOf).join("; ")})`];
    case "maxDenials":
      return [`${guards.maxDenials} ${quantity(part.threshold, "denial")} of: ${part.of.map(nameOf).join(", ")}`];
    default:
      return [`${guards[part.kind]}: ${part.of.map(nameOf).join(", ")}`];
  }
}

/** Returns an item of a list: a name, or the clauses that must be met, in brackets. */
function itemOf(part: Part, nameOf: NameOf): string {
  return isPeople(part) ? nameOf(part) : `(${clausesOf(part, nameOf).join("; ")})`;
}

function quantity(threshold: Threshold, what: "approval" | "denial"): string {
  if (typeof threshold !== "number") return `${what}s by ${threshold.percent} %`;
  if (threshold === 0) return `no ${what} needed`;
  return threshold === 1 ? `one ${what}` : `${threshold} ${what}s`;
}
