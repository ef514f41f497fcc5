import { emptiedGroupMembersMin } from "../limits.ts";
import type { Leaving } from "./people.ts";

/** Kinds of rows that a load can remove, each with its words. */
const kinds = {
  objects: { verb: "remove", noun: "objects" },
  accounts: { verb: "remove", noun: "accounts" },
  groups: { verb: "remove", noun: "groups" },
  memberships: { verb: "remove", noun: "memberships" },
  members: { verb: "remove", noun: "members" },
  people: { verb: "disable", noun: "people" },
} as const;

/** Kind of rows that a load can remove; `objects` are accounts and groups together, `members` those of one group. */
export type LossKind = keyof typeof kinds;

/** Kinds of losses, in the order in which they are shown. */
export const lossKinds = Object.keys(kinds) as readonly LossKind[];

/** Number of rows of one kind that a load would remove, and of those on record. */
export interface Loss {
  readonly of: LossKind;
  readonly gone: number;
  readonly known: number;
  /** Group of `members`; null for every other kind. */
  readonly group: string | null;
}

/** A group that a load would leave without any of its members. */
export interface EmptiedGroup {
  readonly group: string;
  readonly members: number;
}

/** Losses of a load by kind. */
export interface CountedLosses {
  readonly accounts: LossCount;
  readonly groups: LossCount;
  /** Memberships of accounts and groups that stay; the others are removed with their account or group. */
  readonly memberships: LossCount;
  readonly emptied: readonly EmptiedGroup[];
}

/** Number of rows that would be removed, and of those on record. */
export interface LossCount {
  readonly gone: number;
  readonly known: number;
}

/** Share and number of rows of a kind that a load may remove without confirmation. */
const shareMax = 0.1;
const countMax = 50;

/** Returns true if a loss is more than the larger of 10 % and 50. */
export function isMuch({ gone, known }: LossCount): boolean {
  return gone > Math.max(known * shareMax, countMax);
}

/** Returns true if a loss must be confirmed: it is more than the larger of 10 % and 50, or all rows, however few. */
export function needsConfirmation(loss: LossCount): boolean {
  const { gone, known } = loss;
  return isMuch(loss) || (gone > 0 && gone >= known);
}

/** Returns the losses of a load that an operator must confirm. */
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
    // A loss of accounts or of groups need not be shown for both together.
    ...(ofObjects.length === 0 ? [loss("objects", objects)].filter(needsConfirmation) : ofObjects),
    ...(ofMemberships.length > 0
      ? ofMemberships
      : emptied
          .filter(({ members }) => members >= emptiedGroupMembersMin)
          .map(({ group, members }) => loss("members", { gone: members, known: members }, group))),
    ...[loss("people", { gone: leavers, known: knownPeople })].filter(needsConfirmation),
  ];
}

/** Returns the losses that a discovery waits for. If it was counted before losses had kinds, they are computed from its sums. */
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

/** Returns a loss in words such as "remove all 40 accounts". */
export function lossWords({ of, gone, known, group }: Loss): string {
  const { verb, noun } = kinds[of];
  const count = gone >= known ? `all ${known}` : `${gone} of ${known}`;
  return `${verb} ${count} ${noun}${group === null ? "" : ` of the group '${group}'`}`;
}
