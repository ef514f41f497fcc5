import type { ScimOptions } from "./address.ts";
import type { KnownService } from "./known-service.ts";
import type { ScimModel } from "./service-model.ts";

/**
 * Where a service shows who is in its groups: with each group of a listing, with a group alone, where it is asked for the users
 * of a group, or nowhere that we know of.
 */
export type MembersShown = "listed" | "alone" | "byUsers" | "unknown";

/** What has been learned in a session. */
export interface ScimSessionState {
  open: boolean;
  model?: Promise<ScimModel>;
  mediaType: string;
  /** Types of which the service has refused PATCH. */
  readonly unpatched: Set<string>;
  /** False where the service does not take its own versions. */
  versions?: false;
  /** Whether a search by name finds an object of that type that is known to be there. */
  readonly finds: Map<string, boolean>;
  membersShown?: MembersShown;
}

/** A login at the service, and what the service has told about itself. */
export interface ScimSession {
  readonly options: ScimOptions;
  /** The value of the header `Authorization`; a function, so that no print of a session shows it. */
  readonly authorization: () => string;
  readonly known: KnownService;
  readonly state: ScimSessionState;
}
