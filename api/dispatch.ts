import type { IncomingHttpHeaders } from "node:http";

import { auditRefusalMaxCharacters } from "#domain/audit-limits.ts";
import type { AuditCode } from "#domain/audit-operations.ts";
import { ServiceError } from "#domain/errors.ts";
import { urlMaxBytes } from "#domain/limits.ts";
import { ModuleName } from "#domain/module-name.ts";
import { isAudited } from "#operations/audited-callers.ts";
import { anonymousCaller } from "#operations/callers.ts";
import type { Caller, ServiceContext } from "#operations/context.ts";
import type { Authenticate } from "#operations/identity/authenticate.ts";
import { publicAddressOf } from "#operations/identity/issuer.ts";

import { bearerToken } from "./bearer-token.ts";
import { type BodySource, readBody } from "./body.ts";
import { refuseCallKey } from "./call-key.ts";
import { knownError, presentError } from "./errors.ts";
import { createRateLimits, type RateLimits } from "./hygiene/rate-limits.ts";
import { checkedRedirect } from "./redirects.ts";
import type { PartCall, RouteAnswer, RouteDefinition } from "./route.ts";
import { allowOf, isPublic, routeOf, type RouteMatch, type Router } from "./router.ts";

/** A call as it came in, whole or as a part of another one. */
export interface IncomingCall {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Every header `Authorization`. */
  readonly authorization: readonly string[];
  readonly ip: string | undefined;
  readonly requestId: string;
  readonly body: BodySource;
  /** True for a part of another call. */
  readonly isPart?: true;
  /** The services to run it with, where they are not those of every call. */
  readonly context?: ServiceContext;
}

/** What became of a call. */
export interface Dispatched {
  readonly answer: RouteAnswer;
  readonly caller?: Caller;
  readonly route?: RouteDefinition;
}

/** What calls are dispatched with. */
export interface DispatchParts {
  readonly context: ServiceContext;
  readonly router: Router;
  /** The headers of refusals at addresses without a route; the others have those of their route. */
  readonly errorHeadersAt?: (path: string) => Readonly<Record<string, string>>;
  readonly authenticate: Authenticate;
}

/** Answers one call: route, caller, body, handler; a failure is an answer too. */
export type Dispatch = (incoming: IncomingCall) => Promise<Dispatched>;

/** The call under way, for the log. */
interface Trace {
  caller?: Caller;
  route?: RouteDefinition;
  allow?: string;
  /** Is told how a sign-in was answered. */
  signedIn?: ((status: number) => void) | undefined;
  /** True from when the call stands in the rates. */
  isCounted?: boolean;
}

/** A call that has found its route. */
interface Routed {
  readonly route: RouteDefinition;
  readonly match: RouteMatch;
  readonly query: string;
  readonly caller: Caller;
}

/** What a call that has found its route is answered with. */
interface Answering {
  readonly context: ServiceContext;
  readonly rates: RateLimits;
  readonly publicAddress: string;
  readonly authenticate: Authenticate;
  readonly dispatch: Dispatch;
}

/** Makes the function that answers calls. */
export function createDispatch({
  context,
  router,
  authenticate,
  errorHeadersAt = () => ({}),
}: DispatchParts): Dispatch {
  const publicAddress = publicAddressOf(context.settings);
  const rates = createRateLimits(context);

  async function dispatch(incoming: IncomingCall): Promise<Dispatched> {
    const trace: Trace = {};
    const answer = await answerOf(incoming, trace);
    trace.signedIn?.(answer.status);
    return { ...trace, answer };
  }

  async function answerOf(incoming: IncomingCall, trace: Trace): Promise<RouteAnswer> {
    try {
      const answer = await perform(incoming, trace);
      const isRefused = answer.status >= 400 && answer.status < 500;
      if (isRefused) count(incoming, trace, undefined, `HTTP ${answer.status}: answered by its route`);
      return answer;
    } catch (error) {
      const known = counted(rates, knownError(error), trace);
      const { code, detail, cause } = known;
      const level = known.kind === "internal" ? "error" : "debug";
      context.log[level]({ requestId: incoming.requestId, code, detail, err: cause }, "call refused");
      if (known.kind !== "unavailable") count(incoming, trace, error, `${code}: ${known.message}`);
      const common = trace.route === undefined ? errorHeadersAt(incoming.url) : {};
      return refusal(known, trace, common);
    }
  }

  /** Counts a refused call; one of a group only when its transaction is undone, and not while it is prepared. */
  function count(incoming: IncomingCall, trace: Trace, error: unknown, words: string): void {
    const together = incoming.context?.together;
    if (together === undefined) countRefusal(context, trace, error, words);
    else if (!together.isPreparing) together.refused(error, async () => countRefusal(context, trace, error, words));
  }

  async function perform(incoming: IncomingCall, trace: Trace): Promise<RouteAnswer> {
    const { ip, requestId } = incoming;
    // A stranger's session is that of the call: what the caller sends may name the call, and never a session of somebody else.
    const call = { module: ModuleName.Rest, sessid: context.ids.guid(), requestId };
    let caller = anonymousCaller({ ...call, ...(ip !== undefined && { ip }) });
    trace.caller = caller;
    const { path, query } = splitUrl(incoming.url);
    const match = router.match(path);
    // Only a caller the service knows learns what exists beyond the public routes.
    if (match === undefined || !isPublic(match, incoming.method)) {
      caller = await authenticate(bearerToken(incoming.authorization), caller);
      trace.caller = caller;
    }
    if (match === undefined) throw new ServiceError("NOT_FOUND");
    if (incoming.isPart) refuseWhole(match);
    const route = routeOf(match, incoming.method);
    if (route === undefined && incoming.method === "OPTIONS") {
      rates.unrouted(caller);
      return { status: 204, headers: { allow: allowOf(match) } };
    }
    if (route === undefined) throw notAllowed(incoming, match, trace);
    trace.route = route;
    rates.arrived(route, caller);
    trace.isCounted = route.rate !== "none";
    return answered(
      { context, rates, publicAddress, authenticate, dispatch },
      incoming,
      { route, match, query, caller },
      trace,
    );
  }

  return dispatch;
}

