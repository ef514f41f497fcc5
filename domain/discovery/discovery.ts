import type { OrderCredential } from "../requests/order.ts";
import type { OwnerCounts } from "./group-owners.ts";
import type { ImportCounts } from "./import-rules.ts";
import type { Loss } from "./losses.ts";
import type { Leaving, PeopleCounts } from "./people.ts";

/**
 * Types of objects that a discovery lists, in listing order, as far as the connector's schema has them. Groups come first: an account that
 * became a member before is listed after them, and one that becomes a member later comes with the next change of its group.
 */
export const discoveredTypes = ["group", "account"] as const;

/** A type of object that a discovery lists. */
export type DiscoveredType = (typeof discoveredTypes)[number];

/** Phases of a discovery in their order; in `confirming` it waits for an operator. */
export const discoveryPhases = ["queued", "listing", "confirming", "loading", "associating", "ended"] as const;

/** Current phase of a discovery. */
export type DiscoveryPhase = (typeof discoveryPhases)[number];

/** Trigger of a discovery: a user, the schedule, or the command `psupdate`. */
export type DiscoveryTrigger = "user" | "schedule" | "psupdate";

/** Counts of a load's changes; all zero if nothing has changed. */
export interface LoadCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly memberships: number;
}

/** Changes that a load makes to an object. */
export const objectChanges = ["added", "changed", "removed"] as const;

/** An object that a load adds, changes or removes. */
export interface DiscoveredObject {
  readonly change: (typeof objectChanges)[number];
  readonly type: DiscoveredType;
  readonly name: string;
}

/** State of a discovery beside its operation's result. */
export interface DiscoveryState extends Partial<Leaving> {
  readonly phase: DiscoveryPhase;
  readonly trigger: DiscoveryTrigger;
  /** `changes` if the target's feed says what has changed since the last load. */
  readonly mode: "full" | "changes";
  /** True if a failed commit, wait or abort fails the discovery. */
  readonly strict: boolean;
  /** Stamp of the start. A row younger than this was made during the listing, so the discovery cannot tell whether its object is gone. */
  readonly startedStamp: string;
  /** Objects and memberships that the proxy has listed, repetitions included. */
  readonly listed: number;
  /** Memberships among them; absent if the discovery began before they were counted. */
  readonly listedMemberships?: number;
  readonly chunks: number;
  /** Objects that the load would remove. */
  readonly removals: number;
  /** Objects of the target that are on record now. */
  readonly known: number;
  /** Losses that wait or waited for an operator; absent if they were counted before losses had kinds. */
  readonly losses?: readonly Loss[];
  /** Decision of an operator: confirm the removals, or end the discovery; null until then. */
  readonly decision: "confirm" | "abort" | null;
  readonly loaded: LoadCounts;
  /** Groups that became managed with the load; absent until it, and if the discovery began before they were counted. */
  readonly managedGroups?: number;
  readonly associated: number;
  /** Changes to people; absent until they are made, and if the target system is no source of profiles. */
  readonly people?: PeopleCounts | null;
  /** Changes to the owners of groups; absent until they are made. */
  readonly owners?: OwnerCounts;
  /** Changes by the import rules; absent if the discovery began before there were any. */
  readonly imported?: ImportCounts;
  /** Parts of the listing that were left out, each with its reason, in words. Only the first ones; absent if nothing was left out. */
  readonly leftOut?: readonly string[];
  /** Steps of the context that failed without failing the discovery, because it is not strict. */
  readonly warnings: readonly string[];
  /** Steps that have failed here, with their codes. A failure that only the engine reports does not count. */
  readonly failed?: Readonly<Partial<Record<FailedStep, string>>>;
  /** Number of times that the proxy has reported that the target could not be listed. */
  readonly listingFailures?: number;
  /** Number of times that a process of the proxy has ended during the listing. */
  readonly lostProcesses?: number;
  /** True once all accounts are associated and all import rules are carried out. */
  readonly associationEnded?: boolean;
}

/** A step of a discovery that can fail here: three of the context, and what comes after the load. */
export type FailedStep = "wait" | "commit" | "abort" | "associate";

/** Resume position in the listing of one type. */
export interface DiscoveryPart {
  readonly type: DiscoveredType;
  /** Cursor to continue after; absent to list from the start. */
  readonly after?: string;
  /** Token after which the feed continues. */
  readonly token?: string;
  /** Number of objects of the type on record; absent from an API that does not count them. */
  readonly onRecord?: number;
}

/** Input of a proxy that lists a target system. It exists only inside a sealed message and in the proxy's memory. */
export interface DiscoveryOrder {
  readonly operationKey: string;
  readonly requestId: string;
  /** Number of hand-outs of the order; chunks of an earlier hand-out are refused. */
  readonly sends: number;
  readonly connector: string;
  readonly targetSystem: string;
  readonly address: unknown;
  readonly credentials: readonly OrderCredential[];
  /** Largest number of objects in a chunk. */
  readonly chunkObjects: number;
  /** Salt before each line that is hashed; it changes with everything that decides what is loaded of an object. */
  readonly hashSalt: string;
  /** Types that are left to list. */
  readonly parts: readonly DiscoveryPart[];
  /** Number of the next chunk. */
  readonly nextNumber: number;
  /** Hash over all chunks before it. */
  readonly chain: string;
}

/**
 * One line of a chunk. It is an object of a listing, an object unchanged since its load, a member of a group, or an object that a feed
 * reports as gone. It can also name what a target hides or tells in a form that cannot be read.
 */
