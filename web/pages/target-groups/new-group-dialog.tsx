import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { passwordPoliciesQuery, targetGroupsPath } from "../../api/target-systems.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { policyChoices } from "./policy-choices.ts";

const usualPolicy = "DEFAULT";

/** A dialog that adds a target group. */
export function NewGroupDialog({ close }: { close(): void }) {
  const say = useText();
  const [entered, setEntered] = useState({ id: "", description: "", passwordPolicyId: usualPolicy });
  const policies = useQuery(passwordPoliciesQuery);
  const { mutate, isPending, error } = useChanging([targetGroupsPath]);
  const faults = faultsIn(error);
  const field = (name: keyof typeof entered) => ({
    id: `group-${name}`,
    value: entered[name],
    fault: faults.get(name),
    change: (value: unknown) =>
      setEntered({
        ...entered,
        [name]: String(value),
      }),
  });
  const { description, ...others } = entered;
  return (
    <FormDialog
      title={say("targetGroup.add")}
      action={say("action.save")}
      isReady={entered.id.trim() !== ""}
      isPending={isPending}
      error={error}
      close={close}
      send={() =>
        mutate(
          call("POST targetGroups", {
            body: {
              ...others,
              ...(description !== "" && { description }),
            },
          }),
          { onSuccess: close },
        )
      }
    >
      <FormField
        {...field("id")}
        label={say("target.id")}
        help={say("target.idHelp")}
        input={{ is: "text" }}
        isRequired
      />
      <FormField {...field("description")} label={say("target.field.description")} input={{ is: "text" }} />
      <FormField
        {...field("passwordPolicyId")}
        label={say("targetGroup.policy")}
        input={{ is: "choice", choices: policyChoices(policies.data, entered.passwordPolicyId) }}
      />
    </FormDialog>
  );
}
