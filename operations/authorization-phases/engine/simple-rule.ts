import { directManagerClass } from "#domain/identity/user-classes.ts";
import { printRule } from "#domain/requests/phase-rules/print-rule.ts";
import { ruleOfPhase } from "#domain/requests/phase-rules/rule-of-phase.ts";
import type { All, Part, People, Rule } from "#domain/requests/phase-rules/rule.ts";
import type { Row } from "#store/tables.ts";

type Named = Pick<
  Row<"authorizationPhaseAuthorizers">,
  "userKey" | "userClass" | "managerLevels" | "groupOwners" | "plugin"
>;
type Flags = Pick<Row<"authorizationPhaseAuthorizers">, "veto" | "inputRequired">;

/** Short form of a phase: numbers, and people with flags. */
export interface SimpleSettings extends Pick<Row<"authorizationPhases">, "minApprovals" | "maxDenials"> {
  readonly authorizers: readonly (Named & Flags)[];
}

/** Returns the people named by an authorizer of a phase: one word of the rules, unless it names too many or none. */
export function peopleNamed({ userKey, userClass, managerLevels, groupOwners, plugin }: Named): readonly People[] {
  return [
    ...(userKey === null ? [] : [{ kind: "user", name: userKey } as const]),
    ...(userClass === null ? [] : [classNamed(userClass)]),
    ...(managerLevels === null ? [] : [{ kind: "manager", levels: managerLevels } as const]),
    ...(groupOwners ? [{ kind: "groupOwners" } as const] : []),
    ...(plugin === null ? [] : [{ kind: "plugin", name: plugin } as const]),
  ];
}

/** Expands the short form of a phase into a rule. */
export function simpleRule({ minApprovals, maxDenials, authorizers }: SimpleSettings): All {
  const named = authorizers.flatMap((one) => peopleNamed(one).map((people) => ({ ...one, people })));
  return ruleOfPhase({ minApprovals, maxDenials, authorizers: named });
}

/** Reports whether a rule equals the short form of a phase, regardless of the order of people. */
export function isSimpleRule(rule: Rule, settings: SimpleSettings): boolean {
  return printRule(sorted(rule)) === printRule(sorted(simpleRule(settings)));
}

function sorted(part: Part): Part {
  if (!("of" in part)) return part;
  const of = part.of.map(sorted).toSorted((one, other) => (printRule(one) < printRule(other) ? -1 : 1));
  return { ...part, of } as Part;
}

/** Returns the word for a class. The class of direct managers has no members: it means the manager of the recipient. */
function classNamed(name: string): People {
  return name === directManagerClass ? { kind: "manager", levels: 1 } : { kind: "class", name };
}
