import { mappingsOf } from "#domain/discovery/profile-mappings.ts";
import type { PeopleLoad } from "#store/discovery/people-order.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { Discovery } from "./discovery-of.ts";

/**
 * Creates and changes users by all sources of profiles, after the load of one of them. It ends the sessions of users who are disabled by
 * it. Problems are logged.
 */
export async function loadPeople(
  { store, log, clock, settings }: CallContext,
  { id: targetSystemKey, autoAttachBy }: Row<"targetSystems">,
  { key: run, discovery }: Discovery,
): Promise<PeopleLoad> {
  const sources = await store.select("targetSystems", { where: { sourceOfProfiles: true } });
  const ids = new Set(sources.map(({ id }) => id));
  const definitions = await store.select("targetSystemAttributeDefinitions", {
    where: { discoveredObjectType: "user" },
  });
  const load = await store.loads.people({
    run,
    targetSystemKey,
    nameAttribute: autoAttachBy,
    mappings: mappingsOf(
      definitions.filter(({ targetSystemId }) => ids.has(targetSystemId)),
      settings.workingCalendars,
    ),
    isConfirmed: discovery.decision === "confirm",
  });
  const { problems, disabled } = load.people;
  if (disabled > 0) await store.sessions.endAllOfDisabled("revoked", clock.now());
  if (problems.length > 0)
    log.warn({ operationKey: run, targetSystem: targetSystemKey, problems }, "Not all of a source could be taken.");
  return load;
}
