import { Modal, ModalBody, ModalFooter, ModalHeader } from "@patternfly/react-core";
import { type ReactNode, useId } from "react";

interface DialogFrameProps {
  readonly title: string;
  /** What follows, where the title does not say it. */
  readonly explained?: string;
  /** The id of its title, where something in it is named by that. */
  readonly titleId?: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
  /** Its buttons; without them it ends by itself. */
  readonly footer?: ReactNode;
  close(): void;
}

/** The frame of a dialog: it keeps the focus, and gives it back when it is closed. */
export function DialogFrame({ title, explained, titleId, isWide = false, children, footer, close }: DialogFrameProps) {
  const ownId = useId();
  const id = titleId ?? ownId;
  return (
    <Modal isOpen variant={isWide ? "medium" : "small"} aria-labelledby={id} onClose={close}>
      <ModalHeader title={title} labelId={id} {...(explained !== undefined && { description: explained })} />
      <ModalBody>{children}</ModalBody>
      {footer === undefined ? null : <ModalFooter>{footer}</ModalFooter>}
    </Modal>
  );
}
