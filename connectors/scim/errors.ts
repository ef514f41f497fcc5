import { type ConnectorCode, ConnectorError } from "#connectors/contract/index.ts";

import { itemsOf, member, textOf } from "./json.ts";

// RFC 7644, table 9; the cursors are those of RFC 9865, section 2.1.
const byScimType: Readonly<Record<string, ConnectorCode>> = {
  invalidFilter: "notSupported",
  tooMany: "policy",
  uniqueness: "alreadyExists",
  mutability: "invalidValue",
  invalidSyntax: "invalidValue",
  invalidPath: "invalidValue",
  noTarget: "invalidValue",
  invalidValue: "invalidValue",
  invalidVers: "config",
  sensitive: "policy",
  invalidCursor: "conflict",
  expiredCursor: "conflict",
  invalidCount: "notSupported",
};

// RFC 7644, table 8, and statuses of gateways in front of services.
const byStatus: Readonly<Record<number, ConnectorCode>> = {
  400: "invalidValue",
  401: "badCredentials",
  403: "permission",
  404: "notFound",
  405: "notSupported",
  406: "config",
  408: "timeout",
  409: "conflict",
  410: "notFound",
  412: "conflict",
  413: "invalidValue",
  414: "invalidValue",
  415: "config",
  422: "invalidValue",
  429: "busy",
  501: "notSupported",
  502: "broken",
  503: "busy",
  504: "timeout",
};

const byConnection: Readonly<Record<string, ConnectorCode>> = {
  ECONNREFUSED: "unreachable",
  ENOTFOUND: "unreachable",
  EAI_AGAIN: "unreachable",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  UND_ERR_CONNECT_TIMEOUT: "unreachable",
  ETIMEDOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  ECONNRESET: "broken",
  EPIPE: "broken",
  UND_ERR_SOCKET: "broken",
};

/** An answer that is not a success. */
export interface Refusal {
  readonly method: string;
  /** Address without its query, which may hold personal data. */
  readonly address: string;
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: unknown;
}

/**
 * Makes the error of a refused call in the service's own words (`detail`, RFC 7644 section 3.12), with the address requested.
 * `nowMs` is UTC.
 */
export function refusalError(refusal: Refusal, nowMs: number): ConnectorError {
  const { method, address, status, body } = refusal;
  const type = textOf(member(body, "scimType"));
  const words = wordsIn(body) ?? `The service answers with the status ${status}.`;
  const retryAfterMs = waitOf(refusal.retryAfter, nowMs);
  return new ConnectorError(codeOf(method, status, type), `${words} (${method} ${address})`, {
    targetCode: type === undefined ? status : `${status} ${type}`,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

/** Returns true if an error means that the value to remove is absent (RFC 7644, table 9). */
export function isNoTarget(error: unknown): boolean {
  return error instanceof ConnectorError && error.targetCode?.endsWith(" noTarget") === true;
}

/** Awaits an answer; undefined if the service refuses the call in a way that a retry would not change. */
export async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ConnectorError && !error.retryable && error.code !== "internal") return undefined;
    throw error;
  }
}

function wordsIn(body: unknown): string | undefined {
  const [older] = itemsOf(member(body, "Errors"));
  const places = [
    member(body, "detail"),
    member(older, "description"),
    ...["message", "error_description", "error"].map((name) => member(body, name)),
  ];
  return places.map(textOf).find((words) => words !== undefined);
}

/** Maps an error of the HTTP client to the closed list; undefined if it is not known. */
export function mapScimError(error: unknown): ConnectorError | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === "TimeoutError") return new ConnectorError("timeout", error.message, { cause: error });
  const { cause } = error;
  if (!(cause instanceof Error)) return undefined;
  // The HTTP client itself refuses the ports of other well-known services.
  if (cause.message === "bad port")
    return new ConnectorError("config", "The port of the address belongs to a service that is not HTTP.", {
      cause: error,
    });
  const native = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  const code = connectionCode(native);
  return code && new ConnectorError(code, cause.message || native, { targetCode: native, cause: error });
}

function connectionCode(native: string): ConnectorCode | undefined {
  const certificate = /CERT|SELF_SIGNED|^ERR_TLS|^ERR_SSL|UNABLE_TO_/.test(native);
  return byConnection[native] ?? (certificate ? "config" : undefined);
}

function codeOf(method: string, status: number, type: string | undefined): ConnectorCode {
  if (status === 409) return type === "uniqueness" || method === "POST" ? "alreadyExists" : "conflict";
  if (status === 400 && type !== undefined) return byScimType[type] ?? "invalidValue";
  if (status >= 300 && status < 400) return "config";
  return byStatus[status] ?? (status >= 500 ? "internal" : "invalidValue");
}

// RFC 9110 section 10.2.3: seconds or a date.
function waitOf(text: string | null, nowMs: number): number | undefined {
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const dateMs = Date.parse(text);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}
