import { z } from "zod";

import type { Secret } from "#connectors/contract/index.ts";
import type { AuditCode } from "#domain/audit/audit-operations.ts";
import type { AttemptAim } from "#domain/chains/attempt-aims.ts";
import { ServiceError } from "#domain/errors.ts";
import { ownClientId } from "#domain/identity/own-client.ts";
import type { JsonObject } from "#domain/json.ts";
import type { Row } from "#store/tables.ts";

import { addCode } from "../../identity/engine/authorization-code.ts";
import { type AuthorizationRequest, authorizationRequest } from "../../identity/engine/authorization-request.ts";
import { beginSession } from "../../identity/engine/begin-session.ts";
import { authenticateClient, requireGrant } from "../../identity/engine/client.ts";
import { grantedScope } from "../../identity/engine/granted-scope.ts";
import { maySignIn, type SignInGift } from "../../identity/engine/may-sign-in.ts";
import { invalidGrant, type TokenGrant, type TokenRefusal } from "../../identity/engine/token-set.ts";
import type { CallContext } from "../../kernel/context.ts";
import { refusalOf } from "../../proofs/user-state.ts";
import type { QueuedOperation } from "../../requests/engine/queue-operations.ts";
import { beginKeyedSession, type KeyedSession } from "../../sessions/engine/begin-keyed-session.ts";
import type { Attempt } from "./attempt.ts";
import { setChosenPassword } from "./choose-password.ts";
import type { OutcomeTurn, SignInComponent } from "./component.ts";
import { consent } from "./components/consent.ts";
import { newPassword } from "./components/new-password.ts";

/** What somebody is given whose chain has allowed it, by its aim. */
export type Given =
  | { readonly aim: "tokens"; readonly grant: TokenGrant; readonly sessid: string }
  | { readonly aim: "browserSession"; readonly session: KeyedSession; readonly sessid: string }
  /** Its session begins when the code is exchanged. */
  | { readonly aim: "code"; readonly code: Secret; readonly sessid?: undefined }
  | { readonly aim: "identify"; readonly identifiedAt: number; readonly sessid?: undefined }
  | { readonly aim: "prove"; readonly provedAt: number; readonly sessid?: undefined }
  | ({ readonly aim: "newPassword" } & ForgottenPassword);

/** What becomes of a password that was chosen for a forgotten one; that of the service itself is set. */
export interface ForgottenPassword {
  /** The operation that sets it on the accounts; null = there are none. */
  readonly operation: QueuedOperation | null;
  /** The origin of the page from which the user came; null = none to which anybody is led back. */
  readonly returnTo: string | null;
}

/** Whom a sign-in has let through, and what was chosen behind its chain. */
interface LetThrough {
  readonly user: Row<"users">;
  readonly chosen: OutcomeTurn["chosen"];
}

/** What an aim gives, and who decides about it. */
interface Aim {
  /** The policy that is asked about the user; null where who it is is all that is asked. */
  readonly gift: SignInGift | null;
  /** The code of its end in the audit. */
  readonly audit: AuditCode;
  /** What is to be known when it is reached, and for which client it is, checked when somebody begins. */
  begin(context: CallContext, asked: AskedPurpose): Promise<BegunPurpose>;
  /** What is asked behind the chain of whom it has let through; without it nothing is. */
  readonly closing?: SignInComponent;
  give(context: CallContext, attempt: Attempt, through: LetThrough): Promise<Given | TokenRefusal>;
}

/** What was found out of an aim when somebody begins. */
export interface BegunPurpose {
  readonly aimed: JsonObject;
  /** The client that was checked; null = it is for the service itself. */
  readonly checkedClient: string | null;
}

/** What is said of an aim by whoever begins. */
export interface AskedPurpose {
  /** The application that signs somebody in; the service's own where none is named. */
  readonly clientId?: string | undefined;
  readonly scope?: string | undefined;
  /** The request of a client that has sent somebody to the page. */
  readonly request?: AuthorizationRequest | undefined;
  /** The user who is to be identified. */
  readonly userKey?: string | undefined;
  /** The session in which the user is to prove anew who they are. */
  readonly sessid?: string | undefined;
  /** The origin of the page that has sent the browser. */
  readonly origin?: string | undefined;
}

