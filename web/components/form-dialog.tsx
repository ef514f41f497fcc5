import { Button, Form } from "@patternfly/react-core";
import { type ReactNode, useId } from "react";

import { useText } from "../messages/text.ts";
import { EntryDialog } from "./entry-dialog.tsx";
import { ErrorAlert } from "./error-alert.tsx";

/** Properties of a dialog with a form. */
export interface FormDialogProps extends FormButtons {
  readonly title: string;
  /** Name of the object; the title then contains it. */
  readonly of?: string | undefined;
  /** Consequences, if the title does not name them. */
  readonly explained?: string;
  readonly isWide?: boolean;
  /** Error of the refused call; null or undefined if there is none. */
  readonly error: unknown;
  /** Fields of the form; a dialog without fields only asks for confirmation. */
  readonly children?: ReactNode;
  send(): void;
  close(): void;
}

interface FormButtons {
  /** Label of the submit button. */
  readonly action: string;
  /** Label of the button that closes the dialog, if it is not "Cancel". */
  readonly cancel?: string;
  readonly isDanger?: boolean;
  /** False while a required value is missing; the form cannot be submitted then. */
  readonly isReady?: boolean;
  readonly isPending: boolean;
}

/**
 * A dialog with a form. Its button or Enter submits it; errors stand beside the button. Closing it with input that is not saved has to be
 * confirmed.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, of, explained, isWide = false, isReady = true, isPending, error, children, send, close } = props;
  const id = useId();
  return (
    <EntryDialog
      title={title}
      of={of}
      explained={explained}
      isWide={isWide}
      isPending={isPending}
      error={error}
      buttons={(leave) => <SendButtons {...props} form={id} close={leave} />}
      close={close}
    >
      {(entering) => (
        <>
          <Form
            id={id}
            onChange={entering.enter}
            onSubmit={(event) => {
              event.preventDefault();
              if (!isReady || isPending) return;
              entering.send();
              send();
            }}
          >
            {children}
          </Form>
          {error === null || error === undefined ? null : <ErrorAlert error={error} />}
        </>
      )}
    </EntryDialog>
  );
}

interface SendButtonsProps extends FormButtons {
  /** ID of the form. */
  readonly form: string;
  close(): void;
}

/** Buttons that send the form or close it; a disabled one says why. */
function SendButtons({ form, action, cancel, isDanger = false, isReady = true, isPending, close }: SendButtonsProps) {
  const say = useText();
  const why = `${form}-why`;
  return (
    <>
      <Button
        type="submit"
        form={form}
        variant={isDanger ? "danger" : "primary"}
        isLoading={isPending}
        isDisabled={isPending || !isReady}
        {...(!isReady && { "aria-describedby": why })}
      >
        {action}
      </Button>
      <Button variant="link" onClick={close}>
        {cancel ?? say("action.cancel")}
      </Button>
      {isReady ? null : (
        <span id={why} className="gatehouse-small">
          {say("form.incomplete")}
        </span>
      )}
    </>
  );
}