export type DiscoveredItem =
  | {
      readonly kind: "object";
      readonly id: string;
      readonly name: string;
      readonly attributes: Readonly<Record<string, readonly (string | number | boolean)[]>>;
      readonly enabled?: boolean;
      readonly locked?: boolean;
      readonly passwordExpired?: boolean;
      readonly passwordExpiresAt?: string;
      readonly expiresAt?: string;
    }
  | { readonly kind: "same"; readonly id: string }
  | {
      readonly kind: "member";
      readonly group: string;
      readonly id?: string;
      readonly name: string;
      /** Name of the nested group that makes it a member. */
      readonly through?: string;
    }
  /** The target does not show every member of a group. */
  | { readonly kind: "hidden"; readonly group: string }
  /** An object that cannot be read as it came; the record keeps what it has of it. `id` is absent if the object has none that fits. */
  | { readonly kind: "leftOut"; readonly id?: string; readonly name: string; readonly why: string }
  /** Attributes of an object beside it that are too large to transfer. */
  | { readonly kind: "cut"; readonly name: string; readonly attributes: readonly string[] }
  | { readonly kind: "gone"; readonly id: string };

/** A part of a listing as it is sent: numbered, hashed, compressed. */
export interface DiscoveryChunk {
  readonly operationKey: string;
  readonly sends: number;
  readonly number: number;
  readonly type: DiscoveredType;
  /** Cursor after which a later try continues; null if the listing cannot be resumed here. */
  readonly cursor: string | null;
  /** True if the listing of the type has ended cleanly. */
  readonly last: boolean;
  /** Token at which the feed of the type continues after the load; only with the last chunk. */
  readonly token: string | null;
  readonly items: number;
  /** SHA-256 of the compressed bytes as base64url. */
  readonly hash: string;
  /** Lines of JSON, gzip-compressed, as base64. */
  readonly data: string;
  /** Attributes of the type that the target accepts and never shows; with the last chunk, if the connector has a schema. */
  readonly secretAttributes?: readonly string[];
}

/** Page of the hashes that show a proxy which objects have not changed since their load. */
export interface KnownHashes {
  /** SHA-256 of salt and line as base64url. */
  readonly hashes: readonly string[];
  /** Cursor of the next page; null after the last. */
  readonly after: string | null;
}

/** Report of a proxy on a listing that has ended. */
export interface ListingReport {
  readonly chunks: number;
  /** The hash over all chunks, see `DiscoveryOrder.chain`. */
  readonly chain: string;
}

/** Details of a failed listing beside its code. */
export interface ListingFailureDetail {
  /** Milliseconds that the target asks to wait before the next try. */
  readonly retryAfterMs: number;
}

/** Returns the number of objects that a discovery has listed, without memberships. It is compared with the objects on record. */
export function listedObjects({
  listed,
  listedMemberships = 0,
}: Pick<DiscoveryState, "listed" | "listedMemberships">): number {
  return listed - listedMemberships;
}

/** Next step of the workflow of a discovery. */
export type DiscoveryStep =
  | ListingStep
  | { readonly do: "load" }
  /** A part of the work is done; the workflow calls the step again for the next part. */
  | { readonly do: "more" }
  /** An operator must confirm the removals; the answer wakes the workflow. */
  | { readonly do: "wait" }
  | { readonly do: "abort" }
  | { readonly do: "finished" };

/** The proxy lists the target system. */
export interface ListingStep {
  readonly do: "list";
  readonly proxy: string;
  readonly strict: boolean;
  /** Longest pause in milliseconds that a target may ask for; absent if the step began before there was one. */
  readonly pauseMsMax?: number;
}

/** End of a discovery: the code of its failure, or null. */
export interface DiscoveryEnd {
  readonly key: string;
  readonly failure: string | null;
  /** Steps of the context that failed without failing the discovery. */
  readonly warnings: readonly string[];
}

/** The steps of the workflow `discovery`; keys and counts only. */
export interface DiscoveryActivities {
  /** Chooses the proxy. */
  beginDiscovery(input: { readonly key: string; readonly run: string }): Promise<DiscoveryStep>;
  /** Performs the wait of the context: checks that the listing whose end the proxy reports has arrived whole. */
  checkListing(input: { readonly key: string } & ListingReport): Promise<DiscoveryStep>;
  /** Applies the decision of an operator: confirm the removals, or end the listing. */
  decidedDiscovery(input: { readonly key: string }): Promise<DiscoveryStep>;
  /** Performs the commit of the context: replaces the generation in one transaction. */
  loadDiscovery(input: { readonly key: string }): Promise<DiscoveryStep>;
  /** Assigns accounts to users, then carries out the import rules. */
  associateDiscovery(input: { readonly key: string }): Promise<DiscoveryStep>;
  /** Performs the abort of the context: discards what was listed. */
  abortDiscovery(input: { readonly key: string }): Promise<DiscoveryStep>;
  /** Records the end of the discovery. */
  endDiscovery(input: DiscoveryEnd): Promise<DiscoveryStep>;
}

/** The step by which a schedule starts a discovery. */
export interface ScheduleActivities {
  /** Accepts a discovery, unless one is in progress or the target system is gone or disabled. */
  startScheduledDiscovery(input: { readonly targetSystemKey: string }): Promise<{ readonly started: boolean }>;
}

/** Activity of a proxy that lists a target system. It resolves once the API has accepted every chunk. */
export interface ListingActivities {
  listObjects(input: { readonly key: string }): Promise<ListingReport>;
}
