import { emptiedGroupMembersMin } from "../limits.ts";
import type { Leaving } from "./people.ts";

/** The kinds of rows that a load can take away, each with its words. */
const kinds = {
  objects: { verb: "remove", noun: "objects" },
  accounts: { verb: "remove", noun: "accounts" },
  groups: { verb: "remove", noun: "groups" },
  memberships: { verb: "remove", noun: "memberships" },
  members: { verb: "remove", noun: "members" },
  people: { verb: "disable", noun: "people" },
} as const;

/** A kind of rows that a load can take away; `objects` are accounts and groups together, `members` those of one group. */
export type LossKind = keyof typeof kinds;

/** The kinds of losses, in the order in which they are told. */
export const lossKinds = Object.keys(kinds) as readonly LossKind[];

/** Rows of one kind that a load would take away, and those that are on record. */
export interface Loss {
  readonly of: LossKind;
  readonly gone: number;
  readonly known: number;
  /** The group of `members`; null of every other kind. */
  readonly group: string | null;
}

/** A group that a load would leave without any of its members. */
export interface EmptiedGroup {
  readonly group: string;
  readonly members: number;
}

/** What a load would take away, kind by kind. */
export interface CountedLosses {
  readonly accounts: LossCount;
  readonly groups: LossCount;
  /** Memberships of accounts and groups that stay; the others go with their account or group. */
  readonly memberships: LossCount;
  readonly emptied: readonly EmptiedGroup[];
}

/** Rows that would go, and those that are on record. */
export interface LossCount {
  readonly gone: number;
  readonly known: number;
}

/** The share and the number of rows of a kind that a load may take away without being asked. */
const shareMax = 0.1;
const countMax = 50;

/** Whether a loss must be confirmed: more than the larger of 10 % and 50, or all there are, however few. */
export function needsConfirmation({ gone, known }: LossCount): boolean {
  return gone > Math.max(known * shareMax, countMax) || (gone > 0 && gone >= known);
}

/** The losses of a load that an operator must confirm. */
export function lossesToConfirm(
  { accounts, groups, memberships, emptied }: CountedLosses,
  { leavers = 0, knownPeople = 0 }: Partial<Leaving> = {},
): readonly Loss[] {
  const loss = (of: LossKind, { gone, known }: LossCount, group: string | null = null): Loss => ({
    of,
    gone,
    known,
    group,
  });
  const ofObjects = [loss("accounts", accounts), loss("groups", groups)].filter(needsConfirmation);
  const objects = { gone: accounts.gone + groups.gone, known: accounts.known + groups.known };
  const ofMemberships = [loss("memberships", memberships)].filter(needsConfirmation);
  return [
    // What is said of accounts and of groups need not be said of both together.
    ...(ofObjects.length === 0 ? [loss("objects", objects)].filter(needsConfirmation) : ofObjects),
    ...(ofMemberships.length > 0
      ? ofMemberships
      : emptied
          .filter(({ members }) => members >= emptiedGroupMembersMin)
          .map(({ group, members }) => loss("members", { gone: members, known: members }, group))),
    ...[loss("people", { gone: leavers, known: knownPeople })].filter(needsConfirmation),
  ];
}

/** The losses that a discovery waits for; of one that was counted before they were told apart, by its sums. */
export function lossesOf({
  losses,
  removals,
  known,
  leavers = 0,
  knownPeople = 0,
}: {
  readonly losses?: readonly Loss[];
  readonly removals: number;
  readonly known: number;
} & Partial<Leaving>): readonly Loss[] {
  if (losses !== undefined) return losses;
  const sums: readonly Loss[] = [
    { of: "objects", gone: removals, known, group: null },
    { of: "people", gone: leavers, known: knownPeople, group: null },
  ];
  return sums.filter(needsConfirmation);
}

/** What a loss does, in words such as "remove all 40 accounts". */
export function lossWords({ of, gone, known, group }: Loss): string {
  const { verb, noun } = kinds[of];
  const count = gone >= known ? `all ${known}` : `${gone} of ${known}`;
  return `${verb} ${count} ${noun}${group === null ? "" : ` of the group '${group}'`}`;
}