/** The aims of sign-ins, by name. */
const aims: Readonly<Record<AttemptAim, Aim>> = {
  browserSession: { gift: "browserSession", audit: "LGIN", begin: forOurselves, give: giveBrowserSession },
  tokens: { gift: "tokens", audit: "LGIN", begin: forClient, give: giveTokens },
  code: { gift: "tokens", audit: "LGAC", begin: forRequest, closing: consent, give: giveCode },
  identify: { gift: null, audit: "AAUT", begin: forUser, give: giveIdentification },
  prove: { gift: null, audit: "PRVE", begin: forSession, give: giveProof },
  newPassword: { gift: null, audit: "FGPW", begin: forReturn, closing: newPassword, give: giveNewPassword },
};

/** What the policy is asked for that decides about an aim; null where none is. */
export function giftOf(aim: AttemptAim): SignInGift | null {
  return aims[aim].gift;
}

/** The code by which the audit tells of the end of a sign-in. */
export function auditCodeOf(aim: AttemptAim): AuditCode {
  return aims[aim].audit;
}

/** What is asked behind the chain; undefined where nothing is. */
export function closingOf(aim: AttemptAim): SignInComponent | undefined {
  return aims[aim].closing;
}

/** What is against giving a user what a sign-in aims at; undefined where nothing is. */
export async function whyNotGiven(
  context: CallContext,
  aim: AttemptAim,
  user: Row<"users">,
): Promise<TokenRefusal | undefined> {
  const refused = refusalOf(user);
  if (refused !== undefined) return { refused, reason: "the user's state", userKey: user.key };
  const { allowed, reason } = await maySignIn(context, user, aims[aim].gift);
  return allowed ? undefined : invalidGrant(reason, user.key);
}

/** Gives a user, who is locked and against whom nothing is, what a sign-in aims at, in the current transaction; or says why not. */
export function giveTo(context: CallContext, attempt: Attempt, through: LetThrough): Promise<Given | TokenRefusal> {
  return aims[attempt.row.aim].give(context, attempt, through);
}

/** Who signs in to the service itself says no client and no scope: they would be believed of nothing. */
function requireNoClient({ clientId, scope }: AskedPurpose): void {
  const target = clientId !== undefined ? "clientId" : scope !== undefined ? "scope" : undefined;
  if (target === undefined) return;
  const message = `${target}: This is for the service itself, so it takes none. Leave it out.`;
  throw new ServiceError("INPUT_INVALID", { target, message });
}

async function forOurselves(_context: CallContext, asked: AskedPurpose): Promise<BegunPurpose> {
  requireNoClient(asked);
  return { aimed: {}, checkedClient: null };
}

const forTokens = z.object({ clientId: z.string(), scope: z.string() });

/** Who it is may be asked by programs of the service's own alone; others send people to the page. */
async function forClient(context: CallContext, { clientId = ownClientId, scope }: AskedPurpose): Promise<BegunPurpose> {
  const client = requireGrant(await authenticateClient(context, { clientId }), "password");
  const aimed = { clientId, scope: grantedScope(scope, client, "password") } satisfies z.output<typeof forTokens>;
  return { aimed, checkedClient: client.id };
}

/** The page is opened by a request that was checked before. */
async function forRequest(_context: CallContext, { request }: AskedPurpose): Promise<BegunPurpose> {
  const aimed = authorizationRequest.parse(request);
  return { aimed, checkedClient: aimed.clientId };
}

const forIdentification = z.object({ userKey: z.string() });

async function forUser(_context: CallContext, { userKey, ...asked }: AskedPurpose): Promise<BegunPurpose> {
  requireNoClient(asked);
  return { aimed: forIdentification.parse({ userKey }), checkedClient: null };
}

const forProof = z.object({ userKey: z.string(), sessid: z.string() });

async function forSession({ store }: CallContext, { userKey, sessid, ...asked }: AskedPurpose): Promise<BegunPurpose> {
  requireNoClient(asked);
  const aimed = forProof.parse({ userKey, sessid });
  // Whoever has signed in for a client proves it by the chain of that one.
  return { aimed, checkedClient: (await store.sessions.stateOf(aimed.sessid))?.clientId ?? null };
}

