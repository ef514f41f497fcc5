import type { AuthChain } from "#domain/chains/auth-chain.ts";
import { isDefaultChain } from "#operations/chains/engine/stored-chains.ts";
import { type ChainView, inTurn } from "#operations/chains/read-chains.ts";
import type { ClientView } from "#operations/clients/read-clients.ts";
import { orderOfRules } from "#operations/import-rules/engine/compile-import-rules.ts";
import type { PolicyView } from "#operations/policies/read-policies.ts";
import type { Row } from "#store/tables.ts";

import { quotedText } from "../entity-path.ts";
import { type ReadRow, readRow, readRows } from "./read-rows.ts";
import type { StandIn, StandIns } from "./stand-in.ts";

const newestFirst = { orderby: "number desc" };

/** Stand-ins for the configuration of the installation: clients, webhooks, policies, chains, import rules and identity providers. */
export const configurationStandIns: StandIns = {
  "clients.list": async ({ rest }) =>
    (await readRows(rest, { set: "clients" }, { ...withUser, orderby: "id" })).map(clientView),
  "clients.get": async ({ rest }, { id }: { id: string }) => clientView(await readRow(rest, "clients", id, withUser)),
  "webhooks.list": listOf("webhooks", "createdAt"),
  "webhooks.listDeliveries": async ({ rest }, { key, state, limit = 100 }: DeliveriesInput) => {
    const filter = state === undefined ? undefined : `state eq ${quotedText(state)}`;
    const options = { filter, orderby: "position desc", top: limit };
    return readRows(rest, { set: "webhooks", below: [key, "deliveries"] }, options);
  },
  "policies.list": async ({ rest }) => (await readRows(rest, { set: "policies" }, { orderby: "name" })).map(policyView),
  "policies.show": async ({ rest }, { name }: { name: string }) => policyView(await readRow(rest, "policies", name)),
  "policies.versions": async ({ rest }, { name }: { name: string }) =>
    readRows(rest, { set: "policies", below: [name, "versions"] }, newestFirst),
  "chains.list": async ({ rest }) => (await readRows(rest, { set: "authChains" })).map(chainView).toSorted(inTurn),
  "chains.show": async ({ rest }, { key }: { key: string }) => chainView(await readRow(rest, "authChains", key)),
  "chains.versions": async ({ rest }, { key }: { key: string }) =>
    readRows(rest, { set: "authChains", below: [key, "versions"] }, newestFirst),
  "importRules.list": listOf("importRules", orderOfRules.map((one) => one.join(" ")).join(",")),
  "passwordSenders.list": listOf("passwordSenders", "invitedAt,key"),
  "samlProviders.list": listOf("samlProviders", "id"),
  "ticketSystems.list": listOf("ticketSystems", "id"),
};

interface DeliveriesInput {
  readonly key: string;
  readonly state?: string;
  readonly limit?: number;
}

function listOf(set: string, orderby: string): StandIn {
  return ({ rest }) => readRows(rest, { set }, { orderby });
}

const withUser = { expand: "user($select=id)" };

function clientView(row: ReadRow): ClientView {
  const { id, displayName, firstParty, enabled, grants, scopes, redirectUris, postLogoutRedirectUris } =
    row as unknown as ClientView;
  return {
    id,
    displayName,
    type: row["isPublic"] === true ? "public" : "confidential",
    firstParty,
    enabled,
    grants,
    scopes,
    redirectUris,
    postLogoutRedirectUris,
    user:
      (
        row["user"] as {
          readonly id: string;
        } | null
      )?.id ?? null,
  };
}

interface PolicyEntity extends Row<"policies"> {
  readonly origin: string;
  readonly inForce: string;
  readonly default: string | null;
  readonly fault: string | null;
  readonly resource: string | null;
  readonly fields: readonly { readonly name: string; readonly type: string }[];
}

function policyView(row: ReadRow): PolicyView {
  const policy = row as unknown as PolicyEntity;
  const { name, expression, enabled, number, origin, inForce, fault, resource, fields } = policy;
  return {
    name,
    expression: inForce,
    source: origin === "changed" ? "stored" : "default",
    default: policy.default ?? "",
    stored:
      expression === null
        ? null
        : {
            expression,
            enabled,
            number,
          },
    fault,
    resource,
    fields: Object.fromEntries(fields.map((field) => [field.name, field.type])),
  };
}

interface ChainEntity extends Pick<Row<"authChains">, "name" | "enabled" | "number" | "stored"> {
  readonly inForce: AuthChain | null;
  readonly inForceNumber: number | null;
  readonly fault: string | null;
}

function chainView(row: ReadRow): ChainView {
  const { name, stored, enabled, number, inForce, inForceNumber, fault } = row as unknown as ChainEntity;
  return {
    name,
    enabled,
    number,
    fault,
    isDefault: isDefaultChain(name),
    isStored: stored !== null,
    source: inForce === null ? null : inForceNumber === 0 ? "default" : "stored",
    inForce: inForce && {
      chain: inForce,
      number: inForceNumber ?? 0,
    },
  };
}
