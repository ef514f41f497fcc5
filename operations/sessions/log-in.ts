import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import type { OneCallDoorName } from "#domain/chains/sign-in-doors.ts";
import { ServiceError } from "#domain/errors.ts";
import type { SessionGift } from "#domain/identity/session-gift.ts";
import { classesOf } from "#domain/identity/user-classes.ts";
import type { AuditRow } from "#store/audit/audit.ts";
import type { Row } from "#store/tables.ts";

import { requirePasswordAlone } from "../chains/engine/require-password-alone.ts";
import { admitByPassword, checkPassword } from "../identity/engine/check-password.ts";
import { untilConstantTime } from "../identity/engine/constant-time.ts";
import type { TokenRefusal } from "../identity/engine/token-set.ts";
import type { CallContext, Caller, ServiceContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { invoke } from "../kernel/invoke.ts";
import { idNamed } from "../kernel/named-user.ts";
import { beginKeyedSession, type KeyedSession } from "./engine/begin-keyed-session.ts";

const input = z.strictObject({
  user: z.string().min(1, "must not be empty"),
  password: z.instanceof(Secret, { error: "must not be empty" }),
  /** Kind of the beginning: a session of the library or of SOAP, or only the one accompanying call. */
  begins: z.enum(["library", "soap", "call"]),
});

type Begins = z.output<typeof input>["begins"];

/** Admitted user, and the session that began. */
interface Admitted {
  readonly user: Row<"users">;
  readonly classes: readonly string[];
  /** ID of the session in the audit. */
  readonly sessid: string;
  readonly session: KeyedSession | null;
}

type Decision = Admitted | TokenRefusal;

const decideLogin = defineOperation({
  name: "sessions.logIn",
  input,
  callers: ["anonymous"],
  audit: {
    operation: "LGIN",
    named: ({ user }) => ({ table: "users", name: user }),
    describe: ({ user }, decision?: Decision) => ({ ident: user, ...describeDecision(decision) }),
  },
  async prepare(context, { user, password, begins }) {
    const userName = await idNamed(context, user);
    const alone = await requirePasswordAlone(context, { door: doorOf(begins), checkedClient: null, userName });
    return { alone, checked: await checkPassword(context, { username: userName, password }) };
  },
  async run(context, { begins }, { alone, checked }): Promise<Decision> {
    const answer = await admitByPassword(context, checked, { gift: giftOf(begins), alone });
    return "refused" in answer ? answer : begin(context, answer.admitted, begins);
  },
});

function doorOf(begins: Begins): OneCallDoorName {
  return begins === "library" ? "library" : "soap";
}

/** Returns the gift of a sign-in. A key of one interface is invalid at others: a network may be allowed at one of them alone. */
function giftOf(begins: Begins): SessionGift {
  return begins === "library" ? "librarySession" : "soapSession";
}

async function begin(context: CallContext, user: Row<"users">, begins: Begins): Promise<Admitted> {
  const { store, ids } = context;
  const classes = classesOf(await store.select("userClassMembers", { where: { userKey: user.key } }));
  if (begins === "call") return { user, classes, sessid: ids.guid(), session: null };
  const session = await beginKeyedSession(context, { user, door: begins, gift: giftOf(begins) });
  return { user, classes, sessid: session.sessid, session };
}

function describeDecision(decision: Decision | undefined): Partial<AuditRow> {
  if (decision === undefined) return {};
  if ("refused" in decision) {
    const { refused, reason, userKey } = decision;
    return { result: "F", message: `${refused}: ${reason}`, ...(userKey === undefined ? {} : { recipient: userKey }) };
  }
  const { user, sessid } = decision;
  return { actor: user.key, recipient: user.key, sessid };
}

/** Credentials of a sign-in. */
export interface Login {
  readonly user: string;
  readonly password: Secret;
}

/**
 * Begins a session of the library or of SOAP. Every fault of name, password, state or permission gives the same refusal, in text and in
 * time, and begins nothing.
 * @throws IDAPI_LOGIN_FAILED, SIGN_IN_BUSY, SIGN_IN_TARGET_AWAY, SIGN_IN_INTERACTIVE if the chosen chain asks for more than a password
 */
export async function logIn(
  service: ServiceContext,
  caller: Caller,
  { door, ...login }: Login & { readonly door: "library" | "soap" },
): Promise<KeyedSession> {
  const { session } = await admitted(service, caller, { ...login, begins: door });
  if (session === null) throw new ServiceError("INTERNAL", { detail: "a login has begun no session" });
  return session;
}

/**
 * Admits a user for one call. Returns the caller of that call; nothing is stored.
 * @throws IDAPI_LOGIN_FAILED as `logIn`, SIGN_IN_BUSY, SIGN_IN_TARGET_AWAY
 */
export async function admitForCall(service: ServiceContext, caller: Caller, login: Login): Promise<Caller> {
  const { user, classes, sessid } = await admitted(service, caller, { ...login, begins: "call" });
  const { key, id, superuser } = user;
  return { ...caller, kind: "user", key, id, superuser, classes, scope: "api", sessid, provedAt: service.clock.now() };
}

async function admitted(service: ServiceContext, caller: Caller, login: z.output<typeof input>): Promise<Admitted> {
  const startedMs = performance.now();
  const decision = await invoke(decideLogin, service, caller, login);
  if (!("refused" in decision)) return decision;
  await untilConstantTime(startedMs, service.settings);
  throw new ServiceError("IDAPI_LOGIN_FAILED", { detail: `${decision.refused}: ${decision.reason}` });
}
