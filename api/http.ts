import type { RequestListener, ServerResponse } from "node:http";

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
import { requestIdOf } from "./request-id.ts";
import type { RouteAnswer, RouteDefinition } from "./route.ts";
import { createRouter } from "./router.ts";
import { securityHeaders } from "./security-headers.ts";
import { type RunningServer, startServer } from "./server.ts";
import { v2Routes } from "./v2/routes.ts";

const loggedPathMax = 200;

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
  const health = healthRoutes(checks, failedConnectors);
  const routes = [...health, ...identityRoutes, ...documentRoutes, ...v2Routes, ...extraRoutes];
  const router = createRouter(routes, {
    defaultRoot: "v2",
    aliases: { group: "groups" },
    namespaces: [modelNamespace, modelAlias],
  });
  const dispatch = createDispatch({ context, router, authenticate: createAuthenticator(context) });
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
    send(res, dispatched.answer, { ...common, "x-request-id": requestId });
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

const jsonType = "application/json; charset=utf-8";
const textType = "text/plain; charset=utf-8";

/** Sends an answer in one go: head, length and body; `head` is what every answer has and is made the whole head. */
function send(
  res: ServerResponse,
  { status, headers, body }: RouteAnswer,
  head: Record<string, string | number>,
): void {
  // What is left of a body that was too large is not read, so the connection cannot be used again.
  if (status === 413) head["connection"] = "close";
  const isBare = body === undefined || status === 204 || status === 304;
  const isText = typeof body === "string" || Buffer.isBuffer(body);
  const content = isText ? body : JSON.stringify(body);
  if (isBare) {
    res.writeHead(status, Object.assign(head, headers));
    res.end();
    return;
  }
  const bytes = typeof content === "string" ? Buffer.byteLength(content) : content.length;
  head["content-type"] = isText ? textType : jsonType;
  head["content-length"] = bytes;
  res.writeHead(status, Object.assign(head, headers));
  // Text without any other sign than those of ASCII is the same in both encodings, and written faster in this one.
  if (typeof content === "string") res.end(content, bytes === content.length ? "latin1" : "utf8");
  else res.end(content);
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
