import type { ServiceError } from "#domain/errors.ts";
import type { SessionGift } from "#domain/identity/session-gift.ts";
import type { ModuleName } from "#domain/module-name.ts";
import type { Caller, ServiceContext } from "#operations/kernel/context.ts";
import type { Settings } from "#platform/settings/settings.ts";

/** The verbs a route may answer; every other verb on a known path is 405. */
export type RouteMethod = "GET" | "POST" | "PATCH" | "DELETE";

/** What the body of a call must be: `json` is parsed to `call.body`, `form` to an object of strings, `bytes` stays in `call.rawBody`. */
export type RouteBody = "json" | "form" | "bytes" | "none";

/** What a path leads to: its methods by name, the keys it carries, and the path in its declared spelling. */
export interface RouteMatch {
  /** The path as declared, with the keys of this call: `/v2/requests('…')/decide`. */
  readonly path: string;
  /** Decoded keys by the names in the template. */
  readonly keys: Readonly<Record<string, string>>;
  /** The property that stands in front of a key in the address, by the same names: `(id='x')`. */
  readonly keyNames: Readonly<Record<string, string>>;
  /** What stands in the brackets of the function that it leads to, decoded. */
  readonly brackets?: string | undefined;
  /** What is behind the declared path, not decoded; empty unless the route `covers` more. */
  readonly tail: readonly string[];
  readonly methods: ReadonlyMap<string, RouteDefinition>;
  /** The template of the same place with a key, when it takes the method PATCH. */
  readonly keyedPatch?: string | undefined;
}

/** One call as a handler sees it: parsed and authenticated, nothing of Koa. */
export interface RouteCall {
  /** The services that operations need. */
  readonly context: ServiceContext;
  /** Who calls; `kind: "anonymous"` on a public route. */
  readonly caller: Caller;
  /** The method of the route that matched. */
  readonly method: RouteMethod;
  /** What the address led to, with the keys that stand in it. */
  readonly match: RouteMatch;
  /** The raw query text without `?`, not yet decoded. */
  readonly query: string;
  /** Request headers, names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The parsed body; undefined where the route takes none or `bytes`. */
  readonly body: unknown;
  /** The bytes of the body as they came, at most the route's limit. */
  readonly rawBody: Buffer;
  /** The configured public address, without a slash at its end. */
  readonly publicAddress: string;
  /**
   * Counts the call as a sign-in under a name, where that stands in its body.
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
  /** The services to run it with, where they are not those of every call. */
  readonly context?: ServiceContext;
}

/** What a handler answers: an object is sent as JSON, a string or bytes as they are with the handler's own `content-type`. */
export interface RouteAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The body of a call: its bytes, and what they say. */
export interface Body {
  readonly raw: Buffer;
  readonly value: unknown;
}

/** What is known of a call before its body is read. */
export type RouteHead = Pick<RouteCall, "context" | "caller" | "method" | "match" | "headers">;

/** One route as data; the router, the policy matrix and the documents are derived from it. */
export type RouteDefinition = RouteParts & (GuardedBody | PublicBody | NoBody);

/** A body that a policy guards: the caller is known before any of it is read. */
interface GuardedBody {
  /** Name of the policy that invoke asks, by the naming rule. */
  readonly policy: string;
  readonly method: RouteMethod;
  /** Bytes accepted, by default `bodyMaxBytes` (1 MiB). */
  readonly bodyMaxBytes?: number;
}

/** A body that strangers may send: the bound has no default. */
interface PublicBody {
  /** Guarded by what its row of `publicRoutes` names. */
  readonly policy: null;
  readonly method: RouteMethod;
  /** Bytes accepted. */
  readonly bodyMaxBytes: number;
  /** Reason why strangers may send more than `strangersBodyMaxBytes`. */
  readonly largeBody?: string;
}

/** A public route that takes no body. */
interface NoBody {
  /** Guarded by what its row of `publicRoutes` names. */
  readonly policy: null;
  readonly method: "GET";
  readonly body?: "none";
  readonly bodyMaxBytes?: never;
}

interface RouteParts {
  /** Segments joined by `/`; `({key})` after a name is one OData key: `/v2/requests({key})/decide`. */
  readonly path: string;
  /** The name of the operation that it runs, where it is a single one. */
  readonly operation?: string;
  /** Body the route takes; by default `json` for POST and PATCH, `none` for GET and DELETE. */
  readonly body?: RouteBody;
  /** What it counts as: `signIn` by address and, where it was refused, by the name in its form, `calls` (the default) by who calls; `none` is not counted. */
  readonly rate?: "calls" | "signIn" | "none";
  /** Where it may send browsers: to a path of our own, or to an address registered for a client; without it nowhere. */
  readonly redirects?: "local" | "registered";
  /** Who writes, in rows and in the audit, for every method of the address; `rest` where it is not given. */
  readonly module?: ModuleName;
  /** The session whose key stands in the place of an access token, for every method of the address. */
  readonly session?: SessionGift;
  /** The networks from which it takes calls at all; without it from everywhere. */
  networks?(settings: Settings): readonly string[];
  /**
   * Judges by a signature who calls, in the place of a token: by the headers before the body is read, and by what is given
   * back, with the bytes before they are parsed.
   */
  readonly signedBy?: (head: RouteHead) => Promise<(rawBody: Buffer) => Caller>;
  /** True where a page is given what it bears with each further call of its session, so it is not asked for it here. */
  readonly givesCsrfToken?: true;
  /** True where it is never a part of another call, however its address is spelled. */
  readonly isWhole?: true;
  /** Bytes accepted of callers without a token, where a public route takes more from the others. */
  readonly strangersBodyMaxBytes?: number;
  /** True where a part of its path is a secret: logs name the route, and not the path. */
  readonly hasSecretPath?: true;
  /** How its errors are answered where their form is not that of every other one; undefined = as every other. */
  presentError?(error: ServiceError): RouteAnswer | undefined;
  /** True where an answer is kept for whoever names the call by a key and sends it again. */
  readonly keepsAnswers?: true;
  /** What of OData it calls: its name may stand behind a namespace, and that of a function in front of brackets. */
  readonly calls?: "action" | "function";
  /** True of a function that takes parameters. */
  readonly hasParameters?: boolean;
  /** Whether the route also answers what stands behind its path: the segments, not decoded. */
  covers?(tail: readonly string[]): boolean;
  /** Answers one call. It throws ServiceError for everything that is refused. */
  handler(call: RouteCall): Promise<RouteAnswer>;
}
