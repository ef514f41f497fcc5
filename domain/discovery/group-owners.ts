import { formsOf, type NamedAccount, namesOf } from "./account-names.ts";
import { named } from "./people.ts";

/** Changes of a discovery to the owners of groups that its target names; all zero if nothing has changed. */
export interface OwnerCounts {
  readonly added: number;
  readonly removed: number;
  /** Problems of the target that prevented changes, in words. */
  readonly problems: readonly string[];
}

/** Reference of a group to an owner. */
export interface OwnerReference {
  readonly groupKey: string;
  readonly group: string;
  readonly reference: string;
}

/** Owners of groups, and the groups that name an unknown owner. */
export interface FoundOwners {
  readonly owners: readonly { readonly groupKey: string; readonly userKey: string }[];
  readonly unknown: readonly string[];
}

/** Finds the users whom groups of a target name as their owners: by the ID, the DN or the name of an account there. */
export function groupOwnersOf(
  targetSystemKey: string,
  references: readonly OwnerReference[],
  accounts: Iterable<NamedAccount>,
): FoundOwners {
  const names = namesOf(
    references.map(({ reference }) => reference),
    accounts,
  );
  const owners: FoundOwners["owners"][number][] = [];
  const unknown = new Set<string>();
  for (const { groupKey, group, reference } of references) {
    const form = formsOf(reference).find((one) => names.has(`${targetSystemKey}\n${one}`));
    const userKey = form === undefined ? null : (names.get(`${targetSystemKey}\n${form}`) ?? null);
    if (userKey === null) unknown.add(group);
    else owners.push({ groupKey, userKey });
  }
  return { owners, unknown: [...unknown] };
}

/**
 * Returns the problems with owners as sentences, each with its way out. `kept` is the number of owners who stay because no group shows the
 * attribute any longer.
 */
export function ownerProblems(unknown: readonly string[], kept = 0): readonly string[] {
  if (kept > 0)
    return [
      `No group shows the attribute of its owners any more, so ${kept} owners who were named by it stay. Let the target show it again, or name no groupOwnerAttribute.`,
    ];
  if (unknown.length === 0) return [];
  return [
    `${unknown.length} group(s) name an owner whose account is unknown here, belongs to nobody, or is not one person's: ${named(unknown)}. Nobody became their owner by it.`,
  ];
}
