import type { Change } from "../api/call.ts";
import { type Leave, useChanging } from "../api/changing.ts";
import type { Path } from "../api/odata.ts";
import { FormDialog, type FormDialogProps } from "./form-dialog.tsx";

interface ConfirmDialogProps<Answer> extends Pick<FormDialogProps, "title" | "of" | "action" | "isDanger" | "close"> {
  /** Consequences of the confirmation. */
  readonly explained: string;
  readonly call: Change<Answer>;
  /** Paths of the sets that change. */
  readonly sets: readonly Path[];
  /** Leaves the page of a deleted object for its list. */
  readonly leave?: Leave;
  /** Receives the answer of the service. */
  done?(answer: Answer): void;
}

/** A dialog that asks for confirmation before a change and names the consequences. */
export function ConfirmDialog<Answer>({ call, sets, leave, done, close, ...shown }: ConfirmDialogProps<Answer>) {
  const { mutate, isPending, error } = useChanging<Answer>(sets, leave);
  return (
    <FormDialog
      {...shown}
      isPending={isPending}
      error={error}
      send={() =>
        mutate(call, {
          onSuccess: (answer) => {
            done?.(answer);
            close();
          },
        })
      }
      close={close}
    />
  );
}
