import { z } from "zod";

import type { AuditCode } from "#domain/audit/audit-operations.ts";
import type { AttemptAim } from "#domain/chains/attempt-aims.ts";
import { ServiceError } from "#domain/errors.ts";
import { ownClientId } from "#domain/identity/own-client.ts";
import type { JsonObject } from "#domain/json.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";
import { beginSession } from "../../identity/engine/begin-session.ts";
import { authenticateClient, requireGrant } from "../../identity/engine/client.ts";
import { grantedScope } from "../../identity/engine/granted-scope.ts";
import { maySignIn, type SignInGift } from "../../identity/engine/may-sign-in.ts";
import { invalidGrant, type TokenGrant, type TokenRefusal } from "../../identity/engine/token-set.ts";
import { refusalOf } from "../../identity/engine/user-state.ts";
import { beginKeyedSession, type KeyedSession } from "../../sessions/engine/begin-keyed-session.ts";
import type { Attempt } from "./attempt.ts";

/** What somebody is given whose chain has allowed it, by its aim. */
export type Given =
  | { readonly aim: "tokens"; readonly grant: TokenGrant; readonly sessid: string }
  | { readonly aim: "browserSession"; readonly session: KeyedSession; readonly sessid: string }
  | { readonly aim: "identify"; readonly identifiedAt: number };

/** What an aim gives, and who decides about it. */
interface Aim {
  /** The policy that is asked about the user; null where who it is is all that is asked. */
  readonly gift: SignInGift | null;
  /** The code of its end in the audit. */
  readonly audit: AuditCode;
  /** What is to be known when it is reached, checked when somebody begins. */
  begin(context: CallContext, asked: AskedAim): Promise<JsonObject>;
  give(context: CallContext, attempt: Attempt, user: Row<"users">): Promise<Given | TokenRefusal>;
}

/** What is said of an aim by whoever begins. */
export interface AskedAim {
  /** The application that signs somebody in; the service's own where none is named. */
  readonly clientId?: string | undefined;
  readonly scope?: string | undefined;
  /** The user who is to be identified. */
  readonly userKey?: string | undefined;
}

/** The aims of sign-ins, by name. */
const aims: Readonly<Record<AttemptAim, Aim>> = {
  browserSession: { gift: "browserSession", audit: "LGIN", begin: nothing, give: giveBrowserSession },
  tokens: { gift: "tokens", audit: "LGIN", begin: forClient, give: giveTokens },
  identify: { gift: null, audit: "AAUT", begin: forUser, give: giveIdentification },
};

/** What the policy is asked for that decides about an aim; null where none is. */
export function giftOf(aim: AttemptAim): SignInGift | null {
  return aims[aim].gift;
}

/** The code by which the audit tells of the end of a sign-in. */
export function auditCodeOf(aim: AttemptAim): AuditCode {
  return aims[aim].audit;
}

/** Gives a user, who is locked, what a sign-in aims at, in the current transaction; or says what is against it. */
export async function giveTo(
  context: CallContext,
  attempt: Attempt,
  user: Row<"users">,
): Promise<Given | TokenRefusal> {
  const { gift, give } = aims[attempt.row.aim];
  const refused = refusalOf(user);
  if (refused !== undefined) return { refused, reason: "the user's state", userKey: user.key };
  const { allowed, reason } = await maySignIn(context, user, gift);
  return allowed ? give(context, attempt, user) : invalidGrant(reason, user.key);
}

async function nothing(): Promise<JsonObject> {
  return {};
}

const forTokens = z.object({ clientId: z.string(), scope: z.string() });

/** Who it is may be asked by programs of the service's own alone; others send people to the page. */
async function forClient(
  context: CallContext,
  { clientId = ownClientId, scope }: AskedAim,
): Promise<z.output<typeof forTokens>> {
  const client = requireGrant(await authenticateClient(context, { clientId }), "password");
  return { clientId, scope: grantedScope(scope, client, "password") };
}

const forIdentification = z.object({ userKey: z.string() });

async function forUser(_context: CallContext, { userKey }: AskedAim): Promise<z.output<typeof forIdentification>> {
  return forIdentification.parse({ userKey });
}

/** The user whom a help desk identifies by it; undefined where it is for something else. */
export function identifiedUser({ row, memory }: Attempt): string | undefined {
  return row.aim === "identify" ? forIdentification.parse(memory.aimed).userKey : undefined;
}

/**
 * What is to be known of an aim when it is reached.
 * @throws CLIENT_INVALID, GRANT_UNSUPPORTED, SCOPE_INVALID
 */
export function beginAim(context: CallContext, aim: AttemptAim, asked: AskedAim): Promise<JsonObject> {
  return aims[aim].begin(context, asked);
}

/** A session with tokens, for a client of the service's own. */
async function giveTokens(context: CallContext, { memory: { aimed } }: Attempt, user: Row<"users">): Promise<Given> {
  const { clientId, scope } = forTokens.parse(aimed);
  const client = await context.store.get("clients", clientId);
  if (client === undefined) throw new ServiceError("CLIENT_INVALID", { detail: "the client is gone" });
  const sessid = context.ids.guid();
  const grant = await beginSession(context, { client, user, scope, door: "chain", family: sessid });
  return { aim: "tokens", grant, sessid };
}

/** A session of the browser, known by a cookie. */
async function giveBrowserSession(context: CallContext, _attempt: Attempt, user: Row<"users">): Promise<Given> {
  const session = await beginKeyedSession(context, { user, door: "chain", gift: "browserSession" });
  return { aim: "browserSession", session, sessid: session.sessid };
}

/** Nothing but the word that it is the user. */
async function giveIdentification(
  { clock }: CallContext,
  attempt: Attempt,
  user: Row<"users">,
): Promise<Given | TokenRefusal> {
  // A step may prove somebody else, such as a provider that knows another name.
  if (identifiedUser(attempt) !== user.key) return invalidGrant("another person than the one to be identified");
  return { aim: "identify", identifiedAt: clock.now() };
}
