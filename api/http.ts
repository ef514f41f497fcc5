import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import Koa from "koa";

import { ServiceError } from "#domain/errors.ts";
import { headersMaxBytes, urlMaxBytes } from "#domain/limits.ts";
import type { Caller, ServiceContext } from "#operations/context.ts";
import { createAuthenticator } from "#operations/identity/authenticate.ts";
import { publicAddressOf } from "#operations/identity/issuer.ts";

import { bearerToken } from "./bearer-token.ts";
import { readBody } from "./body.ts";
import { answerClientErrors } from "./client-errors.ts";
import { knownError, presentError } from "./errors.ts";
import { type HealthCheck, healthRoutes } from "./health.ts";
import { identityRoutes } from "./identity/routes.ts";
import { requestIdOf } from "./request-id.ts";
import type { RouteAnswer, RouteDefinition } from "./route.ts";
import { allowOf, createRouter, isPublic, routeOf, type RouteMatch } from "./router.ts";
import { securityHeaders } from "./security-headers.ts";
import { v2Routes } from "./v2/routes.ts";

const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
const keepAliveTimeoutMs = 65_000;
const drainMs = 10_000;

/** What the API is made of. */
export interface ApiOptions {
  readonly context: ServiceContext;
  /** Routes of other doors, such as the proxies'. */
  readonly extraRoutes?: readonly RouteDefinition[];
  /** What `/ready` asks, by name; each rejects while its part does not answer. */
  readonly checks?: Readonly<Record<string, HealthCheck>>;
}

/** A server that listens. */
export interface RunningApi {
  /** The address it listens on. */
  readonly address: string;
  readonly port: number;
  /** Stops taking calls, lets those under way end, and closes every connection. */
  close(): Promise<void>;
}

/** The REST door. */
export interface Api {
  /** Every route, for the policy matrix and the documents. */
  readonly routes: readonly RouteDefinition[];
  /** Answers one call of a node:http server. */
  callback(): RequestListener;
  /** Listens; port 0 takes a free one. */
  listen(at: { host: string; port: number }): Promise<RunningApi>;
}

interface Call {
  readonly ctx: Koa.Context;
  readonly requestId: string;
  caller?: Caller;
  route?: RouteDefinition;
}

/**
 * Puts the REST door together.
 * @throws Error when a route is ambiguous or has no policy
 */
export function createApi({ context, extraRoutes = [], checks = {} }: ApiOptions): Api {
  const routes = [...healthRoutes(checks), ...identityRoutes, ...v2Routes, ...extraRoutes];
  const router = createRouter(routes, { defaultRoot: "v2", aliases: { group: "groups" } });
  const authenticate = createAuthenticator(context);
  const headers = securityHeaders(publicAddressOf(context.settings));
  const app = new Koa();
  app.on("error", (error: unknown) => context.log.warn({ err: error }, "answer not sent"));
  app.use(async (ctx) => {
    const startedMs = performance.now();
    const call: Call = { ctx, requestId: requestIdOf(ctx.req.headers["x-request-id"], context.ids) };
    ctx.set({ ...headers, "x-request-id": call.requestId });
    send(ctx, await answer(call));
    logCall(context, call, performance.now() - startedMs);
  });

  async function answer(call: Call): Promise<RouteAnswer> {
    try {
      return await dispatch(call);
    } catch (error) {
      const known = knownError(error);
      const { code, detail, cause } = known;
      const level = known.kind === "internal" ? "error" : "debug";
      context.log[level]({ requestId: call.requestId, code, detail, err: cause }, "call refused");
      return presentError(known);
    }
  }

  async function dispatch(call: Call): Promise<RouteAnswer> {
    const { ctx, requestId } = call;
    const { path, query } = splitUrl(ctx.req.url ?? "");
    const match = router.match(path);
    call.caller = anonymousCaller(ctx, requestId);
    // Only a caller the service knows learns what exists beyond the public routes.
    if (match === undefined || !isPublic(match, ctx.method)) {
      call.caller = await authenticate(bearerToken(ctx.req), call.caller);
    }
    if (match === undefined) throw new ServiceError("NOT_FOUND");
    const route = routeOf(match, ctx.method);
    if (route === undefined) throw notAllowed(ctx, match);
    call.route = route;
    const { raw, value } = await readBody(ctx.req, route);
    return route.handler({
      context,
      caller: call.caller,
      method: route.method,
      path: match.path,
      keys: match.keys,
      query,
      headers: ctx.req.headers,
      body: value,
      rawBody: raw,
      publicAddress: publicAddressOf(context.settings),
    });
  }

  const callback = () => app.callback() as RequestListener;
  return { routes, callback, listen: (at) => listen(createTunedServer(context, callback()), at) };
}

function splitUrl(url: string): { path: string; query: string } {
  if (Buffer.byteLength(url) > urlMaxBytes) throw new ServiceError("URL_TOO_LONG");
  const mark = url.indexOf("?");
  return mark < 0 ? { path: url, query: "" } : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

function anonymousCaller(ctx: Koa.Context, requestId: string): Caller {
  const ip = ctx.req.socket.remoteAddress;
  return {
    kind: "anonymous",
    key: null,
    id: "anonymous",
    superuser: false,
    classes: [],
    sessid: requestId,
    module: "rest",
    requestId,
    ...(ip === undefined ? {} : { ip }),
  };
}

function notAllowed(ctx: Koa.Context, match: RouteMatch): ServiceError {
  const allow = allowOf(match);
  ctx.set("allow", allow);
  return new ServiceError("METHOD_NOT_ALLOWED", { message: `This address takes ${allow}, not ${ctx.method}.` });
}

function send(ctx: Koa.Context, { status, headers = {}, body }: RouteAnswer): void {
  ctx.status = status;
  // What is left of a body that was too large is not read, so the connection cannot be used again.
  if (status === 413) ctx.set("connection", "close");
  if (body === undefined) ctx.body = null;
  else if (typeof body === "string" || Buffer.isBuffer(body)) ctx.body = body;
  else {
    ctx.body = JSON.stringify(body);
    ctx.set("content-type", "application/json; charset=utf-8");
  }
  ctx.status = status;
  ctx.set(headers);
}

function logCall(context: ServiceContext, { ctx, requestId, caller, route }: Call, ms: number): void {
  context.log.info(
    {
      requestId,
      method: ctx.method,
      route: route?.path,
      path: ctx.path.slice(0, 200),
      status: ctx.status,
      ms: Math.round(ms * 10) / 10,
      caller: caller?.id,
      ip: caller?.ip,
    },
    "call",
  );
}

function createTunedServer(context: ServiceContext, listener: RequestListener): Server {
  const keepAliveInitialDelay = context.settings.socketKeepAliveSeconds * 1000;
  const server = createServer(
    { maxHeaderSize: headersMaxBytes, keepAlive: true, keepAliveInitialDelay, noDelay: true },
    listener,
  );
  server.headersTimeout = headersTimeoutMs;
  server.requestTimeout = requestTimeoutMs;
  server.keepAliveTimeout = keepAliveTimeoutMs;
  answerClientErrors(server, context.ids);
  return server;
}

async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<RunningApi> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const { port: bound, family, address } = server.address() as AddressInfo;
  return {
    address: `http://${family === "IPv6" ? `[${address}]` : address}:${bound}`,
    port: bound,
    close: () => close(server),
  };
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(late);
}
