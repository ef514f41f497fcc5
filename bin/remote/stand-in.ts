import type { RestClient } from "../rest-client.ts";

/** What a stand-in has: the REST API, and the operations that the service offers. */
export interface Asked {
  readonly rest: RestClient;
  call(name: string, input: unknown): Promise<unknown>;
}

/** Does at a service elsewhere what an operation does that is offered to its own machine alone. */
export type StandIn = (asked: Asked, input: never) => Promise<unknown>;

/** Stand-ins by the names of operations. */
export type StandIns = Readonly<Record<string, StandIn>>;
