import type { JsonValue } from "#domain/json.ts";
import type { Clock } from "#platform/clock.ts";

import type { Database } from "./database.ts";

/** Identifier of one run of a hub step: the engine may run it again, even without any crash. */
export interface StepId {
  readonly workflowId: string;
  readonly step: string;
  readonly ordinal: number;
}

/** Hub steps that take effect once. */
export interface Steps {
  /**
   * Runs a step in one transaction with its result; a repeat returns the stored result and runs nothing. A result need not be kept if a
   * repeat finds it again without doing anything again.
   */
  once<T extends JsonValue | object>(
    id: StepId,
    run: () => Promise<T>,
    isWorthKeeping?: (result: T) => boolean,
  ): Promise<T>;
  /** Stores the result of a step that was done in the current transaction, before its workflow existed. */
  note(id: StepId, result: JsonValue | object): Promise<void>;
  /** Deletes the steps of a workflow, in the current transaction. */
  forget(workflowId: string): Promise<void>;
}

/** Makes the steps of a database. */
export function createSteps(database: Database, clock: Clock): Steps {
  async function note({ workflowId, step, ordinal }: StepId, result: JsonValue | object): Promise<void> {
    await database.write(
      "INSERT INTO `steps` (`workflowId`, `step`, `ordinal`, `result`, `doneAt`) VALUES (?, ?, ?, ?, ?)",
      [workflowId, step, ordinal, JSON.stringify(result), clock.now()],
    );
  }

  return {
    note,
    once(id, run, isWorthKeeping = () => true) {
      return database.transactions.run(async () => {
        const name = [id.workflowId, id.step, id.ordinal] as const;
        const [known] = await database.read(
          "SELECT `result` FROM `steps` WHERE `workflowId` = ? AND `step` = ? AND `ordinal` = ?",
          name,
        );
        if (known) return JSON.parse(known["result"] as string) as Awaited<ReturnType<typeof run>>;
        const result = await run();
        if (isWorthKeeping(result)) await note(id, result);
        return result;
      });
    },
    async forget(workflowId) {
      await database.write("DELETE FROM `steps` WHERE `workflowId` = ?", [workflowId]);
    },
  };
}
