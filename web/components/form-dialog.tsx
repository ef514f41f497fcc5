import { Button, Form } from "@patternfly/react-core";
import { type ReactNode, useId } from "react";

import { useText } from "../messages/text.ts";
import { Dialog } from "./dialog.tsx";
import { ErrorAlert } from "./error-alert.tsx";

/** What a dialog with a form is given. */
export interface FormDialogProps {
  readonly title: string;
  /** The name of what it is about, which its title then tells too. */
  readonly of?: string | undefined;
  /** What follows, where the title does not say it. */
  readonly explained?: string;
  /** What the button says that sends. */
  readonly action: string;
  readonly isDanger?: boolean;
  readonly isWide?: boolean;
  /** False while something is missing without which nothing is sent. */
  readonly isReady?: boolean;
  readonly isPending: boolean;
  /** What it was refused with; null or undefined = nothing. */
  readonly error: unknown;
  /** The fields; none = it only asks. */
  readonly children?: ReactNode;
  send(): void;
  close(): void;
}

/** A dialog with a form: sent by its button or by Enter, and told beside the button what was wrong. */
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
