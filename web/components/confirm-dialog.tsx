import type { Change } from "../api/call.ts";
import { type Leave, useChanging } from "../api/changing.ts";
import { FormDialog, type FormDialogProps } from "./form-dialog.tsx";

interface ConfirmDialogProps<Answer> extends Pick<FormDialogProps, "title" | "of" | "action" | "isDanger" | "close"> {
  /** What follows from a yes. */
  readonly explained: string;
  readonly call: Change;
  /** The paths of the sets that change. */
  readonly sets: readonly string[];
  /** Leads to its list where the thing of the page is removed. */
  readonly leave?: Leave;
  /** Told what the service has answered. */
  done?(answer: Answer): void;
}

/** Asks once before something is changed, and says what follows. */
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
