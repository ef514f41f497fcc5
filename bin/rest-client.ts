import { setTimeout as sleep } from "node:timers/promises";

import { Secret } from "#connectors/contract/index.ts";
import type { OperationStatus } from "#domain/requests/operation-result.ts";
import { apiFailure } from "#platform/connection-cause.ts";

import { addressOptions } from "./address-options.ts";
import { CliError, ExitCode, wordsOf } from "./cli-error.ts";
import { readText } from "./read-text.ts";

/** The REST API as a signed-in user sees it. */
export interface RestClient {
  get<T>(path: string): Promise<T>;
  /** Returns all rows of a collection, read page by page. */
  all<T>(path: string): Promise<readonly T[]>;
  remove(path: string): Promise<void>;
  /** Changes an entity and returns it after the change; null if the caller may not read it. */
  patch<T>(path: string, body: unknown): Promise<T | null>;
  post<T>(
    path: string,
    body?: unknown,
    patience?: Patience,
  ): Promise<{ readonly status: number; readonly location: string | null; readonly body: T }>;
}

/** Time limit of one call, and whether it is retried while the service is busy. */
export interface Patience {
  /** Milliseconds until a call times out; default 30,000. */
  readonly callMs?: number;
  /** True for a call that is never retried, because it may already have acted. */
  readonly once?: true;
  /** Preference for the answer, as in RFC 7240. */
  readonly prefer?: string;
}

/** An operation as the API shows it, with the fields that all commands read. */
export interface ShownOperation {
  readonly key: string;
  readonly status: OperationStatus;
  readonly error: { readonly code: string; readonly message: string | null } | null;
}

/** User name and password of a sign-in. */
export interface SignIn {
  readonly user: string;
  readonly password: Secret;
}

const clientId = "gatehouse";
const usualCallMs = 30_000;
const busyTriesMax = 5;

/**
 * Gets a token for a user and returns the API as that user sees it; the token is renewed when it has expired.
 * @throws CliError
 */
export async function signIn(address: string, who: SignIn): Promise<RestClient> {
  let token = await requestToken(address, who);
  const call: CallApi = async (method, path, body, more) => {
    const once = () => send(address, path, { method, token, body, ...more });
    const first = await once();
    if (first.status !== 401) return first;
    token = await requestToken(address, who);
    return once();
  };
  return clientOf(call);
}

/** Returns the API as the holder of a token sees it. */
export function withToken(address: string, token: Secret): RestClient {
  return clientOf((method, path, body, more) => send(address, path, { method, token, body, ...more }));
}

/**
 * Reads a password from a file (`-` means standard input), so that it is in no command line.
 * @throws CliError
 */
export function readPassword(file: string): Secret {
  return new Secret(readText(file, "password file").replace(/\r?\n$/, ""));
}

type CallApi = (method: string, path: string, body?: unknown, more?: Patience) => Promise<Response>;

function clientOf(call: CallApi): RestClient {
  const get = async <T>(path: string) => (await checked(await call("GET", path))) as T;
  return {
    get,
    async all<T>(path: string) {
      const rows: T[] = [];
      for (let page: string | undefined = path; page !== undefined;) {
        const answer: Collection<T> = await get(page);
        rows.push(...answer.value);
        // The link has the public address, but the API may be called at another one.
        page = answer["@odata.nextLink"]?.replace(/^.*?(?=\/v2\/)/, "");
      }
      return rows;
    },
    async remove(path) {
      await checked(await call("DELETE", path));
    },
    async patch<T>(path: string, body: unknown) {
      const answer = await call("PATCH", path, body, { prefer: "return=representation" });
      const changed = (await checked(answer)) as T;
      return answer.status === 204 ? null : changed;
    },
    async post<T>(path: string, body?: unknown, patience?: Patience) {
      const answer = await call("POST", path, body ?? {}, patience);
      return { status: answer.status, location: answer.headers.get("location"), body: (await checked(answer)) as T };
    },
  };
}

interface Collection<T> {
  readonly value: readonly T[];
  readonly "@odata.nextLink"?: string;
}

async function requestToken(address: string, { user, password }: SignIn): Promise<Secret> {
  const form = password.use(
    (text) => new URLSearchParams({ grant_type: "password", client_id: clientId, username: user, password: text }),
  );
  const answer = await send(address, "/identity/connect/token", { method: "POST", form });
  const body = await parsed(answer);
  if (answer.ok && typeof body["access_token"] === "string") return new Secret(body["access_token"]);
  const why =
    typeof body["error_description"] === "string" ? body["error_description"] : `the service answered ${answer.status}`;
  throw new CliError(`Signing in as '${user}' failed: ${why}`);
}

interface Sending extends Patience {
  readonly method: string;
  readonly token?: Secret;
  readonly body?: unknown;
  readonly form?: URLSearchParams;
}

async function send(address: string, path: string, sending: Sending): Promise<Response> {
  const { method, body, form, once, callMs = usualCallMs } = sending;
  const headers = headersOf(sending);
  const content = form ?? (body === undefined ? null : JSON.stringify(body));
  for (let left = once === true ? 0 : busyTriesMax; ; left -= 1) {
    const answer = await attempt(address, path, {
      method,
      headers,
      body: content,
      signal: AbortSignal.timeout(callMs),
    });
    if (answer.status !== 503 || left === 0) return answer;
    await answer.body?.cancel();
    await sleep(Number(answer.headers.get("retry-after") ?? 1) * 1000);
  }
}

function headersOf({ token, body, prefer }: Sending): Headers {
  const headers = new Headers({ accept: "application/json" });
  token?.use((text) => headers.set("authorization", `Bearer ${text}`));
  if (body !== undefined) headers.set("content-type", "application/json");
  if (prefer !== undefined) headers.set("prefer", prefer);
  return headers;
}

async function attempt(address: string, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(new URL(path, address), { ...init, redirect: "error" });
  } catch (error) {
    throw new CliError(
      `The service at ${address} does not answer. ${apiFailure(address, error, addressOptions.join(" or "))}`,
      ExitCode.Unreachable,
      error,
    );
  }
}

async function checked(answer: Response): Promise<unknown> {
  const body = await parsed(answer);
  if (answer.ok) return body;
  throw refusalOf({ code: String(answer.status), ...(body["error"] as RestError | undefined) });
}

/** Makes the error of a refusal in the service's own words, each fault once. */
export function refusalOf({ code, message = "", details = [] }: RestError): CliError {
  const more = details
    .filter((detail) => detail.message !== message)
    .map((detail) => `${detail.target}: ${detail.message}`)
    .filter((words) => !message.startsWith(words));
  return new CliError(wordsOf([`${code}: ${message}`, ...more]));
}

/** Error of a refusal, as the API tells it. */
export interface RestError {
  readonly code?: string;
  readonly message?: string;
  readonly details?: readonly { readonly target: string; readonly message: string }[];
}

async function parsed(answer: Response): Promise<Record<string, unknown>> {
  const text = await answer.text();
  try {
    return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
  } catch (error) {
    throw new CliError(
      `The service answered ${answer.status} with something that is not JSON. Check its address.`,
      ExitCode.Unreachable,
      error,
    );
  }
}