const forNewPassword = z.object({ returnTo: z.string().nullable() });

/** Nobody is led back to where a stranger's page wants it: the origin must be one that the installation knows (specification section 5). */
async function forReturn({ settings }: CallContext, { origin, ...asked }: AskedPurpose): Promise<BegunPurpose> {
  requireNoClient(asked);
  const returnTo = settings.returnOrigins.find((known) => known === origin) ?? null;
  return { aimed: { returnTo } satisfies z.output<typeof forNewPassword>, checkedClient: null };
}

/** The user whom a help desk identifies by it, or who proves anew who they are; undefined where it is for something else. */
export function identifiedUser({ row, memory }: Attempt): string | undefined {
  if (row.aim === "identify") return forIdentification.parse(memory.aimed).userKey;
  return row.aim === "prove" ? forProof.parse(memory.aimed).userKey : undefined;
}

/**
 * What is to be known of an aim when it is reached, and the client that was checked for it.
 * @throws CLIENT_INVALID, GRANT_UNSUPPORTED, SCOPE_INVALID; INPUT_INVALID where a client is named for the service itself
 */
export function beginPurpose(context: CallContext, aim: AttemptAim, asked: AskedPurpose): Promise<BegunPurpose> {
  return aims[aim].begin(context, asked);
}

/** A session with tokens, for a client of the service's own. */
async function giveTokens(context: CallContext, { memory: { aimed } }: Attempt, { user }: LetThrough): Promise<Given> {
  const { clientId, scope } = forTokens.parse(aimed);
  const client = await context.store.get("clients", clientId);
  if (client === undefined) throw new ServiceError("CLIENT_INVALID", { detail: "the client is gone" });
  const sessid = context.ids.guid();
  const grant = await beginSession(context, { client, user, scope, door: "chain", family: sessid });
  return { aim: "tokens", grant, sessid };
}

/** A code that the client exchanges for tokens. */
async function giveCode(context: CallContext, { row, memory }: Attempt, { user }: LetThrough): Promise<Given> {
  const request = authorizationRequest.parse(memory.aimed);
  const { allowedAt: signedInAt = context.clock.now() } = memory;
  return { aim: "code", code: await addCode(context, { key: row.key, request, user, signedInAt }) };
}

/** A session of the browser, known by a cookie. */
async function giveBrowserSession(context: CallContext, _attempt: Attempt, { user }: LetThrough): Promise<Given> {
  const session = await beginKeyedSession(context, { user, door: "chain", gift: "browserSession" });
  return { aim: "browserSession", session, sessid: session.sessid };
}

/** Nothing but the word that it is the user. */
async function giveIdentification(
  { clock }: CallContext,
  attempt: Attempt,
  { user }: LetThrough,
): Promise<Given | TokenRefusal> {
  // A step may prove somebody else, such as a provider that knows another name.
  if (identifiedUser(attempt) !== user.key) return invalidGrant("another person than the one to be identified");
  return { aim: "identify", identifiedAt: clock.now() };
}

/** A proof that counts for the session in which it was begun, and for no other. */
async function giveProof(
  { store, clock }: CallContext,
  attempt: Attempt,
  { user }: LetThrough,
): Promise<Given | TokenRefusal> {
  if (identifiedUser(attempt) !== user.key) return invalidGrant("another person than the one of the session", user.key);
  const provedAt = clock.now();
  await store.sessions.prove(forProof.parse(attempt.memory.aimed).sessid, provedAt);
  return { aim: "prove", provedAt };
}

/** The password that was chosen, set or on its way. */
async function giveNewPassword(
  context: CallContext,
  { memory }: Attempt,
  { user, chosen }: LetThrough,
): Promise<Given | TokenRefusal> {
  if (chosen === undefined) return invalidGrant("no password was chosen", user.key);
  const set = await setChosenPassword(context, user, chosen);
  if ("refused" in set) return set;
  return { aim: "newPassword", ...set, ...forNewPassword.parse(memory.aimed) };
}
