import type { RestClient } from "../rest-client.ts";

/** Tools of a stand-in: the REST API, and the operations that the service offers. */
export interface Asked {
  readonly rest: RestClient;
  call(name: string, input: unknown): Promise<unknown>;
}

/** Replaces, at a remote service, an operation that is offered only to the service's own machine. */
export type StandIn = (asked: Asked, input: never) => Promise<unknown>;

/** Stand-ins by the names of operations. */
export type StandIns = Readonly<Record<string, StandIn>>;
