import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import type { Caller } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import type { AuthenticateSession } from "#operations/sessions/engine/session-authenticator.ts";
import { admitForCall, logIn } from "#operations/sessions/log-in.ts";
import { logOut } from "#operations/sessions/log-out.ts";
import { momentText } from "#platform/moment-text.ts";

import type { RouteAnswer, RouteCall } from "../route.ts";
import { messageIn, presentOutput, type SoapMessage } from "./envelope.ts";
import { readElement, readFields } from "./read-value.ts";
import { readXml } from "./read-xml.ts";
import { sessionData, sessionDataName } from "./soap-operations.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Answers one message. Its secrets are wrapped before anything else is done. */
export async function answerMessage(call: RouteCall, authenticate: AuthenticateSession): Promise<RouteAnswer> {
  requireXml(call);
  const message = messageIn(await readXml(call.rawBody));
  const { operation, fields } = message;
  if (operation.runs === "login")
    return presentOutput(operation, await answerLogin(call, readFields(operation.input.fields, fields)));
  const caller = await callerOf(call, message, authenticate);
  const { context } = call;
  if (operation.runs === "logout") {
    await invoke(logOut, context, caller, {});
    return presentOutput(operation, {});
  }
  const given = readFields(
    operation.input.fields,
    fields.filter(({ name }) => name !== sessionDataName),
  );
  const result = await operation.runs.run(context, caller, given);
  return presentOutput(operation, result === null ? {} : { result });
}

function requireXml({ headers }: RouteCall): void {
  const [type = "", ...parameters] = String(headers["content-type"] ?? "")
    .split(";")
    .map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  if (type === "text/xml" && (charset === undefined || charset.replaceAll('"', "") === "utf-8")) return;
  throw new ServiceError("MEDIA_UNSUPPORTED", {
    message: "A message of SOAP 1.1 must be text/xml in UTF-8. Correct Content-Type.",
  });
}

async function answerLogin(call: RouteCall, { user, password }: Fields): Promise<Fields> {
  const login = loginOf(call, user, password);
  if (login === undefined) throw new ServiceError("IDAPI_LOGIN_FAILED", { detail: "no user name or no password" });
  const { secret, expiresAt } = await logIn(call.context, call.caller, { ...login, door: "soap" });
  return { sesskey: secret.use((text) => text), expiresAt: momentText(expiresAt) };
}

/** Returns the name and the password of a sign-in, and counts it; undefined if one is missing. */
function loginOf(call: RouteCall, user: unknown, password: unknown) {
  if (typeof user !== "string" || typeof password !== "string" || user === "" || password === "") return undefined;
  call.signsIn(user);
  return { user, password: new Secret(password) };
}

/**
 * Returns the caller that `sessdat` identifies.
 * @throws ERR_NOT_LOGGED_IN, ERR_INVALID_SESSKEY
 */
async function callerOf(call: RouteCall, { fields }: SoapMessage, authenticate: AuthenticateSession): Promise<Caller> {
  const [shown, ...others] = fields.filter(({ name }) => name === sessionDataName);
  if (others.length > 0) throw new ServiceError("BODY_INVALID", { target: sessionDataName });
  const { sesskey, user, password } = shown === undefined ? {} : (readElement(sessionData, shown) as Fields);
  const { context, caller } = call;
  if (typeof sesskey === "string" && sesskey !== "")
    return bySessionKey(() => authenticate(new Secret(sesskey), "soapSession", originOf(caller)));
  if (user === undefined && password === undefined) throw new ServiceError("ERR_NOT_LOGGED_IN");
  const login = loginOf(call, user, password);
  if (login === undefined) throw new ServiceError("ERR_INVALID_SESSKEY", { detail: "no user name or no password" });
  return bySessionKey(() => admitForCall(context, caller, login));
}

const originOf = ({ module, requestId, ip }: Caller) => ({ module, requestId, ...(ip === undefined ? {} : { ip }) });

/** Turns the refusal of a session key, or of a name and a password, into ERR_INVALID_SESSKEY, the code that SOAP has for both. */
async function bySessionKey(tell: () => Promise<Caller>): Promise<Caller> {
  try {
    return await tell();
  } catch (error) {
    const isRefusal = error instanceof ServiceError && ["SESSION_INVALID", "IDAPI_LOGIN_FAILED"].includes(error.code);
    if (!isRefusal) throw error;
    throw new ServiceError("ERR_INVALID_SESSKEY", { detail: error.detail, cause: error });
  }
}
