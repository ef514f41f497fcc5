import { Button, Form } from "@patternfly/react-core";
import { type ReactNode, useId } from "react";

import { useText } from "../messages/text.ts";
import { Dialog } from "./dialog.tsx";
import { ErrorAlert } from "./error-alert.tsx";

/** Properties of a dialog with a form. */
export interface FormDialogProps {
  readonly title: string;
  /** Name of the object; the title then contains it. */
  readonly of?: string | undefined;
  /** Consequences, if the title does not name them. */
  readonly explained?: string;
  /** Label of the submit button. */
  readonly action: string;
  readonly isDanger?: boolean;
  readonly isWide?: boolean;
  /** False while a required value is missing; the form cannot be submitted then. */
  readonly isReady?: boolean;
  readonly isPending: boolean;
  /** Error of the refused call; null or undefined if there is none. */
  readonly error: unknown;
  /** Fields of the form; a dialog without fields only asks for confirmation. */
  readonly children?: ReactNode;
  send(): void;
  close(): void;
}

/** A dialog with a form. Its button or Enter submits it; errors stand beside the button. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    of,
    explained,
    action,
    isDanger = false,
    isWide = false,
    isReady = true,
    isPending,
    error,
    children,
    send,
    close,
  } = props;
  const say = useText();
  const id = useId();
  return (
    <Dialog
      title={title}
      of={of}
      {...(explained !== undefined && { explained })}
      isWide={isWide}
      close={close}
      footer={
        <>
          <Button
            type="submit"
            form={id}
            variant={isDanger ? "danger" : "primary"}
            isLoading={isPending}
            isDisabled={isPending || !isReady}
          >
            {action}
          </Button>
          <Button variant="link" onClick={close}>
            {say("action.cancel")}
          </Button>
        </>
      }
    >
      <Form
        id={id}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isPending) send();
        }}
      >
        {children}
      </Form>
      {error === null || error === undefined ? null : <ErrorAlert error={error} />}
    </Dialog>
  );
}
