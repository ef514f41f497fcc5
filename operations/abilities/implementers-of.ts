import { directManagerClass } from "#domain/identity/user-classes.ts";
import { printRule } from "#domain/requests/phase-rules/print-rule.ts";
import type { People } from "#domain/requests/phase-rules/rule.ts";
import { targetKeyOf } from "#domain/requests/target-key-of.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../kernel/context.ts";
import { findPeople } from "../people/engine/find-people.ts";

/** Operation that implementers perform. */
type Implemented = Pick<Row<"requestOperations">, "targetSystemKey" | "groupKey">;

/** An implementer, with the words that led to the person. */
export interface FoundImplementer {
  readonly userKey: string;
  readonly via: readonly string[];
}

/** Implementers of an operation. */
export interface Implementers {
  /** People whom its rows name. */
  readonly people: readonly FoundImplementer[];
  /** Plug-ins that name others. */
  readonly plugins: readonly string[];
  /** Class that has more members than a task can be offered to; null if none has. */
  readonly tooMany: string | null;
}

/** Finds the implementers of an operation as they are now: those of its group, or if it has none those of its target system. */
export async function implementersOf(
  context: Pick<ServiceContext, "store" | "clock">,
  operation: Implemented,
  recipientKey: string,
): Promise<Implementers> {
  const rows = await rowsOf(context, operation);
  const words = rows.flatMap(wordOf);
  const { found, tooMany } = await findPeople(context, words, { requesterKey: "", recipientKey, groupKeys: [] });
  const people = new Map<string, string[]>();
  for (const word of words) {
    const text = printRule(word);
    for (const userKey of found.get(text) ?? []) people.set(userKey, [...(people.get(userKey) ?? []), text]);
  }
  // Nobody says of what is for themselves that it is done.
  people.delete(recipientKey);
  return {
    people: [...people].map(([userKey, via]) => ({ userKey, via })),
    plugins: rows.flatMap(({ plugin }) => plugin ?? []),
    tooMany: tooMany?.kind === "class" ? tooMany.name : null,
  };
}

async function rowsOf(
  { store }: Pick<ServiceContext, "store">,
  { targetSystemKey, groupKey }: Implemented,
): Promise<readonly Row<"implementers">[]> {
  const own =
    groupKey === null
      ? []
      : await store.select("implementers", { where: { resourceType: "managedGroup", resourceKey: groupKey } });
  if (own.length > 0) return own;
  return store.select("implementers", {
    where: { resourceType: "targetSystem", resourceKey: targetKeyOf({ targetSystemKey }) },
  });
}

/** Returns the word of the rules for the people of a row; the class of direct managers means the manager of the recipient. */
function wordOf({ userKey, userClass }: Row<"implementers">): readonly People[] {
  if (userKey !== null) return [{ kind: "user", name: userKey }];
  if (userClass === null) return [];
  return [userClass === directManagerClass ? { kind: "manager", levels: 1 } : { kind: "class", name: userClass }];
}
