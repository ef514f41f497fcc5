import { useState } from "react";
import { useNavigate } from "react-router";

import { roleRemovalCode } from "#domain/roles/removal-code.ts";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { Request, Role } from "../../api/model.ts";
import { requestsPath } from "../../api/requests.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/text-field.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";

interface RoleRemovalDialogProps {
  readonly role: Role;
  /** Key of the user who has the role. */
  readonly userKey: string;
  close(): void;
}

/** A dialog that requests the removal of a role from a user, and then opens the request. */
export function RoleRemovalDialog({ role, userKey, close }: RoleRemovalDialogProps) {
  const say = useText();
  const navigate = useNavigate();
  const [reason, setReason] = useState("");
  const { mutate, isPending, error } = useChanging<Request>([requestsPath]);
  const body = {
    recipientKey: userKey,
    operations: [{ code: roleRemovalCode, roleKey: role.key }],
    ...(reason.trim() !== "" && { reason: reason.trim() }),
  };
  return (
    <FormDialog
      title={say("role.removal")}
      of={role.id}
      explained={say("role.removalExplained")}
      action={say("role.removalSend")}
      isPending={isPending}
      error={error}
      send={() =>
        mutate(call("POST requests", { body }), { onSuccess: ({ key }) => void navigate(paths.request(key)) })
      }
      close={close}
    >
      <TextField id="removal-reason" label={say("role.reason")} rows={2} value={reason} change={setReason} />
    </FormDialog>
  );
}
