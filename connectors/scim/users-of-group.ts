import { randomUUID } from "node:crypto";

import type { Member } from "#connectors/contract/index.ts";

import type { ResourceEndpoint } from "./endpoint.ts";
import { unlessRefused } from "./errors.ts";
import { nameOf, quoted } from "./find-by-name.ts";
import { idOf, type ScimResource } from "./json.ts";
import { requireKind } from "./model.ts";
import { requireId } from "./objects.ts";
import { searchPages } from "./paging.ts";

const pageSize = 100;
// Number of groups taken as a sample.
const samplesMax = 3;

/**
 * Finds the users of a group by a filter on the group (`groups`, RFC 7643 section 4.1.2). It is for a service that shows members in
 * no other way, such as AWS IAM Identity Center.
 */
export async function usersOf(groups: ResourceEndpoint, id: string): Promise<readonly Member[]> {
  const accounts = { ...groups, kind: requireKind(groups.model, "account") };
  const found: Member[] = [];
  const query = { filter: `groups.value eq ${quoted(id)}` };
  for await (const { resources } of searchPages(accounts, { query, pageSize }))
    for (const user of resources) {
      const key = requireId(accounts, user);
      found.push({ type: "account", id: key, name: nameOf(accounts, user) ?? key });
    }
  return found;
}

/** Returns true if the service finds users of one of these groups, and none of a group that does not exist. */
export async function findsUsersOf(groups: ResourceEndpoint, samples: readonly ScimResource[]): Promise<boolean> {
  const ids = samples.map(idOf).filter((id) => id !== undefined);
  for (const id of ids.slice(0, samplesMax)) {
    const found = await unlessRefused(usersOf(groups, id));
    if (found === undefined) return false;
    if (found.length > 0) return ((await unlessRefused(usersOf(groups, randomUUID()))) ?? []).length === 0;
  }
  return false;
}
