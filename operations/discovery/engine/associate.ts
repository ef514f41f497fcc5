import type { DiscoveryStep } from "#domain/discovery/discovery.ts";
import type { OwnerCounts } from "#domain/discovery/group-owners.ts";
import { type ImportCounts, noImports } from "#domain/discovery/import-rules.ts";
import { ServiceError } from "#domain/errors.ts";
import type { Associated } from "#store/discovery/associate.ts";
import type { Row } from "#store/tables.ts";

import { carryOutPage, type ImportPage } from "../../import-rules/engine/carry-out.ts";
import type { CallContext } from "../../kernel/context.ts";
import { type Discovery, saveDiscovery } from "./discovery-of.ts";
import { discoveryStep, NotItsTurn } from "./discovery-step.ts";
import { loadPeople } from "./load-people.ts";

/**
 * Associates the discovered objects of a target. First it creates and changes the users of a source of profiles. Then it assigns accounts
 * without owner to the users whose IDs they bear, by name or by the attribute in `autoAttachBy`. Then it applies the import rules to one
 * page of objects at a time, and finally records the owners of groups. An account assigned by an administrator, a claim or a request keeps
 * its owner.
 */
export const associateDiscovery = discoveryStep("associate", {}, async (context, operation): Promise<DiscoveryStep> => {
  const { store } = context;
  const { targetSystemKey, discovery } = operation;
  if (discovery.phase !== "associating") throw new NotItsTurn(`nothing is loaded in phase ${discovery.phase}`);
  const target = await store.get("targetSystems", targetSystemKey);
  if (target?.sourceOfProfiles === true && !discovery.people) {
    const { people, associated } = await loadPeople(context, target, operation);
    await saveDiscovery(context, operation, { people, associated: discovery.associated + associated });
    return { do: "more" };
  }
  const { given, unclear } = await store.loads.associate(targetSystemKey, target?.autoAttachBy ?? null);
  const page = await importedPage(context, operation);
  const last = page.more ? {} : { owners: await loadOwners(context, operation, { target, unclear }) };
  await saveDiscovery(context, operation, {
    associated: discovery.associated + given,
    imported: sum(discovery.imported ?? noImports, page.counts),
    associationEnded: !page.more,
    ...last,
  });
  return { do: page.more ? "more" : "load" };
});

/** Loads the owners of groups. The discovery and the log name owners that are unknown. */
async function loadOwners(
  { store, log }: CallContext,
  { key: run, targetSystemKey, discovery: { startedStamp } }: Discovery,
  { target, unclear }: { readonly target: Row<"targetSystems"> | undefined; readonly unclear: Associated["unclear"] },
): Promise<OwnerCounts> {
  const attribute = target?.groupOwnerAttribute ?? null;
  const owners = await store.loads.owners({ run, targetSystemKey, attribute, startedStamp }, unclear);
  const { problems } = owners;
  if (problems.length > 0)
    log.warn(
      { operationKey: run, targetSystem: targetSystemKey, problems },
      "Not all owners of groups could be taken.",
    );
  return owners;
}

/** Applies the import rules to a page. An unusable rule is logged; it neither undoes nor fails the discovery. */
async function importedPage(context: CallContext, { key, targetSystemKey }: Discovery): Promise<ImportPage> {
  try {
    return await carryOutPage(context, targetSystemKey);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "IMPORT_RULE_INVALID") throw error;
    context.log.error(
      { err: error, operationKey: key, targetSystem: targetSystemKey },
      "No import rule is carried out.",
    );
    return { counts: noImports, more: false };
  }
}

function sum(before: ImportCounts, page: ImportCounts): ImportCounts {
  return {
    bound: before.bound + page.bound,
    unbound: before.unbound + page.unbound,
    deleted: before.deleted + page.deleted,
  };
}
