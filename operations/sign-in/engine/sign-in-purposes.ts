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

/** Result of a sign-in that its chain has allowed, by aim. */
export type Given =
  | { readonly aim: "tokens"; readonly grant: TokenGrant; readonly sessid: string }
  | { readonly aim: "browserSession"; readonly session: KeyedSession; readonly sessid: string }
  /** Its session begins when the code is exchanged. */
  | { readonly aim: "code"; readonly code: Secret; readonly sessid?: undefined }
  | { readonly aim: "identify"; readonly identifiedAt: number; readonly sessid?: undefined }
  | { readonly aim: "prove"; readonly provedAt: number; readonly sessid?: undefined }
  | ({ readonly aim: "newPassword" } & ForgottenPassword);

/** State of a password that was chosen for a forgotten one. The password of the service itself is already set. */
export interface ForgottenPassword {
  /** Operation that sets it on the accounts; null if there are none. */
  readonly operation: QueuedOperation | null;
  /** Origin of the page from which the user came; null if there is no allowed one to return to. */
  readonly returnTo: string | null;
}

/** User whom the chain has let through, and the choice made in the closing step. */
interface LetThrough {
  readonly user: Row<"users">;
  readonly chosen: OutcomeTurn["chosen"];
}

/** Aim of a sign-in: its policy, audit code, closing step and result. */
interface Aim {
  /** Gift whose policy is asked about the user; null if the aim only proves identity. */
  readonly gift: SignInGift | null;
  /** Code of its end in the audit. */
  readonly audit: AuditCode;
  /** Checks the input of a new sign-in, and returns what its end needs, with the client that it is for. */
  begin(context: CallContext, asked: AskedPurpose): Promise<BegunPurpose>;
  /** Closing step after the chain has succeeded; optional. */
  readonly closing?: SignInComponent;
  give(context: CallContext, attempt: Attempt, through: LetThrough): Promise<Given | TokenRefusal>;
}

/** Checked input of a new sign-in. */
export interface BegunPurpose {
  readonly aimed: JsonObject;
  /** ID of the checked client; null if the sign-in is for the service itself. */
  readonly checkedClient: string | null;
}

/** Input of a new sign-in about its aim. */
export interface AskedPurpose {
  /** ID of the client that signs the user in; the service's own by default. */
  readonly clientId?: string | undefined;
  readonly scope?: string | undefined;
  /** Request of the client that sent the user to the page. */
  readonly request?: AuthorizationRequest | undefined;
  /** Key of the user to identify. */
  readonly userKey?: string | undefined;
  /** Session in which the user proves their identity again. */
  readonly sessid?: string | undefined;
  /** Origin of the page that sent the browser. */
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

/** Returns the gift whose policy decides about an aim; null if there is none. */
export function giftOf(aim: AttemptAim): SignInGift | null {
  return aims[aim].gift;
}

/** Returns the audit code for the end of a sign-in. */
export function auditCodeOf(aim: AttemptAim): AuditCode {
  return aims[aim].audit;
}

/** Returns the closing step behind the chain; undefined if there is none. */
export function closingOf(aim: AttemptAim): SignInComponent | undefined {
  return aims[aim].closing;
}

/** Finds the reason not to give a user the result of an aim; undefined if there is none. */
export async function whyNotGiven(
  context: CallContext,
  aim: AttemptAim,
  user: Row<"users">,
): Promise<TokenRefusal | undefined> {
  const refused = refusalOf(user, context.clock.now());
  if (refused !== undefined) return { refused, reason: "the user's state", userKey: user.key };
  const { allowed, reason } = await maySignIn(context, user, aims[aim].gift);
  return allowed ? undefined : invalidGrant(reason, user.key);
}

/**
 * Gives the result of a sign-in to a user, in the current transaction, or returns the refusal. The user is locked and was checked before.
 */
export function giveTo(context: CallContext, attempt: Attempt, through: LetThrough): Promise<Given | TokenRefusal> {
  return aims[attempt.row.aim].give(context, attempt, through);
}

/** Refuses a client or a scope in a sign-in to the service itself: it would have no effect. */
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

/** Only clients that may use passwords sign users in directly; others send them to the page. */
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
  // A user who signed in for a client proves their identity by the chain of that client.
  return { aimed, checkedClient: (await store.sessions.stateOf(aimed.sessid))?.clientId ?? null };
}

const forNewPassword = z.object({ returnTo: z.string().nullable() });

/** Nobody is led back to where a stranger's page wants it: the origin must be one that the installation knows (specification section 5). */
async function forReturn({ settings }: CallContext, { origin, ...asked }: AskedPurpose): Promise<BegunPurpose> {
  requireNoClient(asked);
  const returnTo = settings.returnOrigins.find((known) => known === origin) ?? null;
  return { aimed: { returnTo } satisfies z.output<typeof forNewPassword>, checkedClient: null };
}

/** Returns the key of the user who is identified by a help desk or proves their identity again; undefined for other aims. */
export function identifiedUser({ row, memory }: Attempt): string | undefined {
  if (row.aim === "identify") return forIdentification.parse(memory.aimed).userKey;
  return row.aim === "prove" ? forProof.parse(memory.aimed).userKey : undefined;
}

/**
 * Checks the request for an aim. Returns the facts needed at its end and the client.
 * @throws CLIENT_INVALID, GRANT_UNSUPPORTED, SCOPE_INVALID; INPUT_INVALID if a client is named for the service itself
 */
export function beginPurpose(context: CallContext, aim: AttemptAim, asked: AskedPurpose): Promise<BegunPurpose> {
  return aims[aim].begin(context, asked);
}

/** Begins a session with tokens, for a client of the service's own. */
async function giveTokens(context: CallContext, { memory: { aimed } }: Attempt, { user }: LetThrough): Promise<Given> {
  const { clientId, scope } = forTokens.parse(aimed);
  const client = await context.store.get("clients", clientId);
  if (client === undefined) throw new ServiceError("CLIENT_INVALID", { detail: "the client is gone" });
  const sessid = context.ids.guid();
  const grant = await beginSession(context, { client, user, scope, door: "chain", family: sessid });
  return { aim: "tokens", grant, sessid };
}

/** Issues a code that the client exchanges for tokens. */
async function giveCode(context: CallContext, { row, memory }: Attempt, { user }: LetThrough): Promise<Given> {
  const request = authorizationRequest.parse(memory.aimed);
  const { allowedAt: signedInAt = context.clock.now() } = memory;
  return { aim: "code", code: await addCode(context, { key: row.key, request, user, signedInAt }) };
}

/** Begins a session of the browser, known by a cookie. */
async function giveBrowserSession(context: CallContext, _attempt: Attempt, { user }: LetThrough): Promise<Given> {
  const session = await beginKeyedSession(context, { user, door: "chain", gift: "browserSession" });
  return { aim: "browserSession", session, sessid: session.sessid };
}

/** Confirms the identity of the user and gives nothing else. */
async function giveIdentification(
  { clock }: CallContext,
  attempt: Attempt,
  { user }: LetThrough,
): Promise<Given | TokenRefusal> {
  // A step may prove another person, such as a provider that knows another name.
  if (identifiedUser(attempt) !== user.key) return invalidGrant("another person than the one to be identified");
  return { aim: "identify", identifiedAt: clock.now() };
}

/** Records a proof that counts only for the session in which it was begun. */
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

/** Sets the chosen password, or queues it for the accounts. */
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
