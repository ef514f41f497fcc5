import { ConnectorError, type OpenContext } from "#connectors/contract/index.ts";

import type { ScimOptions } from "./address.ts";
import { refusalError } from "./errors.ts";
import type { ScimModel } from "./service-model.ts";

/** A login at the service, and what the service has told about itself. */
export interface ScimSession {
  readonly options: ScimOptions;
  /** The value of the header `Authorization`; a function, so that no print of a session shows it. */
  readonly authorization: () => string;
  readonly state: { open: boolean; model?: Promise<ScimModel> };
}

/** One call of the service. */
export interface ScimRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the base, with a slash in front; ids in it are encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object;
  /** The version the object must still have (RFC 7644 section 3.14). */
  readonly version?: string | undefined;
}

/** A JSON object of the service. */
export type ScimResource = Readonly<Record<string, unknown>>;

const mediaType = "application/scim+json";

/** Takes the credential and tries it with a harmless call, for what a service tells about itself it may tell to everybody. */
export async function openSession({ options, credential, signal }: OpenContext<ScimOptions>): Promise<ScimSession> {
  const { login, secret } = await credential("admin");
  const authorization = (): string =>
    secret.use((plaintext) =>
      options.authentication === "bearer"
        ? `Bearer ${plaintext}`
        : `Basic ${Buffer.from(`${login}:${plaintext}`).toString("base64")}`,
    );
  const session: ScimSession = { options, authorization, state: { open: true } };
  await send(session, { method: "GET", path: "/Users", query: { startIndex: 1, count: 1 } }, signal);
  return session;
}

/**
 * Sends one call and gives the object that is answered, `{}` when the answer has none.
 * @throws ConnectorError by the status and scimType of the answer; an error of the HTTP client otherwise
 */
export async function send(session: ScimSession, request: ScimRequest, signal: AbortSignal): Promise<ScimResource> {
  const { method, path, body, version } = request;
  const url = new URL(`${session.options.url.replace(/\/+$/, "")}${path}`);
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, String(value));
  const response = await fetch(url, {
    method,
    signal,
    // A redirect would carry the token to another address.
    redirect: "manual",
    headers: {
      authorization: session.authorization(),
      accept: `${mediaType}, application/json`,
      ...(body && { "content-type": mediaType }),
      ...(version !== undefined && { "if-match": version }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed = parse(text);
  if (!response.ok) {
    const retryAfter = response.headers.get("retry-after");
    throw refusalError({ method, status: response.status, retryAfter, body: parsed }, Date.now());
  }
  if (text !== "" && parsed === undefined)
    throw new ConnectorError("config", `${url.origin}${url.pathname} answers, but not as a SCIM service.`);
  return parsed ?? {};
}

function parse(text: string): ScimResource | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as ScimResource) : undefined;
  } catch {
    return undefined;
  }
}
