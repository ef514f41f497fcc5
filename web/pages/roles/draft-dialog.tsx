import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { Role } from "../../api/model.ts";
import { etagOf } from "../../api/odata.ts";
import { rolesPath } from "../../api/roles.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { faultsOfDraft } from "./draft-faults.ts";
import { DraftFields, type Entered } from "./draft-fields.tsx";
import { draftOfEntitlement, isNamed, sentEntitlement } from "./entitlement-drafts.ts";

interface DraftDialogProps {
  readonly role: Role;
  /** Content that the draft begins with: that of the draft, else of the version in force. */
  readonly begun: Pick<Role, "description" | "condition" | "surplus" | "deficit" | "asksPhases"> & {
    readonly comment?: string | null;
    readonly entitlements: readonly Parameters<typeof draftOfEntitlement>[0][];
  };
  close(): void;
}

/** A dialog that edits the draft of a role, or begins one; what is in force stays as it is. */
export function DraftDialog({ role, begun, close }: DraftDialogProps) {
  const say = useText();
  const [entered, setEntered] = useState<Entered>(() => ({
    description: begun.description ?? "",
    condition: begun.condition ?? "",
    surplus: begun.surplus,
    deficit: begun.deficit,
    asksPhases: begun.asksPhases,
    comment: begun.comment ?? "",
    entitlements: begun.entitlements.map(draftOfEntitlement),
  }));
  // The page keeps reading the role; the dialog changes the draft that it began with.
  const [etag] = useState(() => etagOf(role));
  const { mutate, isPending, error } = useChanging([rolesPath]);
  const change = (changed: Partial<Entered>) => setEntered((before) => ({ ...before, ...changed }));
  const { surplus, deficit, asksPhases, entitlements } = entered;
  const draft = {
    description: filled(entered.description),
    condition: filled(entered.condition),
    comment: filled(entered.comment),
    surplus,
    deficit,
    asksPhases,
    entitlements: entitlements.map(sentEntitlement),
  };
  return (
    <FormDialog
      title={say("role.edit")}
      of={role.id}
      explained={say("role.editExplained")}
      action={say("role.saveDraft")}
      isReady={entitlements.every(isNamed)}
      isPending={isPending}
      isWide
      error={error}
      send={() => mutate(call("PATCH roles()", { key: role.key, body: { draft }, etag }), { onSuccess: close })}
      close={close}
    >
      <DraftFields roleKey={role.key} entered={entered} faults={faultsOfDraft(faultsIn(error))} change={change} />
    </FormDialog>
  );
}

const filled = (text: string) => (text.trim() === "" ? null : text.trim());
