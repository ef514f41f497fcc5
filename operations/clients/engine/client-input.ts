import { z } from "zod";

import { type ErrorDetail, ServiceError } from "#domain/errors.ts";
import { redirectUriProblem, redirectUriRules } from "#domain/identity/redirect-uri.ts";
import {
  clientProblems,
  type ClientTraits,
  type GrantType,
  grantTypes,
  type Scope,
  scopes,
  tokenGrants,
} from "#domain/identity/token-grants.ts";
import { descriptionMaxCharacters, idMaxCharacters, redirectUrisMax } from "#domain/limits.ts";
import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { namedUser } from "../../kernel/named-user.ts";
import { lockedRow } from "../../kernel/rows/locked-row.ts";

/** ID of a client in an input. */
export const clientId = z
  .string()
  .max(idMaxCharacters, `must have at most ${idMaxCharacters} characters`)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, "must be letters, digits, '.', '_' and '-', and begin with a letter or digit");

const returnAddresses = z
  .array(
    z
      .string()
      .superRefine((uri, check) => {
        const problem = redirectUriProblem(uri);
        if (problem !== undefined) check.addIssue({ code: "custom", message: problem });
      })
      .meta({ rules: redirectUriRules }),
  )
  .max(redirectUrisMax, `must be at most ${redirectUrisMax}`)
  .optional();

/** Fields of a client in an input. */
export const clientParts = {
  /** Name on the sign-in page. */
  displayName: z.string().trim().min(1, "must not be empty").max(descriptionMaxCharacters, "is too long").nullish(),
  grants: z
    .array(z.enum(grantTypes as [GrantType, ...GrantType[]], { error: `must be one of ${grantTypes.join(", ")}` }))
    .min(1, "must name at least one grant")
    .optional(),
  scopes: z
    .array(
      z.enum(Object.keys(scopes) as [Scope, ...Scope[]], { error: `must be of ${Object.keys(scopes).join(", ")}` }),
    )
    .min(1, "must name at least one scope")
    .optional(),
  redirectUris: returnAddresses,
  postLogoutRedirectUris: returnAddresses,
  firstParty: z.boolean().optional(),
  enabled: z.boolean().optional(),
  /** ID of the user as whom the client acts if no one has signed in. */
  userId: z.string().min(1, "must not be empty").nullish(),
};

/**
 * Refuses a client that breaks a rule of its grants.
 * @throws CLIENT_UNFIT with one detail for each rule
 */
export function requireFit(client: ClientTraits): void {
  const details = clientProblems(client).map((message): ErrorDetail => ({
    code: "CLIENT_UNFIT",
    message,
    target: "client",
  }));
  if (details.length === 0) return;
  throw new ServiceError("CLIENT_UNFIT", { details, message: `${details.map(({ message }) => message).join("; ")}.` });
}

/** Returns the scopes of grants if none are named: all but openid, which is for clients that ask who has signed in. */
export function initialScopes(grants: readonly GrantType[]): readonly Scope[] {
  const given = grants.flatMap((grant): readonly Scope[] => tokenGrants[grant].scopes);
  return [...new Set(given.filter((scope) => scope !== "openid"))];
}

/**
 * Returns the row of a client.
 * @throws CLIENT_UNKNOWN
 */
export async function requireClient(store: Pick<Store, "get">, id: string): Promise<Row<"clients">> {
  const client = await store.get("clients", id);
  if (client === undefined) throw new ServiceError("CLIENT_UNKNOWN", { target: "id" });
  return client;
}

/**
 * Returns the client of a call, if its caller may see it.
 * @throws NOT_FOUND, FORBIDDEN
 * @throws CLIENT_UNKNOWN to the operator's commands
 */
export function clientOfCall(context: CallContext, key: string): Promise<Row<"clients">> {
  return context.caller.kind === "user"
    ? lockedRow(context, { table: "clients", key })
    : requireClient(context.store, key);
}

/**
 * Returns the key of the user as whom a client will act.
 * @throws CLIENT_UNFIT
 */
export async function userKeyOf(
  context: Pick<CallContext, "store" | "changes">,
  userId: string | null | undefined,
): Promise<string | null> {
  if (userId === undefined || userId === null) return null;
  const user = await namedUser(context, userId);
  if (user !== undefined) return user.key;
  throw new ServiceError("CLIENT_UNFIT", {
    message: `There is no user '${userId}'. Name a user as whom the client acts.`,
    target: "userId",
  });
}
