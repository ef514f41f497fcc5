import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { targetGroups } from "../../api/declared/target-groups.ts";
import { targetGroupsPath } from "../../api/target-systems.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { DeclaredFields } from "../../forms/declared-fields.tsx";
import { useDeclaredForm } from "../../forms/use-declared-form.ts";
import { useText } from "../../messages/text.ts";
import { PolicyField } from "./policy-field.tsx";

/** A dialog that adds a target group. */
export function NewGroupDialog({ close }: { close(): void }) {
  const say = useText();
  const { fields, isWhole, body } = useDeclaredForm(targetGroups);
  const { mutate, isPending, error } = useChanging([targetGroupsPath]);
  return (
    <FormDialog
      title={say("targetGroup.add")}
      action={say("action.save")}
      isReady={isWhole}
      isPending={isPending}
      error={error}
      close={close}
      send={() => mutate(call("POST targetGroups", { body: body<"POST targetGroups">() }), { onSuccess: close })}
    >
      <DeclaredFields {...fields} error={error} own={{ passwordPolicyId: (field) => <PolicyField {...field} /> }} />
    </FormDialog>
  );
}
