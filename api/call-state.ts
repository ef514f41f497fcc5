import type { Middleware as KoaMiddleware, ParameterizedContext } from "koa";

import type { Caller, ServiceContext } from "#operations/kernel/context.ts";

import type { Body, RouteAnswer, RouteDefinition, RouteMatch } from "./route.ts";

/**
 * What the middlewares of a call tell each other: `ctx.state`. Each part is there behind the middleware that finds it; those
 * in front of it see it as `FoundSoFar`.
 */
export interface CallState {
  /** Headers of the whole answer, whatever it is. */
  head: Record<string, string>;
  /** The services to run the call with. */
  services: ServiceContext;
  /** Leads through log, operation, workflow and audit. */
  requestId: string;
  /** The address of the client; undefined when its connection is gone. */
  ip: string | undefined;
  /** The bytes of a call that is a part of another one; undefined for a whole one. */
  part: Buffer | undefined;
  /** The path of the address, and the raw text of its query without `?`. */
  address: { readonly path: string; readonly query: string };
  /** What holds for every method of the address, or of the door below which it leads nowhere. */
  place: Pick<RouteDefinition, "module" | "session">;
  /** What the address leads to. */
  match: RouteMatch;
  caller: Caller;
  route: RouteDefinition;
  /** True from when the call stands in the rates. */
  isCounted: boolean;
  /** Judges the bytes of the body, where a signature stands in the place of a token. */
  judge: ((rawBody: Buffer) => Caller) | undefined;
  body: Body;
  /** Is told how a sign-in was answered, where that is counted. */
  signedIn: ((status: number) => void) | undefined;
  /** Headers of the answer beside its own, also where it is a refusal. */
  headers: Record<string, string> | undefined;
  /** What `send` writes, or what becomes a part of another answer. */
  answer: RouteAnswer;
}

/** What has been found of a call at any moment. */
export type FoundSoFar = Pick<CallState, "services" | "requestId"> & Partial<CallState>;

/** The context of Koa for one call. */
export type CallContext = ParameterizedContext<CallState>;

/** A middleware of Koa for calls. */
export type Middleware = KoaMiddleware<CallState>;
