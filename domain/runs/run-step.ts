/** The workflow that carries out a run; histories know it by this name. */
export const runWorkflow = "vaultRun";

/** Input of the hub step from the workflow of a run; all of it is IDs and counts. */
export interface RunStepInput {
  /** Key of the run. */
  readonly key: string;
  /** Run of the workflow: ordinals count within it. */
  readonly run: string;
  readonly ordinal: number;
  /** Names of the lanes that have items of this run in their hands. */
  readonly busy: readonly string[];
}

/** Items of one lane, which are carried out together; a target has lanes of its own, so that a slow one holds up nobody else. */
export interface LaneItems {
  /** Empty = they go to no proxy: the hub acts on them. */
  readonly targetSystemKey: string;
  /** Name that distinguishes it from another lane of its target; absent if it is the only one, named like the target. */
  readonly name?: string;
  readonly proxy: string;
  readonly operationKeys: readonly string[];
}

/** Next step of the workflow of a run; `waitMs` is null if nothing happens by itself. */
export type RunStep =
  | {
      readonly do: "perform";
      readonly lanes: readonly LaneItems[];
      /** Names of lanes whose items are taken back, because another proxy, or another process of it, gets them. */
      readonly giveUp: readonly string[];
      readonly waitMs: number | null;
      /** True if the next step follows at once, with no timer of the engine between them, which takes a second. */
      readonly again?: true;
    }
  | { readonly do: "finished" };
