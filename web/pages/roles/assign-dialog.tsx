import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { Role } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { rolesPath } from "../../api/roles.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/text-field.tsx";
import { DeclaredInput } from "../../forms/declared-input.tsx";
import { PersonField } from "../../forms/person-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";

interface AssignDialogProps {
  readonly role: Role;
  readonly because: "named" | "excluded";
  close(): void;
}

/** A dialog that names a person as a member of a role, or excludes them from it, with a reason and an end. */
export function AssignDialog({ role, because, close }: AssignDialogProps) {
  const say = useText();
  const [userKey, setUserKey] = useState<string | null>(null);
  const [reason, setReason] = useState("");
  const [until, setUntil] = useState<string | null>(null);
  const { mutate, isPending, error } = useChanging([rolesPath, pathOf("roles()/assignments", role.key)]);
  const faults = faultsIn(error);
  const title = say(because === "named" ? "role.name" : "role.exclude");
  const body = { userKey: userKey ?? "", because, reason: reason.trim(), until };
  return (
    <FormDialog
      title={title}
      of={role.id}
      explained={say(because === "named" ? "role.nameExplained" : "role.excludeExplained")}
      action={title}
      isDanger={because === "excluded"}
      isReady={userKey !== null && body.reason !== ""}
      isPending={isPending}
      error={error}
      send={() => mutate(call("POST roles()/assignments", { key: role.key, body }), { onSuccess: close })}
      close={close}
    >
      <PersonField
        id="assigned-person"
        label={say("role.person")}
        person={null}
        fault={faults.get("userKey")}
        isRequired
        value={userKey}
        change={(key) => setUserKey(key === null || key === undefined ? null : String(key))}
      />
      <TextField
        id="assigned-reason"
        label={say("role.reason")}
        isRequired
        rows={2}
        fault={faults.get("reason")}
        value={reason}
        change={setReason}
      />
      <DeclaredInput
        id="assigned-until"
        label={say("role.until")}
        help={say("role.untilHelp")}
        fault={faults.get("until")}
        input={{ is: "time" }}
        value={until}
        change={(moment) => setUntil(typeof moment === "string" ? moment : null)}
      />
    </FormDialog>
  );
}