/** Reads the body and answers with the route. */
async function answered(
  services: Answering,
  incoming: IncomingCall,
  routed: Routed,
  trace: Trace,
): Promise<RouteAnswer> {
  const { context, rates, publicAddress, authenticate, dispatch } = services;
  const { route, match, query } = routed;
  const { method, signedBy, keepsAnswers } = route;
  const { headers } = incoming;
  if (keepsAnswers === undefined && (method === "POST" || method === "PATCH")) refuseCallKey(headers);
  const head = { context: incoming.context ?? context, method, path: match.path, headers };
  let { caller } = routed;
  const judge = signedBy === undefined ? undefined : await signedBy({ ...head, caller });
  const { raw, value } = await readBody(incoming.body, route, {
    judge: judge && ((bytes) => void (caller = judge(bytes))),
    maxBytes: route.strangersBodyMaxBytes && (await strangersMax(authenticate, incoming, caller, route)),
  });
  trace.caller = caller;
  trace.signedIn = rates.named(route, value, incoming);
  const answer = await route.handler({
    ...head,
    caller,
    keys: match.keys,
    keyNames: match.keyNames,
    ...(match.brackets === undefined ? {} : { brackets: match.brackets }),
    tail: match.tail,
    query,
    body: value,
    rawBody: raw,
    publicAddress,
    send: (part) => dispatch(partOf(incoming, part)).then((dispatched) => dispatched.answer),
  });
  return checkedRedirect(route, answer, publicAddress);
}

/** The bytes that a public route takes of who shows no right token; undefined where it takes all from this caller. */
async function strangersMax(
  authenticate: Authenticate,
  { authorization, headers }: IncomingCall,
  caller: Caller,
  { strangersBodyMaxBytes: max = 0 }: RouteDefinition,
): Promise<number | undefined> {
  if (authorization.length === 0) return max;
  try {
    await authenticate(bearerToken(authorization), caller);
    return undefined;
  } catch (error) {
    // Whoever sends much with a token wants to hear what is wrong with the token.
    if (Number(headers["content-length"] ?? Number.POSITIVE_INFINITY) > max) throw error;
    return max;
  }
}

/** The refusal of a call; one that nothing has counted yet is counted, so that nobody asks in vain without an end. */
function counted(rates: RateLimits, error: ServiceError, { caller, isCounted }: Trace): ServiceError {
  const isOurs = error.kind === "internal" || error.kind === "unavailable";
  if (isCounted === true || isOurs || caller === undefined) return error;
  try {
    rates.unrouted(caller);
    return error;
  } catch (tooMany) {
    return knownError(tooMany);
  }
}

function splitUrl(url: string): { path: string; query: string } {
  if (Buffer.byteLength(url) > urlMaxBytes) throw new ServiceError("URL_TOO_LONG");
  const mark = url.indexOf("?");
  return mark < 0 ? { path: url, query: "" } : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

/** A part has the rights of the whole: its caller is who sent the whole. */
function partOf(whole: IncomingCall, { method, url, headers, body, context }: PartCall): IncomingCall {
  return {
    ...whole,
    isPart: true,
    method,
    url,
    headers,
    body: { headers, bytes: body },
    ...(context === undefined ? {} : { context }),
  };
}

function refuseWhole({ methods }: RouteMatch): void {
  if (![...methods.values()].some(({ isWhole }) => isWhole)) return;
  throw new ServiceError("ADDRESS_INVALID", { message: "A part of a batch is no batch itself. Send its parts here." });
}

function notAllowed({ method }: IncomingCall, match: RouteMatch, trace: Trace): ServiceError {
  trace.allow = allowOf(match);
  return new ServiceError("METHOD_NOT_ALLOWED", { message: `This address takes ${trace.allow}, not ${method}.` });
}

function refusal(error: ServiceError, { allow, route }: Trace, common: Readonly<Record<string, string>>): RouteAnswer {
  const answer = route?.presentError?.(error) ?? presentError(error);
  return {
    ...answer,
    headers: { ...common, ...route?.errorHeaders, ...answer.headers, ...(allow === undefined ? {} : { allow }) },
  };
}

/** What was refused without coming to an operation is in the audit too: counted, and never waited for. */
function countRefusal({ gathered }: ServiceContext, { caller }: Trace, error: unknown, words: string): void {
  if (caller === undefined || isAudited(caller, error)) return;
  const message = words.slice(0, auditRefusalMaxCharacters);
  const { sessid, requestId, module, ip = null } = caller;
  const operation = "CALL" satisfies AuditCode;
  const row = { sessid, requestId, actor: caller.key ?? caller.id, ip, operation, result: "F" as const, message };
  void gathered.note({ row, module });
}
