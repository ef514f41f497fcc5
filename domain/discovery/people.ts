import { personIdRule } from "../person-id.ts";

/** Changes of a discovery of a source of profiles to people; all zero if nothing has changed. */
export interface PeopleCounts {
  readonly added: number;
  /** People on record of whom a value, the name or the manager has changed. */
  readonly changed: number;
  /** People enabled because they are back in a source that had disabled them. */
  readonly enabled: number;
  /** People disabled because no source has them any longer. */
  readonly disabled: number;
  /** Problems of the source that prevented changes, in words. */
  readonly problems: readonly string[];
}

/** Number of people who came from sources and can be disabled by one, and of those who would be in no source after a load. */
export interface Leaving {
  readonly leavers: number;
  readonly knownPeople: number;
}

/** An attribute that no account of a source shows, and the number of people who keep its values. */
export interface UnshownAttribute {
  readonly attribute: string;
  readonly people: number;
}

/** Findings that the problems of people are written from. */
export interface PeopleFindings {
  /** Attributes with the number of accounts that do not fit their definition, and the rule of the profile for the values. */
  readonly misfits: readonly {
    readonly attribute: string;
    readonly accounts: number;
    readonly rule?: string | undefined;
  }[];
  readonly unshown: readonly UnshownAttribute[];
  /** Names of accounts without owner that are no valid IDs of people. */
  readonly unfitIds: readonly string[];
  /**
   * Names of accounts without owner that equal IDs of others in letters of another case or width, or that look like the ID of a superuser.
   */
  readonly alikeIds?: readonly string[];
  /** IDs of people whose manager is unknown, or not one person. */
  readonly unknownManagers: readonly string[];
  /** IDs of the people of each circle of managers. */
  readonly circles: readonly (readonly string[])[];
  /** IDs of people whose sponsor is unknown, or not one person. */
  readonly unknownSponsors?: readonly string[];
  /** IDs of the people of each circle of sponsors. */
  readonly sponsorCircles?: readonly (readonly string[])[];
  /** IDs of people whose end would not be later than their start. */
  readonly unfitTimes?: readonly string[];
  /** Number of people in no source who stay as they are, because no operator has confirmed so many. */
  readonly unconfirmedLeavers: number;
  /** Number of superusers in no source. */
  readonly superusersLeft: number;
}

const namesMax = 10;
const circlesMax = 10;

/** Returns the problems with the sources, each a sentence with its way out. Long lists of names are cut. */
export function problemsOf(findings: PeopleFindings): readonly string[] {
  const { misfits, unshown, unfitIds, alikeIds = [], unknownManagers } = findings;
  const { circles, unconfirmedLeavers, superusersLeft } = findings;
  const problems = misfits.map(
    ({ attribute, accounts, rule }) =>
      `${accounts} account(s) do not fit the definition of ${attribute}${rule === undefined ? "" : `, which must give ${rule}`}, so it was not taken from them. Correct the accounts or the definition.`,
  );
  for (const { attribute, people } of unshown) {
    problems.push(
      `No account shows ${attribute} any more, so the ${people} people who have something of it keep that. Let the target show it again, or remove its definition.`,
    );
  }
  if (unfitIds.length > 0) {
    problems.push(
      `${unfitIds.length} account(s) bear a name that is no id, so nobody was made of them: ${named(unfitIds)}. An id has no ${personIdRule}; autoAttachBy names another attribute.`,
    );
  }
  if (alikeIds.length > 0) {
    problems.push(
      `${alikeIds.length} account(s) bear a name that others have in letters of another case or width, or that looks like the id of a superuser, so nobody was made of them: ${named(alikeIds)}. Attach them by hand.`,
    );
  }
  if (unknownManagers.length > 0) {
    problems.push(
      `${unknownManagers.length} people have a manager who is nobody that is known, or not one person: ${named(unknownManagers)}. They have none.`,
    );
  }
  for (const circle of circles.slice(0, circlesMax)) {
    problems.push(
      `${named(circle)}: the managers form a circle, so the sources give none of them a manager. Correct one of them there.`,
    );
  }
  if (circles.length > circlesMax) problems.push(`${circles.length - circlesMax} more circles of managers were found.`);
  problems.push(...stayProblems(findings));
  if (unconfirmedLeavers > 0) {
    problems.push(
      `${unconfirmedLeavers} people are in no source any more. Nobody was disabled, because so many must be confirmed: discover again.`,
    );
  }
  if (superusersLeft > 0)
    problems.push(`${superusersLeft} superuser(s) are in no source any more. No source disables them: look at them.`);
  return problems;
}

function stayProblems(findings: PeopleFindings): readonly string[] {
  const { unknownSponsors = [], sponsorCircles = [], unfitTimes = [] } = findings;
  const problems: string[] = [];
  if (unknownSponsors.length > 0) {
    problems.push(
      `${unknownSponsors.length} people have a sponsor who is nobody that is known, or not one person: ${named(unknownSponsors)}. They have none.`,
    );
  }
  if (sponsorCircles.length > 0) {
    problems.push(
      `${named(sponsorCircles.flat())}: the sponsors form a circle, so the sources give none of them a sponsor. Correct one of them there.`,
    );
  }
  if (unfitTimes.length > 0) {
    problems.push(
      `${unfitTimes.length} people have an end that is not later than their start, so they keep the times of before: ${named(unfitTimes)}. Correct them there.`,
    );
  }
  return problems;
}

/** Joins the first names of a list and adds the number of the others. */
export function named(ids: readonly string[]): string {
  const shown = ids.slice(0, namesMax).join(", ");
  return ids.length > namesMax ? `${shown} and ${ids.length - namesMax} more` : shown;
}
