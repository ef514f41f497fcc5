import type { Change } from "../api/call.ts";
import { useChanging } from "../api/changing.ts";
import { FormDialog, type FormDialogProps } from "./form-dialog.tsx";

interface ConfirmDialogProps<Answer> extends Pick<FormDialogProps, "title" | "of" | "action" | "isDanger" | "close"> {
  /** What follows from a yes. */
  readonly explained: string;
  readonly call: Change;
  /** The paths of the sets that change. */
  readonly sets: readonly string[];
  /** Told what the service has answered. */
  done?(answer: Answer): void;
}

/** Asks once before something is changed, and says what follows. */
export function ConfirmDialog<Answer>({ call, sets, done, close, ...shown }: ConfirmDialogProps<Answer>) {
  const { mutate, isPending, error } = useChanging<Answer>(sets);
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
