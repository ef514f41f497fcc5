import { personIdRule } from "../person-id.ts";

/** What a discovery of a source of profiles has made of people; all zero where nothing has changed. */
export interface PeopleCounts {
  readonly added: number;
  /** People who were there, and of whom a value, the name or the manager is another one now. */
  readonly changed: number;
  /** People who are back, and whom a source had disabled. */
  readonly enabled: number;
  /** People whom no source has any more. */
  readonly disabled: number;
  /** What of the source could not be taken, in words. */
  readonly problems: readonly string[];
}

/** People who came from sources and can be disabled by one, and those of them whom no source would have after a load. */
export interface Leaving {
  readonly leavers: number;
  readonly knownPeople: number;
}

/** An attribute that no account of a source shows, and the people who keep what it gave them. */
export interface UnshownAttribute {
  readonly attribute: string;
  readonly people: number;
}

/** What the words about people are made of. */
export interface PeopleFindings {
  /** By attribute, how many accounts do not fit its definition, and what the profile asks of the values besides. */
  readonly misfits: readonly {
    readonly attribute: string;
    readonly accounts: number;
    readonly rule?: string | undefined;
  }[];
  readonly unshown: readonly UnshownAttribute[];
  /** Names of accounts of nobody that are no ids of people. */
  readonly unfitIds: readonly string[];
  /** Names of accounts of nobody that are ids of others in letters of another case or width, or that look like the id of a superuser. */
  readonly alikeIds?: readonly string[];
  /** The ids of people whose manager is nobody that is known, or not one person. */
  readonly unknownManagers: readonly string[];
  /** The ids of the people of each circle of managers. */
  readonly circles: readonly (readonly string[])[];
  /** People whom no source has, and who stay as they are because nobody has confirmed so many. */
  readonly unconfirmedLeavers: number;
  /** Superusers whom no source has. */
  readonly superusersLeft: number;
}

const namesMax = 10;
const circlesMax = 10;

/** What could not be taken from the sources, each a sentence with its way out; a few names stand for many. */
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
  if (unconfirmedLeavers > 0) {
    problems.push(
      `${unconfirmedLeavers} people are in no source any more. Nobody was disabled, because so many must be confirmed: discover again.`,
    );
  }
  if (superusersLeft > 0)
    problems.push(`${superusersLeft} superuser(s) are in no source any more. No source disables them: look at them.`);
  return problems;
}

/** A few names stand for many. */
export function named(ids: readonly string[]): string {
  const shown = ids.slice(0, namesMax).join(", ");
  return ids.length > namesMax ? `${shown} and ${ids.length - namesMax} more` : shown;
}
