/** The workflow that carries out a run over managed accounts. */
export const vaultRunWorkflow = "vaultRun";

/** What the workflow of a run tells the hub step; all of it is ids and counts. */
export interface VaultRunStepInput {
  /** Key of the run. */
  readonly key: string;
  /** Run of the workflow: ordinals count within it. */
  readonly run: string;
  readonly ordinal: number;
  /** Names of the lanes that have orders of this run in their hands. */
  readonly busy: readonly string[];
}

/** Orders of one target system, which go to its proxy together; a target has lanes of its own, so that a slow one holds up nobody else. */
export interface VaultLane {
  /** Empty = they go to no proxy: the hub asks the plug-ins of dependants. */
  readonly targetSystemKey: string;
  /** Name that distinguishes it from another lane of its target; absent if it is the only one, named like the target. */
  readonly name?: string;
  readonly proxy: string;
  readonly operationKeys: readonly string[];
}

/** What the workflow of a run has to do next; `waitMs` null = nothing happens by itself. */
export type VaultRunStep =
  | {
      readonly do: "perform";
      readonly lanes: readonly VaultLane[];
      /** Names of lanes whose orders are taken back, because another proxy, or another process of it, gets them. */
      readonly giveUp: readonly string[];
      readonly waitMs: number | null;
    }
  | { readonly do: "finished" };
