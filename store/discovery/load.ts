import type { DiscoveredObject, DiscoveredType, KnownHashes, LoadCounts } from "#domain/discovery/discovery.ts";
import type { OwnerCounts } from "#domain/discovery/group-owners.ts";
import type { Leaving } from "#domain/discovery/people.ts";

import type { Database } from "../database.ts";
import { associate, type Associated, unclearOwners } from "./associate.ts";
import { countLosses, type Removals } from "./count-losses.ts";
import { type DoubledObject, dropRepeated } from "./drop-repeated.ts";
import { loadedKinds } from "./kinds.ts";
import { loadMemberships } from "./load-memberships.ts";
import { gone, insertNew, matchChanged, removeGone, updateChanged } from "./load-objects.ts";
import type { LoadOrder, LoadParts } from "./load-order.ts";
import { loadOwners, type OwnersOrder } from "./load-owners.ts";
import { loadPeople } from "./load-people.ts";
import { loadValues } from "./load-values.ts";
import { leavingWithout } from "./mark-people.ts";
import { createNaming } from "./name-objects.ts";
import type { PeopleLoad, PeopleOrder } from "./people-order.ts";
import type { SetWriter } from "./set-writer.ts";
import { takeGroups } from "./take-groups.ts";

/** Result of a load. */
export interface Loaded {
  readonly counts: LoadCounts;
  /** Number of groups that became managed. */
  readonly managedGroups: number;
  /** First of the objects that were added, changed and removed. */
  readonly objects: readonly DiscoveredObject[];
  /** First of the objects that one listing shows more than once with different content; they keep their recorded state. */
  readonly doubled: readonly DoubledObject[];
}

/** Loader of staged runs into the record, in the current transaction, by statements over sets of rows. */
export interface Loads {
  /** Counts what the load would remove, and names the first of the objects. */
  removals(order: LoadOrder): Promise<Removals>;
  /** Counts the people whom the load would leave without an account in any source of profiles, and those who came from a source. */
  leaving(order: LoadOrder): Promise<Leaving>;
  /** Replaces the record of the target by the staged run; unchanged rows are not touched. */
  load(order: LoadOrder): Promise<Loaded>;
  /**
   * Assigns accounts without owner to the user whose ID equals their name or attribute, as the target compares names; accounts with a blank
   * or ambiguous value stay without owner.
   */
  associate(targetSystemKey: string, attribute: string | null): Promise<Associated>;
  /** Updates people from the sources of profiles after a load of one of them, and assigns its accounts to them. */
  people(order: PeopleOrder): Promise<PeopleLoad>;
  /**
   * Updates the owners of the groups of a target to those whom the groups name; also reports the accounts whose owner is still ambiguous.
   */
  owners(order: OwnersOrder, unclear: Associated["unclear"]): Promise<OwnerCounts>;
  /** Returns a page of the hashes that the objects of a target had when they were loaded, in the order of their IDs. */
  knownHashes(
    targetSystemKey: string,
    type: DiscoveredType,
    page: { readonly after: string | null; readonly max: number },
  ): Promise<KnownHashes>;
  /** Returns the current stamp, for `startedStamp`. */
  stamp(): string;
}

/** Makes the loads of a database. */
export function createLoads(database: Database, writer: SetWriter): Loads {
  const parts: LoadParts = { database, writer };

  return {
    stamp: () => writer.stamp(),
    removals: (order) => countLosses(parts, order),
    async leaving(order) {
      const [accounts] = loadedKinds.filter(({ type }) => type === "account");
      if (accounts === undefined) return { leavers: 0, knownPeople: 0 };
      return leavingWithout(database, order.run, gone(writer, accounts, order));
    },
    async load(order) {
      // Created here, because a transaction that runs again after a deadlock must count from zero.
      const counts = { added: 0, changed: 0, removed: 0 };
      const doubled: DoubledObject[] = [];
      const naming = createNaming(parts, order);
      for (const kind of loadedKinds) {
        doubled.push(...(await dropRepeated(parts, kind, order)));
        await naming.note("removed", kind);
        counts.removed += await removeGone(parts, kind, order);
        await matchChanged(parts, kind, order);
        await naming.note("changed", kind);
        counts.changed += await updateChanged(parts, kind, order);
        await naming.note("added", kind);
        counts.added += await insertNew(parts, kind, order);
        await loadValues(parts, kind, order);
      }
      const managedGroups = order.groupsBecomeManaged ? await takeGroups(parts, order) : 0;
      const memberships = await loadMemberships(parts, order);
      return { counts: { ...counts, memberships }, managedGroups, objects: naming.objects, doubled };
    },
    async knownHashes(targetSystemKey, type, { after, max }) {
      const kind = loadedKinds.find((one) => one.type === type);
      const rows = await database.read(
        `SELECT \`stableId\`, \`discoveredHash\` FROM \`${kind?.table ?? "accounts"}\` ` +
          `WHERE \`targetSystemKey\` = ? AND \`stableId\` > ? ORDER BY \`stableId\` LIMIT ${Math.trunc(max)}`,
        [targetSystemKey, after ?? ""],
      );
      const hashes = rows.flatMap((row) => (row["discoveredHash"] as string | null) ?? []);
      return { hashes, after: rows.length < max ? null : (rows.at(-1)?.["stableId"] as string) };
    },
    associate: (targetSystemKey, attribute) => associate(parts, targetSystemKey, attribute),
    people: (order) => loadPeople(parts, order),
    async owners(order, unclear) {
      const { problems, ...counts } = await loadOwners(parts, order);
      return { ...counts, problems: [...problems, ...(await unclearOwners(database, unclear))] };
    },
  };
}
