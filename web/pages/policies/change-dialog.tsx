import { Checkbox } from "@patternfly/react-core";
import { useState } from "react";

import type { Change } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { pathOf } from "../../api/path.ts";
import { policiesPath } from "../../api/policies.ts";
import { CallError } from "../../base/call-error.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/text-field.tsx";
import { useText } from "../../messages/text.ts";

interface ChangeDialogProps {
  readonly name: string;
  readonly title: string;
  readonly explained: string;
  readonly action: string;
  /** Returns the call with the comment and the confirmation of a lockout in its body. */
  callWith(more: { readonly comment?: string; readonly force?: true }): Change;
  close(): void;
}

/**
 * A dialog that asks for a comment and changes a policy. A change that would remove the user's own right to change policies needs an
 * explicit confirmation.
 */
export function ChangeDialog({ name, title, explained, action, callWith, close }: ChangeDialogProps) {
  const say = useText();
  const [comment, setComment] = useState("");
  const [isForced, setForced] = useState(false);
  const { mutate, isPending, error } = useChanging([policiesPath, pathOf("policies()/versions", name)]);
  const why = comment.trim() === "" ? {} : { comment: comment.trim() };
  const locksOut = error instanceof CallError && error.code === "POLICY_LOCKS_OUT";
  return (
    <FormDialog
      title={title}
      explained={explained}
      action={action}
      isPending={isPending}
      error={error}
      close={close}
      isDanger={isForced}
      send={() => mutate(callWith({ ...why, ...(isForced && { force: true }) }), { onSuccess: () => close() })}
    >
      <TextField id="policy-comment" label={say("policy.comment")} value={comment} change={setComment} />
      {locksOut || isForced ? (
        <Checkbox
          id="policy-force"
          label={say("policy.force")}
          isChecked={isForced}
          onChange={(_event, checked) => setForced(checked)}
        />
      ) : null}
    </FormDialog>
  );
}
