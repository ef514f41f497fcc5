import { Button, Form, Modal, ModalBody, ModalFooter, ModalHeader } from "@patternfly/react-core";
import { type ReactNode, useId } from "react";

import { ErrorAlert } from "../components/error-alert.tsx";
import { useText } from "../messages/text.ts";

interface FormDialogProps {
  readonly title: string;
  readonly description?: string;
  /** What the button that sends it says. */
  readonly action: string;
  readonly isDanger?: boolean;
  readonly isPending: boolean;
  /** Whether something is missing without which it cannot be sent. */
  readonly isIncomplete?: boolean;
  readonly error: unknown;
  readonly children?: ReactNode;
  send(): void;
  close(): void;
}

/** A dialog with a form, or one that asks once whether something is meant. */
export function FormDialog(props: FormDialogProps) {
  const say = useText();
  const id = useId();
  const { title, description, action, isDanger = false, isPending, isIncomplete = false, error, children } = props;
  const isStopped = isPending || isIncomplete;
  return (
    <Modal isOpen variant="small" aria-labelledby={`${id}-title`} onClose={props.close}>
      <ModalHeader title={title} labelId={`${id}-title`} {...(description !== undefined && { description })} />
      <ModalBody>
        <Form
          id={id}
          onSubmit={(event) => {
            event.preventDefault();
            if (!isStopped) props.send();
          }}
        >
          {children}
          {error === null || error === undefined ? null : <ErrorAlert error={error} />}
        </Form>
      </ModalBody>
      <ModalFooter>
        <Button
          type="submit"
          form={id}
          variant={isDanger ? "danger" : "primary"}
          isLoading={isPending}
          isDisabled={isStopped}
        >
          {action}
        </Button>
        <Button variant="link" onClick={props.close}>
          {say("action.cancel")}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
