import type { ScimOptions } from "./address.ts";
import type { KnownService } from "./known-service.ts";
import type { ScimModel } from "./service-model.ts";

/**
 * Place where a service shows the members of a group: with each group of a listing, with a group read alone, in a search for the
 * users of a group, or nowhere known.
 */
export type MembersShown = "listed" | "alone" | "byUsers" | "unknown";

/** Facts learned during a session. */
export interface ScimSessionState {
  open: boolean;
  model?: Promise<ScimModel>;
  mediaType: string;
  /** Types for which the service has refused PATCH. */
  readonly unpatched: Set<string>;
  /** False if the service does not accept its own versions. */
  versions?: false;
  /** True by type if a search by name finds an object that is known to exist. */
  readonly finds: Map<string, boolean>;
  membersShown?: MembersShown;
}

/** A login at the service, with the facts learned about it. */
export interface ScimSession {
  readonly options: ScimOptions;
  /** Returns the value of the header `Authorization`; a function, so that printing a session does not show it. */
  readonly authorization: () => string;
  readonly known: KnownService;
  readonly state: ScimSessionState;
}
