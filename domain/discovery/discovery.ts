import type { OrderCredential } from "../requests/order.ts";
import type { OwnerCounts } from "./group-owners.ts";
import type { ImportCounts } from "./import-rules.ts";
import type { Loss } from "./losses.ts";
import type { Leaving, PeopleCounts } from "./people.ts";

/**
 * The types of objects that a discovery lists, as far as the connector's schema has them, in their order: groups first, because an account that became a member before
 * is listed after them, and one that becomes a member later comes with the next change of its group.
 */
export const discoveredTypes = ["group", "account"] as const;

/** A type of object that a discovery lists. */
export type DiscoveredType = (typeof discoveredTypes)[number];

/** How far a discovery has come; it waits in `confirming` for an operator. */
export const discoveryPhases = ["queued", "listing", "confirming", "loading", "associating", "ended"] as const;

/** How far a discovery has come. */
export type DiscoveryPhase = (typeof discoveryPhases)[number];

/** What asked for a discovery. */
export type DiscoveryTrigger = "user" | "schedule" | "psupdate";

/** What a load has changed; all zero where nothing has. */
export interface LoadCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly memberships: number;
}

/** What a load does with an object. */
export const objectChanges = ["added", "changed", "removed"] as const;

/** An object that a load adds, changes or removes. */
export interface DiscoveredObject {
  readonly change: (typeof objectChanges)[number];
  readonly type: DiscoveredType;
  readonly name: string;
}

/** What is known of a discovery beside its operation's result. */
export interface DiscoveryState extends Partial<Leaving> {
  readonly phase: DiscoveryPhase;
  readonly trigger: DiscoveryTrigger;
  /** `changes` where the target's feed says what has changed since the last load. */
  readonly mode: "full" | "changes";
  /** Whether a failed commit, wait or abort fails it. */
  readonly strict: boolean;
  /** Rows that are younger than this stamp were made while it was listing, so it cannot tell whether they are gone. */
  readonly startedStamp: string;
  /** Objects and memberships that the proxy has listed, repetitions included. */
  readonly listed: number;
  /** Memberships among them; absent where it began before they were counted. */
  readonly listedMemberships?: number;
  readonly chunks: number;
  /** Objects that the load would remove, and those that the target has now. */
  readonly removals: number;
  readonly known: number;
  /** Losses that wait for an operator, or did; absent where it was counted before they were told apart. */
  readonly losses?: readonly Loss[];
  /** What an operator said of the removals, or that it is to end; null until then. */
  readonly decision: "confirm" | "abort" | null;
  readonly loaded: LoadCounts;
  readonly associated: number;
  /** What it has made of people; none until then, and where the target system is no source of profiles. */
  readonly people?: PeopleCounts | null;
  /** What it has made of the owners of groups; none until then. */
  readonly owners?: OwnerCounts;
  /** What the import rules have changed; absent where it began before there were any. */
  readonly imported?: ImportCounts;
  /** What of the listing was left out, and why, in words; the first of them, absent where nothing was. */
  readonly leftOut?: readonly string[];
  /** Steps of the context that failed and were let pass because it is not strict. */
  readonly warnings: readonly string[];
  /** The steps that have failed here, with their codes: what the engine says of a step is no failure. */
  readonly failed?: Readonly<Partial<Record<FailedStep, string>>>;
  /** How often the proxy has said that the target could not be listed now. */
  readonly listingFailures?: number;
  /** How often a process of the proxy has ended while it was listing. */
  readonly lostProcesses?: number;
  /** Whether all accounts were associated and all import rules carried out. */
  readonly associationEnded?: boolean;
}

/** A step of a discovery that can fail here: three of the context, and what comes after the load. */
export type FailedStep = "wait" | "commit" | "abort" | "associate";

/** Where the listing of one type goes on. */
export interface DiscoveryPart {
  readonly type: DiscoveredType;
  /** Continue after this cursor; absent = from the start. */
  readonly after?: string;
  /** The feed goes on after this token. */
  readonly token?: string;
  /** Objects of the type that are on record; absent from an API that does not count them. */
  readonly onRecord?: number;
}

/** What a proxy needs to list a target system; it exists only inside a sealed message and in the proxy's memory. */
export interface DiscoveryOrder {
  readonly operationKey: string;
  readonly requestId: string;
  /** How often it was handed out; chunks of an earlier hand-out are refused. */
  readonly sends: number;
  readonly connector: string;
  readonly targetSystem: string;
  readonly address: unknown;
  readonly credentials: readonly OrderCredential[];
  /** Objects of one chunk at most. */
  readonly chunkObjects: number;
  /** What is loaded of an object depends on it too: it stands before each line that is hashed. */
  readonly hashSalt: string;
  /** What is left to list. */
  readonly parts: readonly DiscoveryPart[];
  /** The number of the next chunk, and the hash over all before it. */
  readonly nextNumber: number;
  readonly chain: string;
}

