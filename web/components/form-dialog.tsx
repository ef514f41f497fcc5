import { Button, Form, Modal, ModalBody, ModalFooter, ModalHeader } from "@patternfly/react-core";
import type { ReactNode } from "react";

import { useText } from "../messages/text.ts";
import { ErrorAlert } from "./error-alert.tsx";

interface FormDialogProps {
  /** Distinguishes it from other dialogs of the page. */
  readonly id: string;
  readonly title: string;
  readonly explained?: string;
  /** What the button says that sends it. */
  readonly action: string;
  readonly children: ReactNode;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly isReady: boolean;
  send(): void;
  close(): void;
}

/** A form over the page: sent by Enter or its button, with what went wrong beside it. */
export function FormDialog({ id, title, explained, action, children, error, ...more }: FormDialogProps) {
  const say = useText();
  const { isPending, isReady, send, close } = more;
  return (
    <Modal isOpen variant="small" aria-labelledby={`${id}-title`} onClose={close}>
      <ModalHeader title={title} labelId={`${id}-title`} {...(explained !== undefined && { description: explained })} />
      <ModalBody>
        <Form
          id={id}
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady && !isPending) send();
          }}
        >
          {children}
        </Form>
        {error === null ? null : <ErrorAlert error={error} />}
      </ModalBody>
      <ModalFooter>
        <Button type="submit" form={id} isLoading={isPending} isDisabled={isPending || !isReady}>
          {action}
        </Button>
        <Button variant="link" onClick={close}>
          {say("action.cancel")}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
