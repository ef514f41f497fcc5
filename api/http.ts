import type { RequestListener } from "node:http";

import Koa from "koa";

import type { ServiceContext } from "#operations/kernel/context.ts";

import { fixedRoutes } from "./all-routes.ts";
import type { CallState, Middleware } from "./call-state.ts";
import { compose } from "./compose.ts";
import { type FailedConnectors, type HealthCheck, healthRoutes } from "./health.ts";
import { clientOrigins } from "./hygiene/client-origin.ts";
import { createRateLimits } from "./hygiene/rate-limits.ts";
import { createIdentify } from "./identify.ts";
import { address } from "./middleware/address.ts";
import { answer } from "./middleware/answer.ts";
import { body } from "./middleware/body.ts";
import { callKeys } from "./middleware/call-keys.ts";
import { callLog } from "./middleware/call-log.ts";
import { client } from "./middleware/client.ts";
import { compress } from "./middleware/compress.ts";
import { guard } from "./middleware/guard.ts";
import { headers } from "./middleware/headers.ts";
import { measure } from "./middleware/measure.ts";
import { methods } from "./middleware/methods.ts";
import { networks } from "./middleware/networks.ts";
import { origins } from "./middleware/origins.ts";
import { pageAddresses } from "./middleware/page-addresses.ts";
import { rates } from "./middleware/rates.ts";
import { refusals } from "./middleware/refusals.ts";
import { requestId } from "./middleware/request-id.ts";
import { send } from "./middleware/send.ts";
import { signIn } from "./middleware/sign-in.ts";
import { signature } from "./middleware/signature.ts";
import { sendPart } from "./parts.ts";
import { pageAddressRoute } from "./react/page-address-route.ts";
import type { RouteDefinition } from "./route.ts";
import { routerOf } from "./router.ts";
import { type RunningServer, startServer } from "./server.ts";
import { odataRouter } from "./v2/router.ts";
import { v2Routes } from "./v2/routes.ts";

/** Services, routes and checks of the HTTP server. */
export interface ApiOptions {
  readonly context: ServiceContext;
  /** Routes beside the service's own. */
  readonly extraRoutes?: readonly RouteDefinition[];
  /** Checks of `/ready` by name; each rejects while its part does not answer. */
  readonly checks?: Readonly<Record<string, HealthCheck>>;
  /** Source of the connectors that proxies could not load, which `/health` shows. */
  readonly failedConnectors?: FailedConnectors;
  /** Returns true once the process is about to end, which `/ready` says at once. */
  readonly isLeaving?: () => boolean;
}

/** HTTP server of the service. */
export interface Api {
  /** Every route, for the policy matrix and the documents. */
  readonly routes: readonly RouteDefinition[];
  /** Answers one call of a node:http server. */
  callback(): RequestListener;
  /** Starts to listen at an address; port 0 picks a free port. */
  listen(at: { host: string; port: number }): Promise<RunningServer>;
}

/**
 * Composes the HTTP server.
 * @throws Error when a route is ambiguous or has no policy
 */
export function createApi({ context, extraRoutes = [], checks = {}, failedConnectors, isLeaving }: ApiOptions): Api {
  const { settings, ids, log, metrics } = context;
  const identify = createIdentify(context);
  const limits = createRateLimits(context);
  const ofV2 = [...v2Routes, ...extraRoutes];
  const ofOthers = fixedRoutes(
    healthRoutes({ checks, failedConnectors, failedPlugins: () => context.plugins.failed(), isLeaving }),
  );

  const app = new Koa<CallState>();
  // Middlewares of every route.
  const served: Middleware = compose([
    signIn(identify),
    methods(limits),
    rates(limits),
    networks(),
    callKeys(),
    signature(),
    body(identify, limits),
    answer(settings, limits, (whole, part) => sendPart({ app, door }, whole, part)),
  ]);
  const v2 = odataRouter(ofV2);
  // Middlewares of every call, whole or a part of another one.
  const door: Middleware = compose([
    refusals(limits),
    address(),
    pageAddresses(pageAddressRoute, served),
    v2.routes(served),
    ...ofOthers.map((routes) => routerOf(routes, served)),
    v2.routesWithoutRoot(served),
    served,
  ]);

  app.on("error", (error: unknown) => log.warn({ err: error }, "answer not sent"));
  app.use(
    compose([
      measure(metrics),
      callLog(log),
      send(),
      requestId(context),
      headers(),
      client(clientOrigins(settings)),
      guard(),
      origins(settings.corsOrigins),
      compress(),
      door,
    ]),
  );

  const handle = app.callback();
  const listener: RequestListener = (request, response) => void handle(request, response);
  const keepAliveSeconds = settings.socketKeepAliveSeconds;
  return {
    routes: [...ofOthers.flat(), pageAddressRoute, ...ofV2],
    callback: () => listener,
    listen: (at) => startServer({ ...at, keepAliveSeconds, ids }, listener),
  };
}
