import { z } from "zod";

import { batchRowsMax } from "#domain/limits.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { type SamplePerson, samplePeople, sampleSecurityOfficers } from "./people.ts";
import { securityOfficersClass } from "./targets.ts";

/** Progress of loading the sample organization. */
export interface SampleLoad {
  readonly loaded: number;
  readonly people: number;
}

/**
 * Loads the next people of the sample organization with attributes, manager and user classes; existing people stay unchanged. It is called
 * until `loaded` equals `people`.
 */
export const loadSample = defineOperation({
  name: "sample.load",
  input: z.strictObject({ most: z.int().min(1).max(batchRowsMax) }),
  callers: ["engine"],
  audit: {
    operation: "SMPL",
    describe: (_input, load?: SampleLoad) => ({ message: load ? `${load.loaded} of ${load.people}` : null }),
  },
  async run(context, { most }): Promise<SampleLoad> {
    const { store } = context;
    if (!(await store.get("userClasses", securityOfficersClass))) {
      await store.save("userClasses", {
        id: securityOfficersClass,
        description: "Security officers of the sample organisation",
      });
    }
    const known = new Map((await store.select("users")).map(({ id, key }) => [id, key]));
    const missing = samplePeople().filter(({ id }) => !known.has(id));
    const next = missing.slice(0, most);
    for (const person of next) known.set(person.id, await loadPerson(context, person, known));
    const people = samplePeople().length;
    return { loaded: people - missing.length + next.length, people };
  },
});

async function loadPerson(
  { store, ids }: CallContext,
  person: SamplePerson,
  known: ReadonlyMap<string, string>,
): Promise<string> {
  const userKey = ids.guid();
  const managerKey = person.managerId === null ? null : (known.get(person.managerId) ?? null);
  await store.save("users", {
    key: userKey,
    id: person.id,
    displayName: `${person.givenName} ${person.sn}`,
    managerKey,
  });
  for (const [name, value] of Object.entries(sampleAttributes(person))) {
    await store.save("userAttributes", { key: ids.guid(), userKey, name, value });
  }
  const isOfficer = sampleSecurityOfficers().some(({ id }) => id === person.id);
  for (const userClassId of ["_EXPLICIT_REST_API_USERS_", ...(isOfficer ? [securityOfficersClass] : [])]) {
    await store.save("userClassMembers", { key: ids.guid(), userClassId, userKey });
  }
  return userKey;
}

/** Returns the attributes of a person, by the names that the target systems use too. */
function sampleAttributes({ id, givenName, sn, department, title }: SamplePerson): Readonly<Record<string, string>> {
  return { givenName, sn, mail: `${id}@example.test`, department, title };
}
