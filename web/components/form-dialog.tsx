import { Button, Form } from "@patternfly/react-core";
import { type ReactNode, useId } from "react";

import { useText } from "../messages/text.ts";
import { Dialog } from "./dialog.tsx";
import { ErrorAlert } from "./error-alert.tsx";
import { Notice } from "./notice.tsx";
import { useEntered } from "./use-entered.ts";

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
  const say = useText();
  const id = useId();
  const entered = useEntered({ isPending, error, close });
  return (
    <Dialog
      title={title}
      of={of}
      {...(explained !== undefined && { explained })}
      isWide={isWide}
      close={entered.leave}
      footer={
        entered.isAsking ? (
          <LeaveButtons leave={close} stay={entered.leave} />
        ) : (
          <SendButtons {...props} form={id} close={entered.leave} />
        )
      }
    >
      <Form
        id={id}
        onChange={entered.enter}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isReady || isPending) return;
          entered.send();
          send();
        }}
      >
        {children}
      </Form>
      {error === null || error === undefined ? null : <ErrorAlert error={error} />}
      {entered.isAsking ? <Notice kind="warning" title={say("edit.leaveTitle")} isAlert /> : null}
    </Dialog>
  );
}

interface SendButtonsProps extends FormButtons {
  /** ID of the form. */
  readonly form: string;
  close(): void;
}

/** Buttons that send the form or close it; a disabled one says why. */
function SendButtons({ form, action, isDanger = false, isReady = true, isPending, close }: SendButtonsProps) {
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
        {say("action.cancel")}
      </Button>
      {isReady ? null : (
        <span id={why} className="gatehouse-small">
          {say("form.incomplete")}
        </span>
      )}
    </>
  );
}

/** Buttons that close the form with the loss of its input, or go back to it. */
function LeaveButtons({ leave, stay }: { leave(): void; stay(): void }) {
  const say = useText();
  return (
    <>
      <Button variant="danger" onClick={leave}>
        {say("edit.leave")}
      </Button>
      <Button variant="link" autoFocus onClick={stay}>
        {say("edit.stay")}
      </Button>
    </>
  );
}
