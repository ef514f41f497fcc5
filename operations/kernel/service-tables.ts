import type { AttachNamed } from "./attachments.ts";
import type { Performer } from "./performer.ts";
import type { RunKinds } from "./run-kind.ts";

/** The contributions of capabilities to the work of those below them: `operations/tables` puts them together, and the composition hands them in. */
export interface ServiceTables<Context> {
  /**
   * Adds values that no column holds.
   * @throws RangeError where no function has the name
   */
  readonly attach: AttachNamed;
  /** Carries out the operations whose codes say that the service itself does. */
  readonly performer: Performer<Context>;
  /** Gives the kinds of runs: each says how its items are planned and carried out, and what its report holds. */
  runKinds(): Promise<RunKinds<Context>>;
  /** Tells people, in the current transaction, of what an operation has written by which somebody may reach secrets. */
  tellOfAccess(context: Context, operation: string): Promise<void>;
}
