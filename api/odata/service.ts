import type { RouteCall } from "../route.ts";
import type { Model } from "./model/model.ts";
import type { JsonFormat } from "./negotiate.ts";

/** An OData service of several entity sets. */
export interface ODataService {
  readonly model: Model;
  /** Path of the service root, such as `/v2`. */
  readonly root: string;
}

/** A call to an OData service. */
export interface ODataRequest {
  readonly service: ODataService;
  readonly call: RouteCall;
}

/** A call to an OData service, with the form of its answer. */
export interface ODataCall extends ODataRequest {
  readonly format: JsonFormat;
}

/** Returns the public address of the service root. */
export function rootAddress({ service, call }: ODataRequest): string {
  return `${call.publicAddress}${service.root}`;
}
