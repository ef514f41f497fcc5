import type { IncomingMessage } from "node:http";

import type Koa from "koa";

import type { CallContext, CallState, FoundSoFar, Middleware } from "./call-state.ts";
import type { PartCall, RouteAnswer } from "./route.ts";

/** App and middlewares that a part of a call goes through. */
export interface PartsDoor {
  readonly app: Koa<CallState>;
  readonly door: Middleware;
}

const nothingBehind = () => Promise.resolve();

/**
 * Makes a call that is a part of another one: on a context of its own, over the connection of the whole and with its headers
 * `Authorization`. It never fails.
 */
export async function sendPart({ app, door }: PartsDoor, whole: CallContext, part: PartCall): Promise<RouteAnswer> {
  const { method, url, headers, body, context } = part;
  const request = Object.assign(Object.create(whole.req) as IncomingMessage, { method, url, headers });
  const ctx = app.createContext<CallState>(request, whole.res);
  const { services, requestId, ip } = whole.state;
  Object.assign(ctx.state, { services: context ?? services, requestId, ip, part: body } satisfies FoundSoFar);
  await door(ctx, nothingBehind);
  return ctx.state.answer;
}
