import type { RequestListener } from "node:http";

import Koa from "koa";

import type { ServiceContext } from "#operations/context.ts";
import { createAuthenticator } from "#operations/identity/authenticate.ts";

import { createDispatch, type Dispatched } from "./dispatch.ts";
import { documentRoutes } from "./documents/routes.ts";
import { type HealthCheck, healthRoutes } from "./health.ts";
import { clientOrigins } from "./hygiene/client-origin.ts";
import { guardListener } from "./hygiene/guard.ts";
import { identityRoutes } from "./identity/routes.ts";
import { modelAlias, modelNamespace } from "./odata/model/model.ts";
import { requestIdOf } from "./request-id.ts";
import type { RouteAnswer, RouteDefinition } from "./route.ts";
import { createRouter } from "./router.ts";
import { securityHeaders } from "./security-headers.ts";
import { type RunningServer, startServer } from "./server.ts";
import { v2Routes } from "./v2/routes.ts";

/** What the API is made of. */
export interface ApiOptions {
  readonly context: ServiceContext;
  /** Routes of other doors, such as the proxies'. */
  readonly extraRoutes?: readonly RouteDefinition[];
  /** What `/ready` asks, by name; each rejects while its part does not answer. */
  readonly checks?: Readonly<Record<string, HealthCheck>>;
}

/** The REST door. */
export interface Api {
  /** Every route, for the policy matrix and the documents. */
  readonly routes: readonly RouteDefinition[];
  /** Answers one call of a node:http server. */
  callback(): RequestListener;
  /** Listens; port 0 takes a free one. */
  listen(at: { host: string; port: number }): Promise<RunningServer>;
}

/**
 * Puts the REST door together.
 * @throws Error when a route is ambiguous or has no policy
 */
export function createApi({ context, extraRoutes = [], checks = {} }: ApiOptions): Api {
  const routes = [...healthRoutes(checks), ...identityRoutes, ...documentRoutes, ...v2Routes, ...extraRoutes];
  const router = createRouter(routes, {
    defaultRoot: "v2",
    aliases: { group: "groups" },
    namespaces: [modelNamespace, modelAlias],
  });
  const dispatch = createDispatch({ context, router, authenticate: createAuthenticator(context) });
  const headers = securityHeaders();
  const clients = clientOrigins(context.settings);
  // Its fields are the same each time and none can hold a secret; looking for secrets would cost more than the line.
  const calls = context.log.child({}, { redact: [] });
  const app = new Koa();
  app.on("error", (error: unknown) => context.log.warn({ err: error }, "answer not sent"));
  app.use(async (ctx) => {
    const startedMs = performance.now();
    const requestId = requestIdOf(ctx.req.headers["x-request-id"], context.ids);
    ctx.set({ ...headers, "x-request-id": requestId });
    const dispatched = await dispatch({
      method: ctx.method,
      url: ctx.req.url ?? "",
      headers: ctx.req.headers,
      authorization: ctx.req.headersDistinct["authorization"] ?? [],
      ip: clients.addressOf(ctx.req),
      requestId,
      body: ctx.req,
    });
    send(ctx, dispatched.answer);
    logCall(calls, { ctx, requestId, dispatched, ms: performance.now() - startedMs });
  });
  const answer = app.callback();
  const callback = () => guardListener(context, clients, (request, response) => void answer(request, response));
  const keepAliveSeconds = context.settings.socketKeepAliveSeconds;
  return {
    routes,
    callback,
    listen: (at) => startServer({ ...at, keepAliveSeconds, ids: context.ids }, callback()),
  };
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

interface LoggedCall {
  readonly ctx: Koa.Context;
  readonly requestId: string;
  readonly dispatched: Dispatched;
  readonly ms: number;
}

function logCall(
  calls: ServiceContext["log"],
  { ctx, requestId, dispatched: { route, caller }, ms }: LoggedCall,
): void {
  calls.info(
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
