import { discoveredTypes } from "#domain/discovery/discovery.ts";
import { mappingsOf } from "#domain/discovery/profile-mappings.ts";
import { guidSeries } from "#domain/guid-series.ts";
import { systemIds } from "#platform/ids.ts";
import { objectKey } from "#platform/object-key.ts";
import type { LoadOrder } from "#store/discovery/load-order.ts";
import type { PeopleLoad } from "#store/discovery/people-order.ts";
import type { StagedObject } from "#store/discovery/staging.ts";
import type { Store } from "#store/store.ts";
import type { Row, Save } from "#store/tables.ts";

/** An account as a test lists it. */
export interface ListedAccount {
  readonly id?: string;
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string | readonly string[]>>;
  /** True if it is unchanged since it was loaded, so that the listing says nothing more about it. */
  readonly isKnown?: boolean;
}

const unsaid = { enabled: null, locked: null, expired: null, passwordExpired: null, passwordExpiresAt: null } as const;

/** Calendars by which people of a source may work, by name. */
const calendars = { "part-time": { week: {}, holidays: [] } };

/** Writes a target system, by default a source of profiles. */
export async function saveSource(store: Store, id: string, part: Partial<Row<"targetSystems">> = {}): Promise<void> {
  const target = { id, type: "fault", description: id, address: {}, proxyServers: [], sourceOfProfiles: true };
  await store.transaction(() => store.save("targetSystems", { ...target, ...part }));
}

/**
 * Writes an attribute definition that copies an attribute of accounts into profiles, by default on both occasions; an existing one is
 * replaced.
 */
export async function saveMapping(
  store: Store,
  targetSystemId: string,
  [attribute, mappedAttribute]: readonly [attribute: string, mappedAttribute: string],
  part: Partial<Row<"targetSystemAttributeDefinitions">> = {},
): Promise<void> {
  const place = { targetSystemId, attribute, discoveredObjectType: "user" } as const;
  const [known] = await store.select("targetSystemAttributeDefinitions", { where: place, limit: 1 });
  const definition: Save<"targetSystemAttributeDefinitions"> = {
    key: known?.key ?? systemIds.guid(),
    ...place,
    mappedAttribute,
    actionOnCreate: "set",
    actionOnUpdate: "set",
    ...part,
  };
  await store.transaction(() => store.save("targetSystemAttributeDefinitions", definition));
}

/** Stages a full listing of a target, and returns the input of its load. */
export async function stageListing(
  store: Store,
  targetSystemKey: string,
  listed: readonly ListedAccount[],
): Promise<LoadOrder> {
  const run = systemIds.guid();
  const next = guidSeries(Date.now(), systemIds.guid());
  const objects = listed.map(({ id, name, attributes = {}, isKnown = false }): StagedObject => {
    const stableId = id ?? `id of ${name}`;
    const values = Object.entries(attributes).flatMap(([attribute, value]) =>
      [value].flat().map((text, sequence) => [attribute, sequence, text, next()] as const),
    );
    return {
      state: isKnown ? "known" : "listed",
      id: stableId,
      name,
      hash: "",
      ...unsaid,
      newKey: next(),
      values,
      rowKey: objectKey({
        type: "account",
        targetSystemKey,
        stableId,
      }),
    };
  });
  const chunk = { number: 0, type: "account", hash: "", chain: "", items: objects.length, cursor: null } as const;
  await store.transaction(() =>
    store.staging.stage(run, { ...chunk, last: true, token: null, objects, members: [], hidden: [] }),
  );
  const startedStamp = store.loads.stamp();
  return { run, targetSystemKey, full: discoveredTypes, startedStamp, inOneGo: false, groupsBecomeManaged: false };
}

/** Loads a listing of a source and updates users from it, as a discovery does. */
export async function loadSource(
  store: Store,
  targetSystemKey: string,
  listed: readonly ListedAccount[],
  isConfirmed = false,
): Promise<PeopleLoad> {
  const order = await stageListing(store, targetSystemKey, listed);
  await store.transaction(() => store.loads.load(order));
  return store.transaction(async () => {
    const sources = await store.select("targetSystems", { where: { sourceOfProfiles: true } });
    const definitions = await store.select("targetSystemAttributeDefinitions");
    const load = await store.loads.people({
      run: order.run,
      targetSystemKey,
      isConfirmed,
      nameAttribute: sources.find(({ id }) => id === targetSystemKey)?.autoAttachBy ?? null,
      mappings: mappingsOf(
        definitions.filter((row) => sources.some(({ id }) => id === row.targetSystemId)),
        calendars,
      ),
    });
    await store.staging.clear(order.run);
    return load;
  });
}
