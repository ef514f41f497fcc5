import type { GroupRules } from "#domain/passwords/group-rules.ts";

import { testSize } from "../support/test-size.ts";

type Rules = Omit<GroupRules, "id">;
/** Door by which passwords are set. */
export type Door = "change" | "reset" | "patch" | "all" | "named" | "group" | "forgotten";
type Trouble = "none" | "refuses" | "down" | "lies";

const restrictions = ["anyNumber", "allAccounts", "oneAccount"] as const;
const kinds = { free: [false, false], sync: [true, false], unique: [false, true] } as const;
const doors: readonly Door[] = ["change", "reset", "patch", "all", "named", "group", "forgotten"];
const troubles: readonly Trouble[] = ["none", "refuses", "down"];
const excluded = new Set(["allAccounts unique", "oneAccount sync"]);

/** Groups of target systems, one for each combination of rules that a group may have. */
export const groups = restrictions.flatMap((passwordChangeRestriction) =>
  Object.entries(kinds)
    .filter(([kind]) => !excluded.has(`${passwordChangeRestriction} ${kind}`))
    .map(([kind, [syncPasswords, uniquePasswords]]) => {
      const rules: Rules = { passwordChangeRestriction, syncPasswords, uniquePasswords };
      return { id: `${passwordChangeRestriction}-${kind}`.toUpperCase(), rules };
    }),
);

/** A change of passwords by a door, for a person of a group, with a trouble on one target system. */
export interface Case {
  readonly person: string;
  readonly group: string;
  readonly rules: Rules;
  readonly door: Door;
  readonly trouble: Trouble;
}

const everyCase = groups.flatMap(({ id, rules }, row) =>
  doors.flatMap((door, column) =>
    troubles.map((trouble, index): Case & { readonly isShort: boolean } => {
      const person = `p${row}${column}${index}`;
      return { person, group: id, rules, door, trouble, isShort: (row + column) % troubles.length === index };
    }),
  ),
);
/** Cases; the short size has each door with each combination of rules once, and each trouble with every one of both. */
export const cases: readonly Case[] = testSize(
  everyCase.filter(({ isShort }) => isShort),
  everyCase,
);

/** A person whose third account is on a target system that says yes and does nothing. */
export const extra: Case = {
  person: "extra",
  group: "ANYNUMBER-SYNC",
  rules: { passwordChangeRestriction: "anyNumber", syncPasswords: true, uniquePasswords: false },
  door: "reset",
  trouble: "lies",
};
/** All people of the test. */
export const everybody = [...cases, extra];

/** Accounts of a person: the third is on the target system of the case's trouble. */
export const places = [1, 2, 3] as const;
/** Password of every account before. */
export const before = "Before-all-of-it-1";
/** Returns the password that is set for a person; no part of a name stands in it. */
export const after = (person: string) => `Kettle-${cases.findIndex((one) => one.person === person) + 1}-of-Fish`;
