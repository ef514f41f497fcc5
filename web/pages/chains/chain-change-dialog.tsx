import { useState } from "react";

import { chainsPath } from "../../api/auth-chains.ts";
import type { Change } from "../../api/call.ts";
import { type Leave, useChanging } from "../../api/changing.ts";
import { CallError } from "../../base/call-error.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/text-field.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { useText } from "../../messages/text.ts";

interface ChainChangeDialogProps {
  readonly title: string;
  readonly explained: string;
  readonly isDanger?: boolean;
  /** Returns the call with the comment and the confirmation of a lockout in its body. */
  callWith(more: { readonly comment: string | null; readonly force: boolean }): Change;
  /** Leaves the page of a deleted chain for the list of chains. */
  readonly leave?: Leave;
  close(): void;
}

/**
 * A dialog that asks for confirmation and a comment before a change of a chain. If users could not sign in any longer, it warns and asks
 * again.
 */
export function ChainChangeDialog({ callWith, leave, close, title, ...shown }: ChainChangeDialogProps) {
  const say = useText();
  const [comment, setComment] = useState("");
  const [isForced, setForced] = useState(false);
  const { mutate, isPending, error } = useChanging([chainsPath], leave);
  const isLocking = error instanceof CallError && error.code === "CHAIN_LOCKS_OUT";
  const more = { comment: comment.trim() === "" ? null : comment.trim(), force: isLocking && isForced };
  return (
    <FormDialog
      {...shown}
      title={title}
      action={title}
      isPending={isPending}
      error={error}
      send={() => mutate(callWith(more), { onSuccess: close })}
      close={close}
    >
      <TextField id="change-comment" label={say("chain.comment")} value={comment} change={setComment} />
      {isLocking ? (
        <FormField
          id="change-force"
          label={say("chain.force")}
          input={{ is: "flag" }}
          value={isForced}
          change={(value) => setForced(value === true)}
        />
      ) : null}
    </FormDialog>
  );
}
