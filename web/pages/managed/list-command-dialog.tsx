import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { managedPoliciesPath } from "../../api/managed.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";

const fields = ["name", "command"] as const;

/** A dialog that lists a command, so that it may be run with the passwords under a policy. */
export function ListCommandDialog({ policyId, close }: { readonly policyId: string; close(): void }) {
  const say = useText();
  const [entered, setEntered] = useState({ name: "", command: "" });
  const { mutate, isPending, error } = useChanging([managedPoliciesPath]);
  return (
    <FormDialog
      title={say("commands.list")}
      explained={say("commands.listExplained")}
      action={say("commands.list")}
      isReady={fields.every((name) => entered[name].trim() !== "")}
      isPending={isPending}
      error={error}
      close={close}
      send={() =>
        mutate(call("POST managedSystemPolicies()/listCommand", { key: policyId, body: entered }), { onSuccess: close })
      }
    >
      {fields.map((name) => (
        <FormField
          key={name}
          id={`listed-${name}`}
          label={say(`commands.${name}`)}
          help={say(`commands.${name}Help`)}
          input={{ is: "text" }}
          value={entered[name]}
          fault={faultsIn(error).get(name)}
          isRequired
          change={(value) => setEntered({ ...entered, [name]: String(value) })}
        />
      ))}
    </FormDialog>
  );
}
