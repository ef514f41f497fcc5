/** Chunk that has ended, as the workflow reports it to the hub: a reason to look, and no result. */
export interface EndedChunk {
  readonly operationKeys: readonly string[];
  /** Code of the failure that ended it, or null if the proxy has recorded every outcome; nothing follows from it. */
  readonly failure: string | null;
}

/** Input of the hub step from the workflow of a request; all of it is IDs and counts. */
export interface RequestStepInput {
  /** Key of the request. */
  readonly key: string;
  /** Run of the workflow: ordinals count within a run. */
  readonly run: string;
  readonly ordinal: number;
  /** Number of signals that the workflow had seen when it asked. */
  readonly wakes: number;
  readonly ended: readonly EndedChunk[];
  /** Keys of the operations that a proxy holds right now. */
  readonly held: readonly string[];
}

/** Operations that go to one proxy together. */
export interface Chunk {
  readonly proxy: string;
  readonly operationKeys: readonly string[];
}

/** Next step of the workflow of a request; `waitMs` is null if nothing happens by itself. */
export type RequestStep =
  | ({ readonly do: "wait"; readonly waitMs: number | null } & GivenUp)
  | ({ readonly do: "perform"; readonly chunks: readonly Chunk[]; readonly waitMs: number | null } & GivenUp)
  | { readonly do: "finished" };

interface GivenUp {
  /** Keys of the operations that no proxy fetches; their chunks are withdrawn from the queue. */
  readonly giveUp?: readonly string[];
}

/** The activity of a proxy that performs a chunk; it resolves when every outcome is recorded. */
export interface PerformActivities {
  performOperations(input: { readonly operationKeys: readonly string[] }): Promise<PerformedChunk>;
}

/** Report of a proxy about a chunk that it has performed. */
export interface PerformedChunk {
  /** Number of outcomes that the API has accepted. */
  readonly recorded: number;
  /** True if the API has ended the request with the last of them. */
  readonly isLast?: boolean;
}
