import type { ServiceError } from "#domain/errors.ts";
import type { SessionGift } from "#domain/identity/session-gift.ts";
import type { ModuleName } from "#domain/module-name.ts";
import type { Caller, ServiceContext } from "#operations/kernel/context.ts";
import type { Settings } from "#platform/settings/settings.ts";

/** HTTP methods that a route may answer; every other method at a known path is 405. */
export type RouteMethod = "GET" | "POST" | "PATCH" | "DELETE";

/** Form of the body of a call: `json` is parsed to `call.body`, `form` to an object of strings, `bytes` stays in `call.rawBody`. */
export type RouteBody = "json" | "form" | "bytes" | "none";

/** Match of a path: its methods by name, the keys it carries, and the path in its declared spelling. */
export interface RouteMatch {
  /** Path as declared, with the keys of this call: `/v2/requests('…')/decide`. */
  readonly path: string;
  /** Decoded keys by the names in the template. */
  readonly keys: Readonly<Record<string, string>>;
  /** Property in front of a key in the address, by the same names: `(id='x')`. */
  readonly keyNames: Readonly<Record<string, string>>;
  /** Text in the brackets of the function, decoded. */
  readonly brackets?: string | undefined;
  /** Segments behind the declared path, not decoded; empty unless the route `covers` more. */
  readonly tail: readonly string[];
  readonly methods: ReadonlyMap<string, RouteDefinition>;
  /** Template of the same address with a key, if it takes the method PATCH. */
  readonly keyedPatch?: string | undefined;
}

/** A call as a handler sees it: parsed and authenticated, without Koa. */
export interface RouteCall {
  /** Services that operations need. */
  readonly context: ServiceContext;
  /** Caller; `kind: "anonymous"` on a public route. */
  readonly caller: Caller;
  /** Method of the route that matched. */
  readonly method: RouteMethod;
  /** Match of the address, with its keys. */
  readonly match: RouteMatch;
  /** Raw query text without `?`, not yet decoded. */
  readonly query: string;
  /** Request headers, names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Parsed body; undefined if the route takes none or `bytes`. */
  readonly body: unknown;
  /** Bytes of the body as received, at most the route's limit. */
  readonly rawBody: Buffer;
  /** Configured public address, without a slash at its end. */
  readonly publicAddress: string;
  /**
   * Counts the call as a sign-in under a name that stands in its body.
   * @throws TOO_MANY
   */
  signsIn(name: string): void;
  /** Makes another call as a part of this one: routed, authenticated and authorized like any call. It never fails. */
  send(part: PartCall): Promise<RouteAnswer>;
}

/** A call that is a part of another one. */
export interface PartCall {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Services to run it with, if they differ from those of the whole call. */
  readonly context?: ServiceContext;
}

/** Answer of a handler: an object is sent as JSON, a string or bytes as they are with the handler's own `content-type`. */
export interface RouteAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Body of a call: its bytes, and its parsed value. */
export interface Body {
  readonly raw: Buffer;
  readonly value: unknown;
}

/** Facts about a call before its body is read. */
export type RouteHead = Pick<RouteCall, "context" | "caller" | "method" | "match" | "headers">;

/** One route as data; the router, the policy matrix and the documents are derived from it. */
export type RouteDefinition = RouteParts & (GuardedBody | PublicBody | NoBody);

/** A body that a policy guards: the caller is known before any of it is read. */
interface GuardedBody {
  /** Name of the policy that invoke checks, by the naming rule. */
  readonly policy: string;
  readonly method: RouteMethod;
  /** Number of bytes accepted, by default `bodyMaxBytes` (1 MiB). */
  readonly bodyMaxBytes?: number;
}

/** A body that unauthenticated callers may send; its limit has no default. */
interface PublicBody {
  /** Null, because its row of `publicRoutes` names the guard. */
  readonly policy: null;
  readonly method: RouteMethod;
  /** Number of bytes accepted. */
  readonly bodyMaxBytes: number;
  /** Reason why unauthenticated callers may send more than `strangersBodyMaxBytes`. */
  readonly largeBody?: string;
}

/** A public route that takes no body. */
interface NoBody {
  /** Null, because its row of `publicRoutes` names the guard. */
  readonly policy: null;
  readonly method: "GET";
  readonly body?: "none";
  readonly bodyMaxBytes?: never;
}

interface RouteParts {
  /** Segments joined by `/`; `({key})` after a name is one OData key: `/v2/requests({key})/decide`. */
  readonly path: string;
  /** Name of the operation that it runs, if it is a single one. */
  readonly operation?: string;
  /** Body the route takes; by default `json` for POST and PATCH, `none` for GET and DELETE. */
  readonly body?: RouteBody;
  /**
   * Rate limit of its calls: `signIn` by network and, if refused, by the name in its form; `calls` (the default) by
   * caller; `none` without one.
   */
  readonly rate?: "calls" | "signIn" | "none";
  /** Targets of its redirects: a path of our own, or an address registered for a client; none without it. */
  readonly redirects?: "local" | "registered";
  /** Module of its writes, in rows and in the audit, for every method of the address; `rest` by default. */
  readonly module?: ModuleName;
  /** Session whose key replaces the access token, for every method of the address. */
  readonly session?: SessionGift;
  /** Returns the networks from which it accepts calls; without it from everywhere. */
  networks?(settings: Settings): readonly string[];
  /**
   * Verifies the caller by a signature in place of a token. The headers are verified before the body is read, and the
   * returned function verifies the bytes before they are parsed.
   */
  readonly signedBy?: (head: RouteHead) => Promise<(rawBody: Buffer) => Caller>;
  /** True if each of its answers tells the time of this process: its callers sign by it where their own clocks are wrong. */
  readonly tellsTime?: true;
  /** True if it gives a page the CSRF token for further calls of its session, so that the call itself needs none. */
  readonly givesCsrfToken?: true;
  /** True if it is never a part of another call, however its address is spelled. */
  readonly isWhole?: true;
  /** Number of bytes accepted from callers without a token, if a public route accepts more from others. */
  readonly strangersBodyMaxBytes?: number;
  /** True if a part of its path is a secret: logs name the route, and not the path. */
  readonly hasSecretPath?: true;
  /** Returns the answer to an error in a form of its own; undefined for the usual form. */
  presentError?(error: ServiceError): RouteAnswer | undefined;
  /** True if an answer is kept for a caller that names the call by a key and sends it again. */
  readonly keepsAnswers?: true;
  /** Kind of the OData operation that it calls. Its name may stand behind a namespace, and that of a function in front of brackets. */
  readonly calls?: "action" | "function";
  /** True for a function that takes parameters. */
  readonly hasParameters?: boolean;
  /** Reports whether the route also answers the segments behind its path, which are not decoded. */
  covers?(tail: readonly string[]): boolean;
  /** Answers one call. It throws ServiceError for everything that is refused. */
  handler(call: RouteCall): Promise<RouteAnswer>;
}
