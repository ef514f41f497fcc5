import { mkdirSync } from "node:fs";
import { join } from "node:path";

import type { Secret } from "#connectors/contract/index.ts";
import { ModuleName } from "#domain/module-name.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { giveSampleRoles } from "#operations/sample/give-roles.ts";
import { listSamplePeople, type LoadedPerson } from "#operations/sample/list-people.ts";
import { loadSample } from "#operations/sample/load.ts";
import { type NextPerson, nextSamplePerson } from "#operations/sample/next-person.ts";
import { sampleApprover, sampleSecurityOfficers } from "#operations/sample/people.ts";
import { refreshSamplePasswords } from "#operations/sample/refresh-passwords.ts";
import { sampleRoles } from "#operations/sample/roles.ts";
import { sampleAttributeNames, sampleTargets, securityOfficersClass } from "#operations/sample/targets.ts";
import { createAttributeDefinition } from "#operations/target-systems/change-attribute-definitions.ts";
import { createTargetSystem } from "#operations/target-systems/change-target-systems.ts";

import { programCaller } from "../program-caller.ts";

/** Sample organization of one start. */
export interface Sample {
  readonly people: ReadonlyMap<string, LoadedPerson>;
  /** Next sample request; null if everyone has every account. */
  readonly next: NextPerson | null;
  /** Passwords of the users who act in the sample, by user id; no one else ever sees them. */
  readonly passwords: ReadonlyMap<string, Secret>;
}

const loadedAtOnce = 50;
const caller = () => programCaller("sample", ModuleName.Load);

/** Options to load the sample organization. */
export interface SampleLoad {
  /** True if no one signs in except the users of the sample request: hashing the passwords of all roles takes long. */
  readonly endsAfterIt: boolean;
  /** Receives the progress in words. */
  report(words: string): void;
}

/** Loads the users, assigns the roles, and sets new passwords for those who act next; the others have none and cannot sign in. */
export async function loadSampleOrganisation(
  context: ServiceContext,
  { endsAfterIt, report }: SampleLoad,
): Promise<Sample> {
  for (;;) {
    const { loaded, people } = await invoke(loadSample, context, caller(), { most: loadedAtOnce });
    report(`${loaded} of ${people} people`);
    if (loaded === people) break;
  }
  await invoke(giveSampleRoles, context, caller(), {});
  const all = await invoke(listSamplePeople, context, caller(), {});
  const next = await invoke(nextSamplePerson, context, caller(), {});
  const able = endsAfterIt ? [sampleApprover(), ...sampleSecurityOfficers().slice(0, 1)] : sampleRoles;
  const actors = new Set([...able.map(({ id }) => id), ...(next ? [next.recipientId] : [])]);
  const passwords = await invoke(refreshSamplePasswords, context, caller(), { userIds: [...actors] });
  return {
    people: new Map(all.map((person) => [person.id, person])),
    next,
    passwords,
  };
}

/** Returns the path of a sample target's file. */
export function sampleFile(folder: string, targetSystemId: string): string {
  return join(folder, sampleTargets.find(({ id }) => id === targetSystemId)?.file ?? "");
}

/** Adds the sample's target systems, each with a phase for the head of IT and one for the security officers. */
export async function createSampleTargets(
  context: ServiceContext,
  { people }: Sample,
  folder: string,
): Promise<number> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let created = 0;
  for (const { id, description } of sampleTargets) {
    if (await context.store.get("targetSystems", id)) {
      await defineSampleAttributes(context, id);
      continue;
    }
    await invoke(createTargetSystem, context, caller(), {
      id,
      type: "sqlite",
      description,
      address: { file: sampleFile(folder, id) },
      authorizationPhases: [
        { sequence: 1, authorizers: [{ userKey: people.get(sampleApprover().id)?.key }] },
        { sequence: 2, authorizers: [{ userClass: securityOfficersClass }] },
      ],
    });
    await defineSampleAttributes(context, id);
    created += 1;
  }
  return created;
}

/** Defines the attributes that users may request; a target system that has definitions keeps them. */
async function defineSampleAttributes(context: ServiceContext, targetSystemId: string): Promise<void> {
  if ((await context.store.count("targetSystemAttributeDefinitions", { targetSystemId })) > 0) return;
  for (const [index, attribute] of sampleAttributeNames.entries()) {
    const definition = { targetSystemId, attribute, discoveredObjectType: "user", sequence: index + 1 };
    await invoke(createAttributeDefinition, context, caller(), definition);
  }
}