/**
 * One object of a listing, one that is as it was when it was loaded, a member of a group, an object that a feed says is
 * gone, or what a target hides or tells in a way that cannot be read; one line of a chunk each.
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
      readonly expiresAt?: string;
    }
  | { readonly kind: "same"; readonly id: string }
  | {
      readonly kind: "member";
      readonly group: string;
      readonly id?: string;
      readonly name: string;
      /** The name of the group inside the group by which it is a member. */
      readonly through?: string;
    }
  /** The target does not show every member of a group. */
  | { readonly kind: "hidden"; readonly group: string }
  /** An object that cannot be read as it came: what is on record of it stays; `id` is absent where it has none that fits. */
  | { readonly kind: "leftOut"; readonly id?: string; readonly name: string; readonly why: string }
  /** Attributes of an object beside it that are too large to be told. */
  | { readonly kind: "cut"; readonly name: string; readonly attributes: readonly string[] }
  | { readonly kind: "gone"; readonly id: string };

/** A part of a listing as it is sent: numbered, hashed, compressed. */
export interface DiscoveryChunk {
  readonly operationKey: string;
  readonly sends: number;
  readonly number: number;
  readonly type: DiscoveredType;
  /** Where a later try goes on after this chunk; null = not here. */
  readonly cursor: string | null;
  /** The listing of the type has come to its clean end. */
  readonly last: boolean;
  /** Where the feed of the type goes on after the load; only with the last chunk. */
  readonly token: string | null;
  readonly items: number;
  /** SHA-256 of the compressed bytes as base64url. */
  readonly hash: string;
  /** Lines of JSON, gzip-compressed, as base64. */
  readonly data: string;
  /** The attributes of the type that the target takes and never shows; with the last chunk, where the connector has a schema. */
  readonly secretAttributes?: readonly string[];
}

/** A page of the hashes by which a proxy knows that objects have not changed since they were loaded. */
export interface KnownHashes {
  /** SHA-256 of salt and line as base64url. */
  readonly hashes: readonly string[];
  /** Where the next page goes on; null = this was the last. */
  readonly after: string | null;
}

/** What a proxy says of a listing that has come to its end. */
export interface ListingReport {
  readonly chunks: number;
  /** The hash over all chunks, see `DiscoveryOrder.chain`. */
  readonly chain: string;
}

/** What the failure of a listing tells beside its code. */
export interface ListingFailureDetail {
  /** The pause that the target asks for before a new try. */
  readonly retryAfterMs: number;
}

/** How many objects a discovery has listed, memberships aside: what is compared with the objects that are known. */
export function listedObjects({
  listed,
  listedMemberships = 0,
}: Pick<DiscoveryState, "listed" | "listedMemberships">): number {
  return listed - listedMemberships;
}

/** What the workflow of a discovery does next. */
export type DiscoveryStep =
  | ListingStep
  | { readonly do: "load" }
  /** It has done a part of its work; it is called again for the next one. */
  | { readonly do: "more" }
  /** An operator must confirm the removals; the workflow is woken by the answer. */
  | { readonly do: "wait" }
  | { readonly do: "abort" }
  | { readonly do: "finished" };

/** The proxy lists the target system. */
export interface ListingStep {
  readonly do: "list";
  readonly proxy: string;
  readonly strict: boolean;
  /** The longest pause that a target may ask for; absent where it began before it was asked. */
  readonly pauseMsMax?: number;
}

/** How a discovery ended: the code of its failure, or null. */
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
  /** The wait of the context: the listing that the proxy says has ended is here, whole. */
  checkListing(input: { readonly key: string } & ListingReport): Promise<DiscoveryStep>;
  /** What an operator has said: of the removals, or that the listing is to end. */
  decidedDiscovery(input: { readonly key: string }): Promise<DiscoveryStep>;
  /** The commit of the context: replaces the generation in one transaction. */
  loadDiscovery(input: { readonly key: string }): Promise<DiscoveryStep>;
  /** Gives accounts to users, then carries out the import rules. */
  associateDiscovery(input: { readonly key: string }): Promise<DiscoveryStep>;
  /** The abort of the context: discards what was listed. */
  abortDiscovery(input: { readonly key: string }): Promise<DiscoveryStep>;
  /** Records how it ended. */
  endDiscovery(input: DiscoveryEnd): Promise<DiscoveryStep>;
}

/** The step by which a schedule starts a discovery. */
export interface ScheduleActivities {
  /** Accepts a discovery, unless one is under way or the target system is gone or disabled. */
  startScheduledDiscovery(input: { readonly targetSystemKey: string }): Promise<{ readonly started: boolean }>;
}

/** The activity of a proxy that lists a target system; it resolves when the API has taken every chunk. */
export interface ListingActivities {
  listObjects(input: { readonly key: string }): Promise<ListingReport>;
}
