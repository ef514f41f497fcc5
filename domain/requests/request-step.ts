/** A chunk that has ended, as the workflow reports it to the hub: a reason to look, and no result. */
export interface EndedChunk {
  readonly operationKeys: readonly string[];
  /** Code of the failure that ended it, or null when the proxy has recorded every outcome; nothing follows from it. */
  readonly failure: string | null;
}

/** What the workflow of a request tells the hub step; all of it is ids and counts. */
export interface RequestStepInput {
  /** Key of the request. */
  readonly key: string;
  /** Run of the workflow: ordinals count within a run. */
  readonly run: string;
  readonly ordinal: number;
  /** Signals the workflow had seen when it asked. */
  readonly wakes: number;
  readonly ended: readonly EndedChunk[];
  /** Operations that are in the hands of a proxy right now. */
  readonly held: readonly string[];
}

/** Operations that go to one proxy together. */
export interface Chunk {
  readonly proxy: string;
  readonly operationKeys: readonly string[];
}

/** What the workflow of a request has to do next; `waitMs` null = nothing happens by itself. */
export type RequestStep =
  | ({ readonly do: "wait"; readonly waitMs: number | null } & GivenUp)
  | ({ readonly do: "perform"; readonly chunks: readonly Chunk[]; readonly waitMs: number | null } & GivenUp)
  | { readonly do: "finished" };

interface GivenUp {
  /** Operations that nobody fetches: their chunks are taken back from the queue. */
  readonly giveUp?: readonly string[];
}

/** The activity of a proxy that performs a chunk; it resolves when every outcome is recorded. */
export interface PerformActivities {
  performOperations(input: { readonly operationKeys: readonly string[] }): Promise<PerformedChunk>;
}

/** What a proxy says of a chunk that it has performed. */
export interface PerformedChunk {
  /** Outcomes that the API has taken. */
  readonly recorded: number;
  /** The API has ended the request with the last of them. */
  readonly isLast?: boolean;
}
