import { ConnectorError } from "#connectors/contract/index.ts";

import { refusalError } from "./errors.ts";
import { countOf, itemsOf, member, parseResource, type ScimResource } from "./json.ts";
import type { ScimSession } from "./session.ts";

/** One call of the service. */
export interface ScimRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below the base, with a leading slash; ids in it are encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object;
  /** Version that the object must still have (RFC 7644 section 3.14). */
  readonly version?: string | undefined;
}

/** Answer of the service to a call that succeeds. */
export interface ScimAnswer {
  readonly status: number;
  /** Object of the body; `{}` if the answer has none. */
  readonly resource: ScimResource;
  readonly location: string | null;
  /** Milliseconds UTC by the clock of the service; undefined if the answer has no date. */
  readonly dateMs: number | undefined;
}

/** Media type of SCIM (RFC 7644 section 8.1). */
export const scimMediaType = "application/scim+json";

const plainMediaType = "application/json";
const redirectsMax = 3;
const errorSchema = "urn:ietf:params:scim:api:messages:2.0:error";

/**
 * Sends one call and returns the object of the answer, `{}` if it has none.
 * @throws ConnectorError by the status and scimType of the answer; an error of the HTTP client otherwise
 */
export async function send(session: ScimSession, request: ScimRequest, signal: AbortSignal): Promise<ScimResource> {
  return (await exchange(session, request, signal)).resource;
}

/**
 * Sends one call and returns the answer.
 * @throws ConnectorError by the status and scimType of the answer; an error of the HTTP client otherwise
 */
export async function exchange(session: ScimSession, request: ScimRequest, signal: AbortSignal): Promise<ScimAnswer> {
  const { method } = request;
  const { response, url } = await askInItsType(session, request, signal);
  const { status, headers } = response;
  const address = `${url.origin}${url.pathname}`;
  const text = await response.text();
  const body = parseResource(text);
  const location = headers.get("location");
  if (status >= 300 && status < 400) throw redirection(method, { status, address, location });
  const failure = response.ok ? failureIn(body) : status;
  if (failure !== undefined) {
    const refusal = { method, address, status: failure, retryAfter: headers.get("retry-after"), body };
    throw refusalError(refusal, Date.now());
  }
  // Only the status of a deletion matters.
  if (text.trim() !== "" && body === undefined && method !== "DELETE")
    throw new ConnectorError("config", `${address} answers, but not as a SCIM service.`);
  const dateMs = Date.parse(headers.get("date") ?? "");
  return { status, resource: body ?? {}, location, dateMs: Number.isNaN(dateMs) ? undefined : dateMs };
}

// Some services accept only the general media type of JSON; the refused call has changed nothing.
async function askInItsType(session: ScimSession, request: ScimRequest, signal: AbortSignal): Promise<Asked> {
  const asked = await ask(session, request, signal);
  const { state } = session;
  if (![406, 415].includes(asked.response.status) || state.mediaType === plainMediaType) return asked;
  await asked.response.body?.cancel();
  state.mediaType = plainMediaType;
  return ask(session, request, signal);
}

interface Asked {
  readonly response: Response;
  readonly url: URL;
}

async function ask(session: ScimSession, request: ScimRequest, signal: AbortSignal): Promise<Asked> {
  const { method, body, version } = request;
  const base = session.options.url.replace(/\/+$/, "");
  const { mediaType } = session.state;
  let url = new URL(`${base}${request.path}${queryOf(request)}`);
  for (let redirects = 0; ; redirects += 1) {
    const response = await fetch(url, {
      method,
      signal,
      // The client would send the token to another address.
      redirect: "manual",
      headers: {
        authorization: session.authorization(),
        accept: mediaType === scimMediaType ? `${scimMediaType}, ${plainMediaType}` : mediaType,
        ...(body && { "content-type": mediaType }),
        ...(version !== undefined && { "if-match": version }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const next = redirects < redirectsMax ? placeWithin(new URL(base), method, { response, url }) : undefined;
    if (next === undefined) return { response, url };
    await response.body?.cancel();
    url = next;
  }
}

// A space is written "%20", because not every service decodes "+" as one.
function queryOf({ query = {} }: ScimRequest): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

// A service may redirect within its own base, as from "/Users" to "/Users/"; a call other than GET only if its method stays.
function placeWithin(base: URL, method: string, { response, url }: Asked): URL | undefined {
  const stays = [307, 308].includes(response.status);
  if (!stays && !(method === "GET" && [301, 302].includes(response.status))) return undefined;
  const to = URL.parse(response.headers.get("location") ?? "", url.href);
  const below = `${base.pathname.replace(/\/+$/, "")}/`;
  return to?.origin === base.origin && to.pathname.startsWith(below) ? to : undefined;
}

function redirection(
  method: string,
  {
    status,
    address,
    location,
  }: { readonly status: number; readonly address: string; readonly location: string | null },
): ConnectorError {
  const to = URL.parse(location ?? "", address);
  const where = to === null ? "nowhere" : `to ${to.origin}${to.pathname}`;
  return new ConnectorError(
    "config",
    `${method} ${address} leads ${where}, and the credential does not follow; enter the address that answers itself.`,
    { targetCode: status },
  );
}

// Some services return an error with a success status (RFC 7644 section 3.12; SCIM 1.1 has "Errors").
function failureIn(body: ScimResource | undefined): number | undefined {
  const told = itemsOf(member(body, "schemas")).some((schema) => String(schema).toLowerCase() === errorSchema);
  const [older] = itemsOf(member(body, "Errors"));
  if (!told && (older === undefined || member(body, "id") !== undefined)) return undefined;
  const status = countOf(member(body, "status")) ?? countOf(member(older, "code")) ?? 0;
  return status >= 400 && status < 600 ? status : 500;
}
