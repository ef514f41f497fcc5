import type { RouteCall } from "../route.ts";
import type { Model } from "./model/model.ts";
import type { JsonFormat } from "./negotiate.ts";

/** The service whose sets are answered. */
export interface ODataService {
  readonly model: Model;
  /** Its root, such as `/v2`. */
  readonly root: string;
}

/** One call to it. */
export interface ODataRequest {
  readonly service: ODataService;
  readonly call: RouteCall;
}

/** One call to it, with the form that its answer has. */
export interface ODataCall extends ODataRequest {
  readonly format: JsonFormat;
}

/** The public address of the service root. */
export function rootAddress({ service, call }: ODataRequest): string {
  return `${call.publicAddress}${service.root}`;
}
