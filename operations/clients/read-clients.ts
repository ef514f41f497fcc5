import { z } from "zod";

import type { GrantType, Scope } from "#domain/identity/token-grants.ts";
import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { clientId, initialScopes, requireClient } from "./engine/client-input.ts";

/** A registered client, without anything secret. */
export interface ClientView {
  readonly id: string;
  readonly displayName: string | null;
  readonly type: "public" | "confidential";
  readonly firstParty: boolean;
  readonly enabled: boolean;
  readonly grants: readonly GrantType[];
  readonly scopes: readonly Scope[];
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  /** ID of the user as whom it acts. */
  readonly user: string | null;
}

/** Lists the registered clients by their ids. */
export const listClients = defineOperation<Record<string, never>, readonly ClientView[]>({
  name: "clients.list",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "CLLS", when: "refusalOnly" },
  async run({ store }) {
    const rows = await store.select("clients", { orderBy: [["id", "asc"]] });
    return Promise.all(rows.map((row) => viewOf(store, row)));
  },
});

/**
 * Reads one registered client.
 * @throws CLIENT_UNKNOWN
 */
export const readClient = defineOperation<{ id: string }, ClientView>({
  name: "clients.get",
  kind: "read",
  input: z.strictObject({ id: clientId }),
  callers: ["engine"],
  audit: { operation: "CLGT", when: "refusalOnly" },
  run: async ({ store }, { id }) => viewOf(store, await requireClient(store, id)),
});

async function viewOf(store: Pick<Store, "get">, row: Row<"clients">): Promise<ClientView> {
  const { id, displayName, firstParty, enabled, grants, redirectUris, postLogoutRedirectUris, userKey } = row;
  const user = userKey === null ? undefined : await store.get("users", userKey);
  return {
    id,
    displayName,
    type: row.secretHash === null ? "public" : "confidential",
    firstParty,
    enabled,
    grants,
    scopes: row.scopes ?? initialScopes(grants),
    redirectUris: redirectUris ?? [],
    postLogoutRedirectUris: postLogoutRedirectUris ?? [],
    user: user?.id ?? null,
  };
}
