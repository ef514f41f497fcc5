import type { RequestEvent, TargetAttributes } from "../../api/model.ts";
import { type AskedChange, askedChanges } from "./asked-changes.ts";

/** An operation that an edit has changed, with its changed attributes. */
export interface EditedOperation {
  readonly sequence: number;
  readonly code: string;
  readonly targetSystem: string;
  readonly changes: readonly AskedChange[];
}

interface LedgerOperation extends Omit<EditedOperation, "changes"> {
  readonly key: string;
  readonly attributes?: TargetAttributes | null;
}

/** Returns the operations that an edit has changed, compared with the latest earlier event of the ledger that describes them. */
export function editedOperations(
  events: readonly Pick<RequestEvent, "kind" | "sequence" | "facts">[],
  edit: Pick<RequestEvent, "sequence" | "facts">,
): readonly EditedOperation[] {
  const changed = Array.isArray(edit.facts["changed"]) ? edit.facts["changed"] : [];
  const earlier = events.findLast(
    ({ kind, sequence }) => sequence < edit.sequence && (kind === "submitted" || kind === "edited"),
  );
  const before = new Map(operationsIn(earlier?.facts).map((operation) => [operation.key, operation]));
  return operationsIn(edit.facts).flatMap(({ key, sequence, code, targetSystem, attributes }) => {
    if (!changed.includes(key)) return [];
    const asked = before.get(key)?.attributes ?? {};
    const gone = Object.keys(asked).filter((name) => !Object.hasOwn(attributes ?? {}, name));
    const all = { ...attributes, ...Object.fromEntries(gone.map((name) => [name, []])) };
    const changes = askedChanges(all, asked).filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after));
    return [{ sequence, code, targetSystem, changes }];
  });
}

function operationsIn(facts: RequestEvent["facts"] | undefined): readonly LedgerOperation[] {
  const told = facts?.["operations"];
  return Array.isArray(told) ? (told as readonly LedgerOperation[]) : [];
}
