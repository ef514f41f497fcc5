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

/** A phase that is said by numbers and by people with flags. */
export interface SimpleSettings extends Pick<Row<"authorizationPhases">, "minApprovals" | "maxDenials"> {
  readonly authorizers: readonly (Named & Flags)[];
}

/** The people whom an authorizer of a phase names: one word of the rules, unless too much or nothing is given. */
export function peopleNamed({ userKey, userClass, managerLevels, groupOwners, plugin }: Named): readonly People[] {
  return [
    ...(userKey === null ? [] : [{ kind: "user", name: userKey } as const]),
    ...(userClass === null ? [] : [classNamed(userClass)]),
    ...(managerLevels === null ? [] : [{ kind: "manager", levels: managerLevels } as const]),
    ...(groupOwners ? [{ kind: "groupOwners" } as const] : []),
    ...(plugin === null ? [] : [{ kind: "plugin", name: plugin } as const]),
  ];
}

/** The rule for which the settings of a phase are short. */
export function simpleRule({ minApprovals, maxDenials, authorizers }: SimpleSettings): All {
  const named = authorizers.flatMap((one) => peopleNamed(one).map((people) => ({ ...one, people })));
  return ruleOfPhase({ minApprovals, maxDenials, authorizers: named });
}

/** Whether a rule is the one for which the settings of a phase are short, in whatever order people stand in it. */
export function isSimpleRule(rule: Rule, settings: SimpleSettings): boolean {
  return printRule(sorted(rule)) === printRule(sorted(simpleRule(settings)));
}

function sorted(part: Part): Part {
  if (!("of" in part)) return part;
  const of = part.of.map(sorted).toSorted((one, other) => (printRule(one) < printRule(other) ? -1 : 1));
  return { ...part, of } as Part;
}

/** The class of direct managers has no members: it means the manager of the recipient. */
function classNamed(name: string): People {
  return name === directManagerClass ? { kind: "manager", levels: 1 } : { kind: "class", name };
}
