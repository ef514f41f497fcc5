import { useState } from "react";
import { useNavigate } from "react-router";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { Role } from "../../api/model.ts";
import { rolesPath } from "../../api/roles.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/text-field.tsx";
import { fieldFault } from "../../forms/text-faults.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";

/** A dialog that adds a role; what it gives is entered into its draft afterwards. */
export function AddRoleDialog({ close }: { close(): void }) {
  const say = useText();
  const navigate = useNavigate();
  const [id, setId] = useState("");
  const [description, setDescription] = useState("");
  const { mutate, isPending, error } = useChanging<Role>([rolesPath]);
  const body = {
    id: id.trim(),
    draft: { description: description.trim() === "" ? null : description.trim() },
  };
  return (
    <FormDialog
      title={say("roles.add")}
      explained={say("roles.addExplained")}
      action={say("roles.add")}
      isReady={body.id !== ""}
      isPending={isPending}
      error={error}
      send={() => mutate(call("POST roles", { body }), { onSuccess: ({ key }) => void navigate(paths.role(key)) })}
      close={close}
    >
      <TextField
        id="role-id"
        label={say("declared.roles.id")}
        help={say("declared.roles.id.help")}
        isRequired
        fault={fieldFault(error, "id", say)}
        value={id}
        change={setId}
      />
      <TextField
        id="role-description"
        label={say("declared.roles.description")}
        fault={fieldFault(error, "draft", say)}
        value={description}
        change={setDescription}
      />
    </FormDialog>
  );
}
