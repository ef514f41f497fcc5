/** The workflow that carries out a run over managed accounts. */
export const vaultRunWorkflow = "vaultRun";

/** What the workflow of a run tells the hub step; all of it is ids and counts. */
export interface VaultRunStepInput {
  /** Key of the run. */
  readonly key: string;
  /** Run of the workflow: ordinals count within it. */
  readonly run: string;
  readonly ordinal: number;
  /** Target systems that have orders of this run in their hands. */
  readonly busy: readonly string[];
}

/** Orders of one target system, which go to its proxy together; a target has one such lane, so that a slow one holds up nobody else. */
export interface VaultLane {
  readonly targetSystemKey: string;
  readonly proxy: string;
  readonly operationKeys: readonly string[];
}

/** What the workflow of a run has to do next; `waitMs` null = nothing happens by itself. */
export type VaultRunStep =
  | {
      readonly do: "perform";
      readonly lanes: readonly VaultLane[];
      /** Target systems whose orders are taken back, because another proxy gets them. */
      readonly giveUp: readonly string[];
      readonly waitMs: number | null;
    }
  | { readonly do: "finished" };
