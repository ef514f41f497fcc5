import type { RequestListener } from "node:http";

import Koa from "koa";

import type { ServiceContext } from "#operations/context.ts";
import { createAuthenticator } from "#operations/identity/authenticate.ts";

import { authorizationOf } from "./bearer-token.ts";
import { createDispatch, type Dispatched } from "./dispatch.ts";
import { documentRoutes } from "./documents/routes.ts";
import { type FailedConnectors, type HealthCheck, healthRoutes } from "./health.ts";
import { clientOrigins } from "./hygiene/client-origin.ts";
import { guardListener } from "./hygiene/guard.ts";
import { identityRoutes } from "./identity/routes.ts";
import { modelAlias, modelNamespace } from "./odata/model/model.ts";
import { protocolErrorHeaders } from "./odata/protocol-answer.ts";
import { requestIdOf } from "./request-id.ts";
import type { RouteDefinition } from "./route.ts";
import { createRouter } from "./router.ts";
import { securityHeaders } from "./security-headers.ts";
import { send } from "./send.ts";
import { type RunningServer, startServer } from "./server.ts";
import { v2Routes } from "./v2/routes.ts";

const loggedPathMax = 200;
const belowService = /^\/v2(?:[/?]|$)/i;

/** What the API is made of. */
export interface ApiOptions {
  readonly context: ServiceContext;
  /** Routes of other doors, such as the proxies'. */
  readonly extraRoutes?: readonly RouteDefinition[];
  /** What `/ready` asks, by name; each rejects while its part does not answer. */
  readonly checks?: Readonly<Record<string, HealthCheck>>;
  /** What `/health` tells beside that the process answers. */
  readonly failedConnectors?: FailedConnectors;
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
export function createApi({ context, extraRoutes = [], checks = {}, failedConnectors }: ApiOptions): Api {
  const health = healthRoutes(checks, failedConnectors, () => context.plugins.failed());
  const routes = [...health, ...identityRoutes, ...documentRoutes, ...v2Routes, ...extraRoutes];
  const router = createRouter(routes, {
    defaultRoot: "v2",
    aliases: { group: "groups" },
    namespaces: [modelNamespace, modelAlias],
  });
  const dispatch = createDispatch({
    context,
    router,
    authenticate: createAuthenticator(context),
    errorHeadersAt: (path) => (belowService.test(path) ? protocolErrorHeaders : {}),
  });
  const common = securityHeaders();
  const clients = clientOrigins(context.settings);
  // Its fields are the same each time and none can hold a secret; looking for secrets would cost more than the line.
  const calls = context.log.child({}, { redact: [] });
  const app = new Koa();
  app.on("error", (error: unknown) => context.log.warn({ err: error }, "answer not sent"));
  app.use(async (ctx) => {
    const startedMs = performance.now();
    const { req, res } = ctx;
    const { method = "", url = "" } = req;
    const requestId = requestIdOf(req.headers["x-request-id"], context.ids);
    const dispatched = await dispatch({
      method,
      url,
      headers: req.headers,
      authorization: authorizationOf(req.rawHeaders),
      ip: clients.addressOf(req),
      requestId,
      body: req,
    });
    // The answer is whole, so Koa has nothing to make of it.
    ctx.respond = false;
    const sending = send(res, dispatched.answer, { ...common, "x-request-id": requestId }, dispatched.route);
    if (sending !== undefined) await sending;
    logCall(calls, { method, url, requestId, dispatched, ms: performance.now() - startedMs });
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

interface LoggedCall {
  readonly method: string;
  readonly url: string;
  readonly requestId: string;
  readonly dispatched: Dispatched;
  readonly ms: number;
}

function logCall(calls: ServiceContext["log"], { method, url, requestId, dispatched, ms }: LoggedCall): void {
  const { route, caller, answer } = dispatched;
  const mark = url.indexOf("?");
  calls.info(
    {
      requestId,
      method,
      route: route?.path,
      path: (mark < 0 ? url : url.slice(0, mark)).slice(0, loggedPathMax),
      status: answer.status,
      ms: Math.round(ms * 10) / 10,
      caller: caller?.id,
      ip: caller?.ip,
    },
    "call",
  );
}
