import type { Middleware as KoaMiddleware, ParameterizedContext } from "koa";

import type { Caller, ServiceContext } from "#operations/kernel/context.ts";

import type { Body, RouteAnswer, RouteDefinition, RouteMatch } from "./route.ts";

/**
 * State that the middlewares of a call share: `ctx.state`. Each part is present behind the middleware that sets it. The
 * middlewares in front of it see `FoundSoFar`.
 */
export interface CallState {
  /** Headers of the answer, whatever it is. */
  head: Record<string, string>;
  /** Services to run the call with. */
  services: ServiceContext;
  /** ID that leads through log, operation, workflow and audit. */
  requestId: string;
  /** Address of the client; undefined if its connection is gone. */
  ip: string | undefined;
  /** Bytes of a call that is a part of another one; undefined for a whole one. */
  part: Buffer | undefined;
  /** Path of the address, and the raw text of its query without `?`. */
  address: { readonly path: string; readonly query: string };
  /** Module and session of every method of the address, or of the interface below which the address does not exist. */
  place: Pick<RouteDefinition, "module" | "session">;
  /** Match of the address. */
  match: RouteMatch;
  caller: Caller;
  route: RouteDefinition;
  /** True once the call has been counted by the rate limits. */
  isCounted: boolean;
  /** Function that verifies the bytes of the body, if a signature replaces the token. */
  judge: ((rawBody: Buffer) => Caller) | undefined;
  body: Body;
  /** Function that gets the status of the answer to a sign-in, if sign-ins are counted. */
  signedIn: ((status: number) => void) | undefined;
  /** Headers of the answer beside its own, also if it is a refusal. */
  headers: Record<string, string> | undefined;
  /** Answer that `send` writes, or that becomes a part of another answer. */
  answer: RouteAnswer;
}

/** State of a call as far as it has been found. */
export type FoundSoFar = Pick<CallState, "services" | "requestId"> & Partial<CallState>;

/** Koa's context of one call. */
export type CallContext = ParameterizedContext<CallState>;

/** A middleware of Koa for calls. */
export type Middleware = KoaMiddleware<CallState>;
