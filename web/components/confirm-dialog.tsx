import { Button, Modal, ModalBody, ModalFooter, ModalHeader } from "@patternfly/react-core";

import type { Change } from "../api/call.ts";
import { useChanging } from "../api/changing.ts";
import { useText } from "../messages/text.ts";
import { ErrorAlert } from "./error-alert.tsx";

interface ConfirmDialogProps {
  /** What is asked, and what the button says. */
  readonly title: string;
  /** What follows from it. */
  readonly explained: string;
  readonly call: Change;
  /** The sets that show something else then. */
  readonly sets: readonly string[];
  readonly isDangerous?: boolean;
  close(): void;
}

/** Asks once whether it is meant, says what follows from it, and does it. */
export function ConfirmDialog({ title, explained, call, sets, isDangerous = false, close }: ConfirmDialogProps) {
  const say = useText();
  const { mutate, isPending, error } = useChanging(sets);
  return (
    <Modal isOpen variant="small" aria-labelledby="confirm-title" onClose={close}>
      <ModalHeader title={title} labelId="confirm-title" />
      <ModalBody>
        {error === null ? null : <ErrorAlert error={error} />}
        <p>{explained}</p>
      </ModalBody>
      <ModalFooter>
        <Button
          variant={isDangerous ? "danger" : "primary"}
          isLoading={isPending}
          isDisabled={isPending}
          onClick={() => mutate(call, { onSuccess: close })}
        >
          {title}
        </Button>
        <Button variant="link" onClick={close}>
          {say("action.notNow")}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
