import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { managedPoliciesPath } from "../../api/managed.ts";
import { classNamesQuery } from "../../api/user-classes.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";

const rights = ["see", "ask", "preApproved", "manage", "breakGlass"] as const;

/** A dialog that grants the members of a user class a permission on the passwords under a policy. */
export function GrantDialog({ policyId, close }: { readonly policyId: string; close(): void }) {
  const say = useText();
  const [right, setRight] = useState<(typeof rights)[number]>(rights[0]);
  const [chosen, setChosen] = useState("");
  const classes = useQuery(classNamesQuery).data ?? [];
  const userClassId = chosen === "" ? (classes[0]?.id ?? "") : chosen;
  const { mutate, isPending, error } = useChanging([managedPoliciesPath]);
  const faults = faultsIn(error);
  return (
    <FormDialog
      title={say("rights.grant")}
      explained={say("rights.grantExplained")}
      action={say("rights.grant")}
      isReady={userClassId !== ""}
      isPending={isPending}
      error={error}
      close={close}
      send={() =>
        mutate(call("POST managedSystemPolicies()/grantRight", { key: policyId, body: { right, userClassId } }), {
          onSuccess: close,
        })
      }
    >
      <FormField
        id="grant-right"
        label={say("rights.right")}
        input={{ is: "choice", choices: rights.map((value) => ({ value, label: say(`rights.${value}`) })) }}
        value={right}
        fault={faults.get("right")}
        change={(value) => setRight(value as typeof right)}
      />
      <FormField
        id="grant-class"
        label={say("rights.class")}
        input={{
          is: "choice",
          choices: classes.map(({ id, description }) => ({ value: id, label: `${id} – ${description}` })),
        }}
        value={userClassId}
        fault={faults.get("userClassId")}
        change={(value) => setChosen(String(value))}
      />
    </FormDialog>
  );
}
